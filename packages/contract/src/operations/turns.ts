import * as z from 'zod';
import { operationId, reference, turnId } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { extra } from '../domain/reflection.ts';
import { queryText } from '../domain/retrieval.ts';
import { label, text } from '../domain/text.ts';
import { givenTurnSummary, MAX_TURN_NUMBER, turn, turnRow } from '../domain/turn.ts';
import { givenTurnContent, MAX_TURN_BYTES } from '../domain/turn-content.ts';
import { DEFAULT_RECALL, MAX_RECALL, MAX_RECALL_TOKENS, turnRecall, turnSummaries } from '../domain/turn-recall.ts';
import { MIN_BRIEF_TOKENS, SETTING_RANGES } from '../facts/setting-ranges.ts';
import { command, query } from './define.ts';
import { withinBytes } from './within-bytes.ts';

/** Most of a text in one answer, in UTF-16 units. */
export const MAX_TEXT_PAGE = 262_144;

const { model, startedAt, endedAt } = turn.shape;
const count = z.int().min(0);
const number = z.int().min(0).max(MAX_TURN_NUMBER);
const budget = (byDefault: number) =>
  z
    .int()
    .min(MIN_BRIEF_TOKENS)
    .max(MAX_RECALL_TOKENS)
    .default(byDefault)
    .describe('Most tokens of the text, counted by a real tokenizer');
const where = {
  projectId: reference.optional(),
  sessionId: reference.optional().describe('Default: your own'),
};

/** Fields of `turn.save`. Only the context is required. */
export const turnFields = {
  sessionId: reference.optional().describe('Session, by our id or your own; made on first use. Default: your own'),
  projectId: reference.optional(),
  number: number.optional().describe('Default: one more than the highest of the session, from 1'),
  ...givenTurnContent,
  summary: z.strictObject(givenTurnSummary).nullable().default(null),
  model: model.default(null),
  startedAt: startedAt.default(null),
  endedAt: endedAt.default(null),
  agent: label(256).nullable().default(null),
  nativeId: label(512).nullable().default(null).describe('Your own id; a second turn with it is refused'),
  extra: extra.default({}),
};

const one = z.strictObject({ id: turnId });
const written = z.object({ turn, operationId: operationId.nullable().describe('Null: nothing had to change') });

/** What decides which turns are pruned. A turn is kept where either number keeps it. */
const pruning = z.strictObject({
  projectId: reference.optional().describe('Only turns of this project'),
  sessionId: reference
    .optional()
    .describe('Only turns of this session. Who is no person has to name one, or has its own'),
  keepNewest: z
    .int()
    .min(0)
    .max(SETTING_RANGES['turns.keepNewest'][1])
    .optional()
    .describe('Newest turns of each session that are kept; 0: no rule. Default: the setting turns.keepNewest'),
  keepDays: z
    .int()
    .min(0)
    .max(SETTING_RANGES['turns.keepDays'][1])
    .optional()
    .describe('Days since they were saved for which turns are kept; 0: no rule. Default: the setting turns.keepDays'),
});

/** Operations on turns: what a model was given each time it was asked, and what came of it. */
export const turnOperations = {
  'turn.save': command(
    'Keep a turn of a run with all that the model was given. What it shares with other turns is stored once.',
    withinBytes(MAX_TURN_BYTES, 'turn', z.strictObject(turnFields)),
    z.object({
      turn,
      operationId,
      created: z.object({ project: z.boolean(), session: z.boolean() }),
      notes: z.array(z.string()),
    }),
  ),
  'turn.get': query('One turn, deleted ones included, without the texts of its parts.', one, z.object({ turn })),
  'turn.text': query(
    'The text of one part of a turn, or a page of it.',
    z.strictObject({
      id: turnId,
      part: z.int().min(0).describe('Place among the parts of the turn'),
      from: z.int().min(0).default(0).describe('Where the page begins, in UTF-16 units'),
      length: z.int().min(1).max(MAX_TEXT_PAGE).default(MAX_TEXT_PAGE),
    }),
    z.object({
      text: z.string(),
      length: z.int().describe('Of the whole text, in UTF-16 units'),
      next: z.int().nullable().describe('Where the next page begins; null at the end'),
    }),
  ),
  'turn.list': query(
    'Turns by filter, in the order in which they were saved.',
    z.strictObject({
      projectId: reference.optional(),
      sessionId: reference.optional(),
      number: number.optional(),
      text: z.string().max(1000).optional().describe('Words that occur in its context, its calls or its summary'),
      deleted: z.enum(['exclude', 'only']).default('exclude'),
      order: z.enum(['newest', 'oldest']).default('oldest'),
      limit: limit(50, 500),
      cursor,
    }),
    page(turnRow).extend({ total: z.int().describe('Matches in all') }),
  ),
  'turn.recall': query(
    'What the model knew at earlier turns: by number, by id, and by words, the most relevant first.',
    z
      .strictObject({
        ...where,
        numbers: z.array(number).max(100).default([]).describe('Of a turn made again the last take'),
        ids: z.array(label(512)).max(100).default([]).describe('Our ids or your own'),
        words: z.array(text(1024)).max(100).default([]),
        everySession: z.boolean().default(false).describe('Words are looked for in all sessions of the project'),
        goal: queryText
          .optional()
          .describe('What the turn is about; turns near it come first. Default: the goal of the session'),
        except: z.array(turnId).max(100).default([]).describe('Turns that are in the context already'),
        limit: z.int().min(0).max(MAX_RECALL).default(DEFAULT_RECALL),
        budget: budget(4000),
      })
      .refine(({ numbers, ids, words }) => numbers.length + ids.length + words.length > 0, {
        message: 'Name numbers, ids or words.',
      }),
    turnRecall,
  ),
  'turn.summaries': query(
    'What the turns of a session came to, for a prompt: the newest in full, older ones folded so that all fit into the budget. ' +
      'A turn made again stands there once, with the summary of its last take that has one.',
    z.strictObject({
      ...where,
      last: z.int().min(1).max(1000).optional().describe('Only the newest so many'),
      text: z.string().max(1000).optional().describe('Only those with these words in summary or insights'),
      budget: budget(2000),
    }),
    turnSummaries,
  ),
  'turn.summarise': command(
    'Write the summary of a turn. Those written before it stay.',
    z.strictObject({ id: turnId, ...givenTurnSummary }),
    written,
  ),
  'turn.delete': command('Put a turn in the bin.', one, written),
  'turn.restore': command(
    'Take a turn out of the bin, and its texts from where pruning put them. Texts that were purged do not come back.',
    one,
    written,
  ),
  'turn.previewPrune': query(
    'Which turns a rule would prune, before it is done. Refused without a rule.',
    pruning,
    z.object({
      rule: z.object({ keepNewest: count, keepDays: count }).describe('What is kept; 0: no rule of that kind'),
      turns: count.describe('Turns that would be pruned, however many'),
      sessions: count.describe('Sessions that they belong to'),
      contextBytes: count.describe('Of what their models were given, in UTF-8'),
      freedBytes: count.describe(
        'Of their texts as they are stored, without those that other turns have: what a purge frees',
      ),
    }),
  ),
  'turn.prune': command(
    'Put the texts of turns aside by a rule: the oldest first, at most 500 at once. Numbers, summaries, thoughts, calls and costs ' +
      'stay, and words find a turn by these alone. The texts stay too, for undo, until a person purges them (turn.purge).',
    pruning,
    z.object({
      pruned: count,
      left: count.describe('Turns that the rule would still prune: call it again'),
      operationId: operationId.nullable().describe('For operation.undo; null: there was nothing to prune'),
    }),
  ),
};
