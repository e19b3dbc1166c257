import * as z from 'zod';
import { projectId, sessionId } from './ids.ts';
import { extra, outcome, outcomeSource } from './reflection.ts';
import { instant, timeQuality } from './time.ts';
import { workingSummary } from './working-summary.ts';

/** One run of an agent. Created on first use, when a lesson names an unknown session. */
export const session = z.object({
  id: sessionId,
  /** Id that the agent gave it; unique within a project. */
  nativeId: z.string().nullable(),
  seq: z.int(),
  projectId,
  goal: z.string().nullable(),
  agent: z.string().nullable(),
  mode: z.string().nullable(),
  branch: z.string().nullable(),
  parentId: sessionId.nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  outcome,
  outcomeSource,
  timeQuality,
  workingSummary: workingSummary.nullable().describe('Where it stands; null while nothing is known of that'),
  reflections: z.int().describe('Lessons stored in it and not deleted'),
  revision: z.int(),
  extra,
});
/** See {@link session}. */
export type Session = z.infer<typeof session>;
