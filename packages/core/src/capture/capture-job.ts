import { TRANSCRIPT_AGENTS } from '@twicewise/contract';
import { type JobRecord, MAX_JOB_WAIT_MS } from '@twicewise/store';
import * as z from 'zod';
import { type Unfinished, wholeResult } from '../imports/transcripts-job.ts';
import type { JobKind } from '../runtime/jobs/job-kind.ts';

// A session that is written down by itself has one job for as long as it lasts: each time its program hands the transcript over, the
// job is given more to do. So all that was found in a session is one entry of the history, which one undo takes back.

const input = z.object({
  agent: z.enum(TRANSCRIPT_AGENTS),
  /** The session as its program names it. */
  session: z.string(),
  path: z.string(),
  /** The program said that the session is over. */
  over: z.boolean(),
  /** How often it was asked for; another number means that there is more to do. */
  asked: z.number(),
  /** When to begin, in milliseconds since 1970: once the transcript is quiet. */
  dueAt: z.number(),
});
/** What the job of a session is asked for; see `session.capture`. */
export type CaptureInput = z.infer<typeof input>;

/** A session that is written down by itself. */
export const CAPTURE_JOB = { kind: 'capture', lane: 'captures', input, result: wholeResult } satisfies JobKind;

/** A file as it was when it was read last, by its path: what is still so is not read again. */
export type LastRead = Record<string, { bytes: number; changedAt: number }>;

/** How far the job of a session is. */
export interface CapturePosition {
  read: LastRead;
  /** The session was over when its transcript was read last. */
  over: boolean;
  /** How long the last reading took, in milliseconds. */
  tookMs: number;
  /** The transcript that was being written when the job was interrupted. */
  left?: Unfinished | null;
}

/** How long nothing may be asked for before a transcript is read, in milliseconds: its last lines come after the hook. */
const QUIET_MS = 2000;
/** A transcript is read whole each time. So much of the time goes by before it is read again that reading is a twentieth of it. */
const REST_PER_MS = 20;

/** What a job that the store holds is asked for; null where this version cannot read it: the next asking writes it anew. */
export function captureInputOf({ input }: JobRecord): CaptureInput | null {
  return CAPTURE_JOB.input.safeParse(input).data ?? null;
}

export function positionOf({ position }: Pick<JobRecord, 'position'>): CapturePosition {
  return { read: {}, over: false, tookMs: 0, ...(position as Partial<CapturePosition>) };
}

/** When a job is to begin that is asked for now. The end of a session comes once. */
export function dueAt(now: number, over: boolean, job: JobRecord | null): number {
  const tookMs = job === null ? 0 : positionOf(job).tookMs;
  const rest = over ? 0 : REST_PER_MS * tookMs;
  return now + Math.round(Math.min(Math.max(QUIET_MS, rest), MAX_JOB_WAIT_MS));
}
