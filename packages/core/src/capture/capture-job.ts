import type { TranscriptAgent } from '@twicewise/contract';
import { type JobRecord, MAX_JOB_WAIT_MS } from '@twicewise/store';
import type { Unfinished } from '../imports/history-job.ts';

// A session that is written down by itself has one job for as long as it lasts: each time its program hands the transcript over, the
// job is given more to do. So all that was found in a session is one entry of the history, which one undo takes back.

/** What the job of a session is asked for; see `session.capture`. */
export interface CaptureInput {
  agent: TranscriptAgent;
  /** The session as its program names it. */
  session: string;
  path: string;
  /** The program said that the session is over. */
  over: boolean;
  /** How often it was asked for; another number means that there is more to do. */
  asked: number;
  /** When to begin, in milliseconds since 1970: once the transcript is quiet. */
  dueAt: number;
}

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

export const inputOf = (job: JobRecord): CaptureInput => job.input as unknown as CaptureInput;

export function positionOf({ position }: JobRecord): CapturePosition {
  return { read: {}, over: false, tookMs: 0, ...(position as Partial<CapturePosition>) };
}

/** When a job is to begin that is asked for now. The end of a session comes once. */
export function dueAt(now: number, over: boolean, job: JobRecord | null): number {
  const tookMs = job === null ? 0 : positionOf(job).tookMs;
  const rest = over ? 0 : REST_PER_MS * tookMs;
  return now + Math.round(Math.min(Math.max(QUIET_MS, rest), MAX_JOB_WAIT_MS));
}
