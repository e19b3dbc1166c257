import { type ParsedInputOf, TRANSCRIPT_AGENTS } from '@twicewise/contract';
import { type JobRecord, MAX_JOB_WAIT_MS } from '@twicewise/store';
import * as z from 'zod';
import { type Unfinished, wholeResult } from '../imports/transcript-progress.ts';
import type { JobKind } from '../runtime/jobs/job-kind.ts';

// Each captured session has one job for its whole life: whenever its program hands the transcript over, the job gets more to do.
// So everything found in a session belongs to one entry of the operations log, which one undo reverses.

const input = z.object({
  agent: z.enum(TRANSCRIPT_AGENTS),
  /** The session, as its program names it. */
  session: z.string(),
  path: z.string(),
  /** The program said that the session has ended. */
  over: z.boolean(),
  /** Number of requests so far. When it changes while the job runs, there is more to do. */
  asked: z.number(),
  /** When to begin, in milliseconds since 1970: once nothing has been written to the transcript for a while. */
  dueAt: z.number(),
});
/** The input of a session's job; see `session.capture`. */
export type CaptureInput = z.infer<typeof input>;

/** The job that captures a session. */
export const CAPTURE_JOB = { kind: 'capture', lane: 'captures', input, result: wholeResult } satisfies JobKind;

/**
 * Size and time of each file when it was last read, by path, and the checks that its project named then. Files are read again
 * when one of these changed.
 */
export type LastRead = Record<string, { bytes: number; changedAt: number; checks?: string[] }>;

/** Progress of a session's job. */
export interface CapturePosition {
  read: LastRead;
  /** True when the session had ended before its transcript was last read. */
  over: boolean;
  /** Duration of the last reading, in milliseconds. */
  tookMs: number;
  /** The transcript that was being imported when the job was interrupted. */
  left?: Unfinished | null;
}

/** See `session.capture`. */
type CaptureMoment = ParsedInputOf<'session.capture'>['moment'];

/**
 * Delay between the last request and the reading, in milliseconds: the last lines of a transcript are written after the hook
 * runs.
 */
const QUIET_MS = 2000;
/**
 * The whole transcript is read each time. The pause before the next reading is this many times the duration of the last one, so
 * that reading takes at most a twentieth of the time.
 */
const REST_PER_MS = 20;

/** The input of a stored job; null when this version cannot read it. The next request then replaces it. */
export function captureInputOf({ input }: JobRecord): CaptureInput | null {
  return CAPTURE_JOB.input.safeParse(input).data ?? null;
}

export function positionOf({ position }: Pick<JobRecord, 'position'>): CapturePosition {
  return { read: {}, over: false, tookMs: 0, ...(position as Partial<CapturePosition>) };
}

/**
 * When a job requested now should begin. Neither the end of a session nor a compaction waits for the rest: the end is requested
 * only once, and after a compaction the agent is told where its session stood, which should then be known.
 */
export function dueAt(now: number, moment: CaptureMoment, job: JobRecord | null): number {
  const tookMs = job === null ? 0 : positionOf(job).tookMs;
  const rest = moment === 'turn' ? REST_PER_MS * tookMs : 0;
  return now + Math.round(Math.min(Math.max(QUIET_MS, rest), MAX_JOB_WAIT_MS));
}
