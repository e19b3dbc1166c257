import * as z from 'zod';
import { attemptContent, checkVerdict } from './attempt-content.ts';
import { rewardSource } from './attempt-reward.ts';
import { author } from './author.ts';
import { MAX_EPISODE_BYTES } from './episode.ts';
import { attemptId, episodeId, exposureId, projectId, reflectionId, sessionId, sourceId } from './ids.ts';
import { extra, outcome, outcomeSource } from './reflection.ts';
import { label, text } from './text.ts';
import { instant } from './time.ts';

/** Maximum size of an attempt, all texts together, in UTF-8 bytes (512 KB): that of an episode. */
export const MAX_ATTEMPT_BYTES = MAX_EPISODE_BYTES;
/** Largest ordinal that is accepted from elsewhere. It is kept and shown, and nothing is counted with it. */
export const MAX_NATIVE_ORDINAL = 1_000_000_000;

/**
 * `task_` and 16 hex digits: attempts with the same identity are attempts at the same task. Core derives it from the text of the
 * request, or from the signature that the caller gives.
 */
export const taskIdentity = z
  .string()
  .regex(/^task_[0-9a-f]{16}$/, { message: 'must be a task identity such as task_0123456789abcdef' });

/** The fields of an attempt with columns of their own that its author writes. */
export const attemptColumns = {
  task: text().describe('The task, as it was asked for'),
  ordinalNative: z
    .int()
    .min(0)
    .max(MAX_NATIVE_ORDINAL)
    .nullable()
    .describe('Its number where it came from; 0 is one. Kept as given: `ordinal` is ours'),
  outcome,
  outcomeSource,
  outcomeNative: label(256).nullable().describe('The word of the source, when it was not one of ours'),
  strategy: text().nullable().describe('What was tried, in a line'),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  lessonIds: z.array(reflectionId).max(200).describe('Lessons that were drawn from it'),
};

/** One try at a task: what was done, which checks ran, what came of it, and what was made of that. */
export const attempt = z.object({
  id: attemptId,
  /** Id in the system it came from; unique within a project. */
  nativeId: z.string().nullable(),
  seq: z.int(),
  projectId,
  projectName: z.string(),
  sessionId: sessionId.nullable(),
  sessionNativeId: z.string().nullable(),
  ...attemptColumns,
  taskIdentity,
  ordinal: z.int().min(1).describe('Which attempt at this task in this project, from 1; counted here'),
  content: attemptContent,
  exposureIds: z
    .array(exposureId)
    .describe('What its session was told before it and no earlier attempt had followed: looked up, not claimed'),
  /** Agent that made the attempt. */
  agent: z.string().nullable(),
  author,
  sourceId: sourceId.nullable(),
  /** Place inside the source, such as `line 12`. */
  sourcePointer: z.string().nullable(),
  /** Version of the rules that found it in a transcript (R17); null when it was not found by rules. */
  ruleVersion: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
  revision: z.int(),
  extra,
  deletedAt: instant.nullable(),
});
/** See {@link attempt}. */
export type Attempt = z.infer<typeof attempt>;

const count = z.int().min(0);

/** Maximum number of checks that a list shows of an attempt. */
export const MAX_RECENT_CHECKS = 8;

/** A check as lists show it. */
const recentCheck = z.object({
  kind: z.string(),
  verdict: checkVerdict,
  passed: count.nullable().describe('Null where it was not counted'),
  failed: count.nullable(),
});

/** An attempt as lists show it: numbers instead of what it holds. */
export const attemptSummary = attempt.omit({ content: true, exposureIds: true, lessonIds: true, extra: true }).extend({
  episodeId: episodeId.nullable().describe('The record of its session; null where there is none, or it is in the bin'),
  checks: count.describe('Checks that ran'),
  recentChecks: z.array(recentCheck).describe(`The last ${MAX_RECENT_CHECKS} of them, in the order in which they ran`),
  errors: count,
  calls: count,
  files: count.describe('Files that were changed: the stated total, else those that it names'),
  linesAdded: count.nullable().describe('The stated total, else the sum over its actions; null where nobody counted'),
  linesDeleted: count.nullable(),
  tokens: count.nullable().describe('Null where it is not known'),
  ms: z.number().min(0).nullable().describe('Milliseconds it took, as its author says; null where nobody did'),
  lessons: count.describe('Lessons that were drawn from it'),
  followed: count.describe('Lessons that its session was told before it'),
  reward: attemptContent.shape.reward.describe(
    'The stated one, else what its checks say; null when nothing was measured',
  ),
  rewardSource,
  progress: attemptContent.shape.progress,
});
/** See {@link attemptSummary}. */
export type AttemptSummary = z.infer<typeof attemptSummary>;
