import * as z from 'zod';
import { sessionMatch } from './episode.ts';
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

const count = z.int().min(0);

/** An unrecorded session: one of which attempts or turns are known, and no episode. */
export const unrecordedSession = session
  .pick({
    id: true,
    nativeId: true,
    seq: true,
    projectId: true,
    goal: true,
    agent: true,
    startedAt: true,
    endedAt: true,
    outcome: true,
    outcomeSource: true,
  })
  .extend({
    projectName: z.string(),
    task: z
      .string()
      .describe('The task of its latest attempt, which need not be the goal of the session; empty where it has none'),
    tasks: count.describe('Different tasks of its attempts'),
    attempts: z
      .object({ success: count, partial: count, failure: count, unknown: count })
      .describe('Its attempts outside the bin, by outcome; all of them where the session is in the bin'),
    turns: count.describe('Its turns outside the bin; all of them where the session is in the bin'),
    deletedAt: instant
      .nullable()
      .describe('When the last of its attempts and turns was deleted; null where the session is not in the bin'),
    match: sessionMatch,
    found: z
      .string()
      .nullable()
      .describe('With `text`: the line of an attempt that has most of the words; null where only its turns have them'),
  });
/** See {@link unrecordedSession}. */
export type UnrecordedSession = z.infer<typeof unrecordedSession>;
