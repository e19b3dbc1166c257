import * as z from 'zod';
import { ERROR_REASONS } from '../errors.ts';
import { jobId, operationId } from './ids.ts';
import { instant } from './time.ts';

const count = z.int().min(0);

/** What an import of a file of lessons achieved; the result of a job of kind `import`. */
export const lessonsResult = z.object({
  imported: count,
  /** Lines whose id the memory has already. */
  alreadyThere: count,
  /** Secrets, home folders and addresses that were taken out. */
  redacted: count,
  /** Names of the first 20 projects that lessons went to. */
  projects: z.array(z.string()),
  /** Lines of the file that are not empty, bad ones too. */
  lines: count,
  bad: count,
  /** The first 20 bad lines, counted from 1, and what is wrong with each. */
  badLines: z.array(z.object({ line: count, reason: z.string() })),
  /** Fields that mean nothing here and are kept with their lessons: name → lessons that have it, the first 20. */
  keptFields: z.record(z.string(), count),
});
/** See {@link lessonsResult}. */
export type LessonsResult = z.infer<typeof lessonsResult>;

/** What a reading of transcripts achieved; the result of a job of kind `history`, and of kind `capture` for one session. */
export const transcriptsResult = z.object({
  /** Transcripts that were looked at. */
  files: count,
  /** Sessions that were not known before. */
  sessions: count,
  /** Drafts that were made. */
  drafts: count,
  /** Drafts that the memory has already, decided or not. */
  alreadyThere: count,
  /** Secrets, home folders and addresses that were taken out. */
  redacted: count,
  badLines: count,
  /** Files that could not be read, and findings that make no lesson. */
  unreadable: count,
  /** Types of records, and versions of the program, that are not known here → how often; the first 20. */
  unknown: z.record(z.string(), count),
  /** Episodes that were made, and those that were brought up to date; absent in results from before there were any. */
  episodes: count.optional(),
  episodesChanged: count.optional(),
  /** Transcripts of which an episode could not take something, or all; absent as above. */
  noted: count.optional(),
  /** The first 20 of them, and what was left out. */
  notedFiles: z.array(z.object({ file: z.string(), reason: z.string() })).optional(),
});
/** See {@link transcriptsResult}. */
export type TranscriptsResult = z.infer<typeof transcriptsResult>;

/** What a change of many lessons achieved; the result of a job of kind `change`. */
export const changeResult = z.object({
  changed: count,
  /** Lessons of the preview that something else changed before their turn came; they were left as they are. */
  changedMeanwhile: count,
});
/** See {@link changeResult}. */
export type ChangeResult = z.infer<typeof changeResult>;

/** What a taking back of many writes achieved; the result of a job of kind `undo`. */
export const undoResult = z.object({
  undone: count,
  /** Writes that stay as they are, because something else changed what they wrote or it is damaged. */
  conflicts: count,
  /** The first fifty of them. */
  examples: z.array(z.object({ operationId, summary: z.string(), message: z.string() })),
});
/** See {@link undoResult}. */
export type UndoResult = z.infer<typeof undoResult>;

/** What an export achieved; the result of a job of kind `export`. */
export const exportResult = z.object({
  bytes: count,
  sha256: z.string(),
  records: count,
  /** Places in which something was replaced. */
  redacted: count,
});
/** See {@link exportResult}. */
export type ExportResult = z.infer<typeof exportResult>;

/** What an import of a bundle achieved; the result of a job of kind `bundle`. */
export const bundleResult = z.object({
  /** Records that were made or changed. */
  written: count,
  /** Records that are as they were: identical, or the version here was kept. */
  left: count,
  /** Records that differ and that nobody decided on, or that were changed here meanwhile. */
  undecided: count,
  /** Secrets that were taken out. */
  redacted: count,
});
/** See {@link bundleResult}. */
export type BundleResult = z.infer<typeof bundleResult>;

/** What was found in causal graph files among the files that were read. */
export const graphsResult = z.object({
  files: count,
  /** Claims that were not there before, one for each edge and each pattern that says something. */
  made: count,
  /** Claims that were brought up to date with their file. */
  changed: count,
  /** Edges and patterns that are there as the file says them, or that the memory knows from its own records. */
  unchanged: count,
  /** Things that the files have, and those of them without an edge whose episodes are in the memory: they are derived. */
  nodes: count,
  derived: count,
  /** Things without an edge whose episodes are not there: nothing of them is kept. */
  nodesLeft: count,
  /** Parts that could not be taken, or not whole. */
  faults: count,
  /** The first 50 of them: the file with a JSON pointer, and why. */
  named: z.array(z.object({ at: z.string(), reason: z.string() })),
});
/** See {@link graphsResult}. */
export type GraphsResult = z.infer<typeof graphsResult>;

/** What a reading of episodes achieved; the result of a job of kind `episodes`. */
export const episodesResult = z.object({
  /** Files that were looked at. */
  files: count,
  /** Episodes that were not there before. */
  made: count,
  /** Episodes that were brought up to date with their file. */
  changed: count,
  /** Episodes that are as they were: the file says the same, or somebody else wrote them. */
  unchanged: count,
  /** Secrets, home folders and addresses that were taken out. */
  redacted: count,
  bad: count,
  /** The first 20 files that could not be used, and why. */
  badFiles: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Folders that could not be looked into. */
  unreadable: count,
  /** Files of which something could not be taken, such as a link that closes a circle. */
  noted: count,
  /** The first 20 of them, and what was left out. */
  notedFiles: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Absent where no file was a causal graph. */
  graphs: graphsResult.exactOptional(),
});
/** See {@link episodesResult}. */
export type EpisodesResult = z.infer<typeof episodesResult>;

/** Slow work: survives a restart, shows progress, can be cancelled. */
export const job = z.object({
  id: jobId,
  seq: z.int(),
  kind: z.enum([
    'import',
    'sample',
    'embed',
    'history',
    'change',
    'merge',
    'undo',
    'export',
    'bundle',
    'episodes',
    'capture',
  ]),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** What is being worked on, for people. */
  title: z.string(),
  done: z.int(),
  /** Null until known. */
  total: z.int().nullable(),
  /** What it achieved, by kind; see {@link lessonsResult}, {@link transcriptsResult}, {@link changeResult}, {@link exportResult}, {@link bundleResult} and {@link episodesResult}. Null until it is done. */
  result: z.record(z.string(), z.json()).nullable(),
  /** Why it failed or was cancelled. `partly_undone`: something that it wrote was changed meanwhile and could not be taken back. */
  error: z
    .object({ code: z.string(), reason: z.enum(ERROR_REASONS).exactOptional(), message: z.string(), hint: z.string() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
});
/** See {@link job}. */
export type Job = z.infer<typeof job>;
