import * as z from 'zod';
import { lessonsUsed } from '../domain/exposure.ts';
import { feedbackNote, verdict } from '../domain/feedback.ts';
import { reference, reflectionId } from '../domain/ids.ts';
import { limit } from '../domain/page.ts';
import { storeFields, withinLessonLimit } from '../operations/reflections.ts';
import { type AgentTool, LISTED_BYTES, listedTokens, tool } from './define.ts';

/** Place fields shared by the tools; without them, the caller's own session and project are used. */
export const toolPlace = {
  sessionId: reference.optional().describe('Default: this session'),
  projectId: reference.optional().describe('Default: this project'),
};

/** What an agent can store with this tool. */
const KINDS = ['lesson', 'note'] as const;

const store = tool({
  name: 'reflection_store',
  title: 'Record an attempt',
  description:
    'Record what you tried and what came of it. Call it after every attempt: when tests pass, when an approach fails, ' +
    'before you switch strategy. Returns the id of the lesson.',
  readOnly: false,
  isNamed: true,
  input: withinLessonLimit(
    z
      .strictObject({
        sessionId: toolPlace.sessionId,
        projectId: toolPlace.projectId,
        taskDescription: storeFields.taskDescription,
        attemptNumber: storeFields.attemptNumber.describe('Which attempt at this task'),
        outcome: storeFields.outcome.describe(''),
        whatWorked: storeFields.whatWorked.describe('One fact per entry'),
        whatDidNotWork: storeFields.whatDidNotWork.describe('What failed and why, one fact per entry'),
        nextStrategy: storeFields.nextStrategy.describe(
          'What you wish you had been told before you started: steps, files, commands. Needed unless success',
        ),
        tags: storeFields.tags,
        rootCause: storeFields.rootCause.describe('Why it failed'),
        causalReasoning: storeFields.causalReasoning.describe('How that led to what you saw'),
        text: storeFields.text.describe('Anything else worth keeping'),
        kind: z.enum(KINDS).default('lesson').describe('note: a convention or fact, no attempt'),
        relatedEntityIds: storeFields.relatedEntityIds.describe('Files and functions it is about'),
        failureCategory: storeFields.failureCategory,
        confidence: storeFields.confidence.describe('How sure you are'),
        lessonsUsed: lessonsUsed.default([]).describe('Ids of the lessons you used'),
      })
      .refine(
        ({ kind, outcome, nextStrategy }) => kind === 'note' || outcome === 'success' || nextStrategy.trim() !== '',
        {
          path: ['nextStrategy'],
          message: 'is needed unless the attempt succeeded: what you wish you had been told before you started',
        },
      ),
  ),
  alsoCalled: { task: 'taskDescription' },
  // A note is not an attempt and so has no outcome.
  toCall: (input) => ({
    name: 'reflection.store',
    input: input.kind === 'note' ? { ...input, outcome: 'unknown' } : input,
  }),
});

const get = tool({
  name: 'reflection_get',
  title: 'Recent lessons',
  description:
    'The newest lessons of a session or project, or one by id. Call it when you resume work, or to read a lesson in full.',
  readOnly: true,
  input: z.strictObject({
    ...toolPlace,
    id: reflectionId.optional().describe('One lesson instead of the newest'),
    limit: limit(5, 100).describe(''),
    budget: listedTokens.describe(''),
  }),
  alsoCalled: { reflectionId: 'id', lessonId: 'id' },
  toCall: ({ id, budget: maxTokens, ...recent }) =>
    id === undefined
      ? { name: 'reflection.recent', input: { ...recent, maxBytes: LISTED_BYTES, maxTokens } }
      : { name: 'reflection.get', input: { id } },
});

const feedback = tool({
  name: 'memory_feedback',
  title: 'Judge a lesson',
  description:
    'Say whether a lesson you were shown helped. Call it after acting on one, and at once when one is wrong or harmful: ' +
    'a person sees it and can correct the lesson.',
  readOnly: false,
  input: z.strictObject({
    id: reflectionId.describe('The lesson'),
    verdict,
    note: feedbackNote.optional().describe('Why'),
  }),
  alsoCalled: { reflectionId: 'id', lessonId: 'id' },
  toCall: ({ id, ...judgement }) => ({ name: 'memory.feedback', input: { reflectionId: id, ...judgement } }),
});

/** Tools that write, and the one that reads back what was written. */
export const recordingTools: readonly AgentTool[] = [store, get, feedback];
