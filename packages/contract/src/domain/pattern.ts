import * as z from 'zod';
import { claimContent } from './cause.ts';
import { itemId } from './episode.ts';
import { episodeId, projectId, reflectionId, sessionId } from './ids.ts';
import { rate } from './insights.ts';
import { text } from './text.ts';
import { instant } from './time.ts';

/**
 * `pattern_` and twelve hex digits of SHA-256 over its project, its kind and what its first case, or the first word on it,
 * says: never over a type alone (B1-16).
 */
export const patternId = z
  .string()
  .regex(/^pattern_[0-9a-f]{12}$/, { message: 'must be a pattern id such as pattern_0123456789ab' });

/** Most cases and most claims that the details of one pattern list. */
export const MAX_PATTERN_CASES = 100;

/** What sets a pattern off (X11): a task or question for which something is done, or an error that something mends. */
export const patternKind = z.enum(['task', 'error']);
/** See {@link patternKind}. */
export type PatternKind = z.infer<typeof patternKind>;

/** Whether somebody stands for it: only counted or found in a file, said by an agent or a person, or said to be none. */
export const patternState = z.enum(['suggested', 'asserted', 'disputed']);
/** See {@link patternState}. */
export type PatternState = z.infer<typeof patternState>;

/** What its known cases say; by the settings `patterns.*`. `open`: too few, or they differ. */
export const patternStanding = z.enum(['works', 'fails', 'open']);
/** See {@link patternStanding}. */
export type PatternStanding = z.infer<typeof patternStanding>;

/** When this, then that: what was done for like reasons, and how it went. Derived from lessons, episodes and claims. */
export const pattern = z.object({
  id: patternId,
  projectId,
  kind: patternKind,
  trigger: z.string().describe('The task, the question or the error, at most 400 characters'),
  action: z.string().describe('What was done about it, at most 400 characters'),
  state: patternState,
  standing: patternStanding,
  occurrences: z.int().describe('Sessions that have it; a lesson without one counts by itself (S1-47)'),
  outcomes: z.object({ success: z.int(), failure: z.int(), unknown: z.int() }),
  success: rate.describe('Successes ÷ occurrences whose outcome is known (S1-46, B1-07)'),
  supports: z.int().describe('Voices that it is one'),
  disputes: z.int().describe('Voices that it is none'),
  note: z.string().nullable().describe('What shows it, by the word that counts'),
  lastAt: instant.nullable().describe('When it was last met, if known'),
});
/** See {@link pattern}. */
export type Pattern = z.infer<typeof pattern>;

/** A lesson or an episode in which a pattern was met. */
export const patternCase = z.object({
  trigger: z.string(),
  action: z.string(),
  outcome: z.enum(['success', 'failure', 'unknown']).describe('Of the action there, not of the whole session'),
  reflectionId: reflectionId.nullable(),
  episodeId: episodeId.nullable(),
  itemId: itemId.nullable(),
  sessionId: sessionId.nullable(),
  at: instant.nullable(),
});
/** See {@link patternCase}. */
export type PatternCase = z.infer<typeof patternCase>;

/** What somebody says of a pattern. */
export const patternContent = {
  kind: patternKind,
  trigger: claimContent.fromText.describe('The task, the question or the error'),
  action: claimContent.toText.describe('What to do about it'),
  note: text().describe('What shows it'),
};
