import * as z from 'zod';
import { episodeId, exposureId, reflectionId, sessionId } from './ids.ts';

/**
 * When an agent gets a text without asking. `context_cut` is a start after the context was compacted or cleared: earlier
 * reminders are gone and may be repeated. `turn_end` shows no lesson; it asks the agent, once per session, to store what it has
 * just learned. `stuck` shows no lesson either: it says what a session that goes round in circles has tried, once per stretch.
 */
export const occasion = z.enum(['session_start', 'context_cut', 'prompt', 'tool_failure', 'turn_end', 'stuck']);
/** See {@link occasion}. */
export type Occasion = z.infer<typeof occasion>;

/** Why a reminder is empty. */
export const silence = z.enum(['switched_off', 'nothing_relevant', 'known_already', 'over_budget']);
/** See {@link silence}. */
export type Silence = z.infer<typeof silence>;

/** A lesson that a brief or reminder shows; `exposureId` is null when it was only a preview. */
export const briefedLesson = z.object({
  id: reflectionId,
  exposureId: exposureId.nullable(),
  rank: z.int(),
  score: z.number().nullable(),
  tokens: z.int().describe('What it costs in the text'),
});
/** See {@link briefedLesson}. */
export type BriefedLesson = z.infer<typeof briefedLesson>;

/** An earlier session that a brief or reminder tells of. */
export const toldSession = z.object({ sessionId, episodeId, tokens: z.int().describe('What it costs in the text') });
