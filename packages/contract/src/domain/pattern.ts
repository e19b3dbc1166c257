import * as z from 'zod';
import { claimContent } from './cause.ts';
import { itemId } from './episode.ts';
import { episodeId, projectId, reflectionId, sessionId } from './ids.ts';
import { rate } from './insight-parts.ts';
import { text } from './text.ts';
import { instant } from './time.ts';

/**
 * `pattern_` and twelve hex digits of SHA-256 over its project, its kind and the text of its first case or claim; never over a
 * type alone (B1-16).
 */
export const patternId = z
  .string()
  .regex(/^pattern_[0-9a-f]{12}$/, { message: 'must be a pattern id such as pattern_0123456789ab' });

/** Maximum number of cases, and of claims, in the details of one pattern. */
export const MAX_PATTERN_CASES = 100;

/** What triggers a pattern (X11): a task or question that calls for an action, or an error that an action fixes. */
export const patternKind = z.enum(['task', 'error']);
/** See {@link patternKind}. */
export type PatternKind = z.infer<typeof patternKind>;

/** Whether somebody claims it: only counted or found in a file, claimed by an agent or a person, or disputed. */
export const patternState = z.enum(['suggested', 'asserted', 'disputed']);
/** See {@link patternState}. */
export type PatternState = z.infer<typeof patternState>;

/** How its known cases went, by the settings `patterns.*`. `open`: too few cases, or they differ. */
export const patternStanding = z.enum(['works', 'fails', 'open']);
/** See {@link patternStanding}. */
export type PatternStanding = z.infer<typeof patternStanding>;

/** When this, then that: what was done for similar reasons, and how it went. Derived from lessons, episodes and claims. */
export const pattern = z.object({
  id: patternId,
  projectId,
  kind: patternKind,
  trigger: z.string().describe('The task, the question or the error, at most 400 characters'),
  action: z.string().describe('What was done about it, at most 400 characters'),
  state: patternState,
  standing: patternStanding,
  occurrences: z.int().describe('Sessions that have it; a lesson without one counts by itself'),
  outcomes: z.object({ success: z.int(), failure: z.int(), unknown: z.int() }),
  success: rate.describe('Successes ÷ occurrences whose outcome is known'),
  supports: z.int().describe('Voices that it is one'),
  disputes: z.int().describe('Voices that it is none'),
  note: z.string().nullable().describe('What shows it, by the word that counts'),
  lastAt: instant.nullable().describe('When it was last met, if known'),
});
/** See {@link pattern}. */
export type Pattern = z.infer<typeof pattern>;

/** A lesson or an episode in which a pattern occurs. */
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

/** The part of a claim about a pattern that its author writes. */
export const patternContent = {
  kind: patternKind,
  trigger: claimContent.fromText.describe('The task, the question or the error'),
  action: claimContent.toText.describe('What to do about it'),
  note: text().describe('What shows it'),
};
