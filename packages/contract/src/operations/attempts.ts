import * as z from 'zod';
import { attempt, attemptColumns, attemptSummary, taskIdentity } from '../domain/attempt.ts';
import { attemptAnalysis } from '../domain/attempt-analysis.ts';
import { givenAttemptContent } from '../domain/attempt-content.ts';
import { attemptContext, contextTokens } from '../domain/attempt-context.ts';
import { reflectionFlag } from '../domain/attempt-quality.ts';
import { attemptReward } from '../domain/attempt-reward.ts';
import { attemptWindow, capacityRule, DEFAULT_WINDOW, MAX_WINDOW, windowPolicy } from '../domain/attempt-window.ts';
import { attemptId, exposureId, operationId, reference, reflectionId } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { extra, outcome } from '../domain/reflection.ts';
import { queryText } from '../domain/retrieval.ts';
import { filled, label } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { MAX_INSIGHT_ATTEMPTS } from '../facts/attempts.ts';
import { MAX_BRIEF_TOKENS } from '../facts/setting-ranges.ts';
import { command, query } from './define.ts';

const { task, outcomeNative, ordinalNative, strategy, startedAt, endedAt, lessonIds } = attemptColumns;

/** Fields of `attempt.record`. Only the task and its outcome are required. */
export const attemptFields = {
  sessionId: reference.optional().describe('Session, by our id or your own; made on first use. Default: your own'),
  projectId: reference.optional(),
  task: filled(task),
  taskSignature: label(1024)
    .nullable()
    .default(null)
    .describe('What identifies the task, where its text does not: attempts with the same one are counted together'),
  outcome,
  outcomeSource: attemptColumns.outcomeSource.default('reported'),
  outcomeNative: outcomeNative.default(null),
  ordinalNative: ordinalNative.default(null),
  strategy: strategy.default(null),
  startedAt: startedAt.default(null),
  endedAt: endedAt.default(null),
  content: givenAttemptContent.prefault({}).describe('What was done, the checks, and what was made of them'),
  lessonIds: lessonIds.default([]),
  agent: label(256).nullable().default(null),
  nativeId: label(512).nullable().default(null).describe('Your own id; a second record with it is refused'),
  extra: extra.default({}),
};

/** Attempts that belong together: those of a session, or at a task. */
export const together = {
  projectId: reference.optional(),
  sessionId: reference.optional().describe('Default, where no task is named either: your own'),
  taskIdentity: taskIdentity.optional(),
  task: task.optional().describe('Attempts at the task that this text names, as recording it would count them'),
};

const one = z.strictObject({ id: attemptId });
const written = z.object({ attempt, operationId: operationId.nullable().describe('Null: nothing had to change') });

/** Operations on attempts: one try at a task each. */
export const attemptOperations = {
  'attempt.record': command(
    'Record one try at a task and what came of it, with its checks, errors, calls and cost as far as they are known. ' +
      'The next record of the same task is the next attempt at it.',
    z.strictObject(attemptFields),
    z.object({
      attempt,
      operationId,
      created: z.object({ project: z.boolean(), session: z.boolean() }),
      notes: z.array(z.string()),
    }),
  ),
  'attempt.get': query(
    'One attempt, complete, deleted ones included, with what its session was told before it.',
    one,
    z.object({
      attempt,
      told: z
        .array(
          z.object({
            exposureId,
            reflectionId,
            taskDescription: z.string().nullable().describe('Null when the lesson is no longer there'),
            shownAt: instant,
            trigger: z.string(),
            actedOn: z
              .boolean()
              .nullable()
              .describe(
                'The lesson that its session stored next names it among those it used; false: names others, but not this ' +
                  'one; null: nobody said',
              ),
          }),
        )
        .describe('The lessons of `exposureIds`; an exposure of another memory is not among them'),
      reward: attemptReward,
      flags: z.array(reflectionFlag).describe('What is weak in its reflection; none where there is no reflection'),
    }),
  ),
  'attempt.list': query(
    'Attempts by filter, in the order in which they ended, else began, else were recorded.',
    z.strictObject({
      projectId: reference.optional(),
      sessionId: reference.optional(),
      taskIdentity: taskIdentity.optional(),
      task: task.optional().describe('Attempts at the task that this text names, as recording it would count them'),
      ids: z.array(attemptId).min(1).max(MAX_INSIGHT_ATTEMPTS).optional().describe('Only these'),
      lessonId: reflectionId.optional().describe('Attempts from which this lesson was drawn'),
      outcome: z.union([outcome, z.array(outcome).max(4)]).optional(),
      text: z
        .string()
        .max(1000)
        .optional()
        .describe(
          'Every word (the first eight count) occurs in its task, strategy, the messages of its errors, or its reflection ' +
            '(letter case of A–Z ignored)',
        ),
      deleted: z.enum(['exclude', 'only']).default('exclude'),
      order: z.enum(['newest', 'oldest']).default('newest'),
      limit: limit(20, 200),
      cursor,
    }),
    page(attemptSummary),
  ),
  'attempt.analysis': query(
    'What the attempts of a session, or at a task, came to: outcomes, change from one to the next, attempts to success, ' +
      'breakthroughs, and stretches in which they were stuck, each with its reason.',
    z
      .strictObject({
        projectId: reference.optional(),
        sessionId: reference.optional(),
        taskIdentity: taskIdentity.optional(),
        task: task.optional().describe('Attempts at the task that this text names, as recording it would count them'),
      })
      .refine(({ sessionId, taskIdentity: identity, task: named }) => sessionId ?? identity ?? named, {
        message: 'Name a session, or a task.',
      }),
    z.object({ analysis: attemptAnalysis }),
  ),
  'attempt.export': query(
    'An attempt as the file of a Reflexion loop: equal as JSON to the imported one but for secrets and the middle of long outputs; ' +
      'else one that the published schema accepts.',
    one,
    z.object({
      folder: z.string().describe('Name for the folder of its loop'),
      name: z.string().describe('Name for the file, after the number of the iteration'),
      file: z.record(z.string(), z.json()),
      notCarried: z.array(z.string()).describe('Parts of the attempt that the format has no place for'),
    }),
  ),
  'attempt.window': query(
    'The reflections that the next attempt should know: so many of a session, or of a task, by a policy. It is a view, and right ' +
      'from the first attempt.',
    z.strictObject({
      ...together,
      policy: windowPolicy.default('fifo'),
      capacity: z
        .union([z.int().min(1).max(MAX_WINDOW), capacityRule])
        .default(DEFAULT_WINDOW)
        .describe(
          'A number; verification: by the kind of the checks of the latest attempt; dynamic: by the number of failure ' +
            'categories; or by the type of the task',
        ),
      budget: z
        .int()
        .min(1)
        .max(MAX_BRIEF_TOKENS)
        .optional()
        .describe('Most tokens of all reflections; one that does not fit is passed over'),
    }),
    attemptWindow,
  ),
  'attempt.context': query(
    'What was tried in a session, or at a task, for a prompt: the last failures and why, then a line for each attempt and call, ' +
      'the most relevant to the goal first, within a token budget.',
    z.strictObject({
      ...together,
      goal: queryText
        .optional()
        .describe('What relevance is measured by; default: the goal of the session, else the task'),
      budget: contextTokens.describe('Most tokens of the text; a line that does not fit is passed over'),
    }),
    attemptContext,
  ),
  'attempt.delete': command('Put an attempt in the bin. Its number stays taken.', one, written),
  'attempt.restore': command('Take an attempt out of the bin.', one, written),
};
