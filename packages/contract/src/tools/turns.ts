import * as z from 'zod';
import { givenPart, givenTurnCall } from '../domain/turn-content.ts';
import { DEFAULT_RECALL, MAX_RECALL } from '../domain/turn-recall.ts';
import { MAX_BRIEF_TOKENS, MIN_BRIEF_TOKENS } from '../facts/setting-ranges.ts';
import { turnFields, turnOperations } from '../operations/turns.ts';
import { type AgentTool, tool } from './define.ts';
import { toolPlace } from './recording.ts';

/** A text of a turn, without the ids that only a program knows. */
const part = givenPart.pick({ kind: true, name: true, text: true });

const save = tool({
  name: 'turn_save',
  title: 'Keep a turn',
  description:
    'Keep what you were given in this turn, what you answered and called, and a summary of it, so that it can be recalled in full. ' +
    'Call it at the end of a turn whose details a later turn may need. At most 1 MB in a call; texts that turns share are stored ' +
    'once. Returns the number of the turn.',
  readOnly: false,
  input: z.strictObject({
    sessionId: toolPlace.sessionId,
    projectId: toolPlace.projectId,
    number: turnFields.number.describe('Default: the next one of the session'),
    context: z.array(part).max(200).describe('What you were given: files, output, the request'),
    reply: z.array(part).max(200).default([]).describe('What you answered'),
    calls: z
      .array(givenTurnCall.pick({ tool: true, params: true, outcome: true, output: true }))
      .max(200)
      .default([])
      .describe('Tools you called'),
    summary: turnFields.summary.describe('What came of the turn'),
    model: turnFields.model,
  }),
  toCall: (input) => ({ name: 'turn.save', input }),
});

const { numbers, ids, words, everySession, goal } = turnOperations['turn.recall'].input.shape;

const recall = tool({
  name: 'turn_recall',
  title: 'Recall turns',
  description:
    'What you were given at earlier turns: by number, by id, or by words that occurred in them, the most relevant first. Call it ' +
    'when a summary is not enough, or after your context was cut. What does not fit is told in passages.',
  readOnly: true,
  input: z
    .strictObject({
      sessionId: toolPlace.sessionId,
      projectId: toolPlace.projectId,
      numbers: numbers.describe(''),
      ids: ids.describe(''),
      words: words.describe('Each a word or a few'),
      everySession: everySession.describe('Look for words in all sessions of the project'),
      goal: goal.describe('What you need it for'),
      limit: z.int().min(1).max(MAX_RECALL).default(DEFAULT_RECALL).describe('Most turns'),
      budget: z.int().min(MIN_BRIEF_TOKENS).max(MAX_BRIEF_TOKENS).default(2000).describe('Most tokens of their texts'),
    })
    .refine((asked) => asked.numbers.length + asked.ids.length + asked.words.length > 0, {
      path: ['words'],
      message: 'is needed where neither numbers nor ids are named',
    }),
  alsoCalled: { turnNumbers: 'numbers', contextIds: 'ids', keywords: 'words', query: 'words' },
  toCall: (input) => ({ name: 'turn.recall', input }),
});

/** Tools that keep turns and bring them back (S2-01, S2-05). */
export const turnTools: readonly AgentTool[] = [save, recall];
