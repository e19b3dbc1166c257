import { TRANSCRIPT_AGENTS, transcriptsResult } from '@twicewise/contract';
import type { TranscriptFile } from '@twicewise/ingest';
import * as z from 'zod';
import type { JobKind } from '../runtime/jobs/job-kind.ts';

// How far an import of transcripts, or the capture of a session, has come.

/** When a transcript has not been written to for this long, its session counts as ended. In milliseconds. */
const OVER_AFTER_MS = 3_600_000;

const input = z.object({
  agent: z.enum(TRANSCRIPT_AGENTS),
  path: z.string(),
  since: z.string().exactOptional(),
  projectId: z.string().exactOptional(),
});

/** The input of an import of transcripts, or of the capture of one session. */
export interface TranscriptsInput extends z.infer<typeof input> {
  /** The one session to read, as its program names it; transcripts of others are skipped. */
  session?: string;
  /** The session has ended, however recent its transcript is. */
  over?: boolean;
}

/** A result with all counts of this version; older results lack some. */
export const wholeResult = transcriptsResult.omit({ agent: true }).required();
type Result = z.infer<typeof wholeResult>;
const result = wholeResult.extend({ agent: z.enum(TRANSCRIPT_AGENTS) });

/** The job that imports transcripts; see `import.history`. */
export const TRANSCRIPTS_JOB = { kind: 'history', lane: 'imports', input, result } satisfies JobKind;

/** Counts so far; stored in the job's position, so that they continue after a restart. */
export interface Progress extends Result {
  /** The last file read, in the order of modification times. A file modified meanwhile is read again. */
  after: { changedAt: number; path: string } | null;
}

/** The initial progress. */
export const NOTHING_YET: Progress = {
  after: null,
  files: 0,
  sessions: 0,
  drafts: 0,
  alreadyThere: 0,
  redacted: 0,
  badLines: 0,
  unreadable: 0,
  unknown: {},
  episodes: 0,
  episodesChanged: 0,
  attempts: 0,
  attemptsChanged: 0,
  noted: 0,
  notedFiles: [],
};

/** True when a transcript has been unchanged for so long that its session must have ended. */
export function isQuiet({ changedAt }: Pick<TranscriptFile, 'changedAt'>, now: number): boolean {
  return now - changedAt > OVER_AFTER_MS;
}

/** Progress of writing one transcript. */
export interface Writing {
  progress: Progress;
  /** Id of the source record; null before the first write. */
  sourceId: string | null;
  /** Number of findings, and after them of attempts, that were processed. */
  written: number;
  isDone: boolean;
}

/** A partly written transcript, as stored in the job's position. */
export type Unfinished = Pick<TranscriptFile, 'path' | 'bytes' | 'changedAt'> & Omit<Writing, 'isDone'>;

/** What a job must store to continue with a transcript; null when it is done. */
export function toUnfinished({ path, bytes, changedAt }: TranscriptFile, writing: Writing): Unfinished | null {
  const { isDone, ...soFar } = writing;
  return isDone ? null : { path, bytes, changedAt, ...soFar };
}

/** The starting point for writing a transcript: where an interrupted job stopped, if the file is unchanged. */
export function beginWriting(file: TranscriptFile, left: Unfinished | null | undefined, progress: Progress): Writing {
  const isSame = left?.path === file.path && left.bytes === file.bytes && left.changedAt === file.changedAt;
  if (!left || !isSame) return { progress, sourceId: null, written: 0, isDone: false };
  // A job that an earlier version left begins the file again, which writes nothing twice.
  return { progress: left.progress, sourceId: left.sourceId, written: left.written ?? 0, isDone: false };
}

/** The counts of a job's result. */
export function resultOf({ after: _after, ...result }: Progress): Result {
  return result;
}

/** The progress after the last part of a file was written. */
export function markRead(before: Progress, { changedAt, path }: TranscriptFile): Progress {
  return { ...before, files: before.files + 1, after: { changedAt, path } };
}

/** Whether a file was not read yet. */
export function isLeft({ after }: Progress, { changedAt, path }: TranscriptFile): boolean {
  return after === null || changedAt > after.changedAt || (changedAt === after.changedAt && path > after.path);
}
