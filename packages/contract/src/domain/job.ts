import * as z from 'zod';
import { ERROR_REASONS } from '../errors.ts';
import { TRANSCRIPT_AGENTS } from '../facts/transcripts.ts';
import { jobId, operationId, sourceId } from './ids.ts';
import { instant } from './time.ts';

const count = z.int().min(0);

/** The result of a job of kind `import`, which imports a file of lessons. */
export const lessonsResult = z.object({
  imported: count,
  /** Lines whose id is already in the memory. Their lessons stay as they are, with the source that they came from. */
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
  /**
   * Words for outcomes that count as unknown here and are kept with their lessons: word → lessons, the first 20; absent in results from
   * before they were counted.
   */
  unknownOutcomes: z.record(z.string(), count).exactOptional(),
  /**
   * The source of the new lessons, by which `reflection.list` finds them; absent where none is new, and in results from before it was
   * said.
   */
  sourceId: sourceId.exactOptional(),
  /** New lessons that the file calls rejected, which a list leaves out unless asked for; absent as above. */
  rejected: count.exactOptional(),
});
/** See {@link lessonsResult}. */
export type LessonsResult = z.infer<typeof lessonsResult>;

/** The result of reading transcripts: of a job of kind `history` or, for one session, `capture`. */
export const transcriptsResult = z.object({
  /** The program whose past sessions were read; absent for a `capture`, and in results from before it was said. */
  agent: z.enum(TRANSCRIPT_AGENTS).exactOptional(),
  /** Transcripts that were examined. */
  files: count,
  /** Sessions that were not known before. */
  sessions: count,
  /** Drafts that were made. */
  drafts: count,
  /** Drafts that are already in the memory, decided or not. */
  alreadyThere: count,
  /** Secrets, home folders and addresses that were taken out. */
  redacted: count,
  badLines: count,
  /** Files that could not be read, and findings that yield no lesson. */
  unreadable: count,
  /** Unknown record types and program versions → how often; the first 20. */
  unknown: z.record(z.string(), count),
  /** Episodes that were made or updated; absent in results from before episodes existed. */
  episodes: count.optional(),
  episodesChanged: count.optional(),
  /** Attempts that were found or updated; absent in results from before attempts existed. */
  attempts: count.optional(),
  attemptsChanged: count.optional(),
  /** Transcripts of which an episode could not use a part, or anything; absent as above. */
  noted: count.optional(),
  /** The first 20 of them, and what was left out. */
  notedFiles: z.array(z.object({ file: z.string(), reason: z.string() })).optional(),
});
/** See {@link transcriptsResult}. */
export type TranscriptsResult = z.infer<typeof transcriptsResult>;

/** The result of a job of kind `change`, which changes many lessons, or `changeEpisodes`. */
export const changeResult = z.object({
  changed: count,
  /** Those of the preview that changed before the job was through with them. What it had not begun by then was left as it is. */
  changedMeanwhile: count,
});
/** See {@link changeResult}. */
export type ChangeResult = z.infer<typeof changeResult>;

/** The result of a job of kind `undo`, which takes back many writes. */
export const undoResult = z.object({
  undone: count,
  /** Writes that were not taken back, because their records changed since or are damaged. */
  conflicts: count,
  /** The first 50 of them. */
  examples: z.array(z.object({ operationId, summary: z.string(), message: z.string() })),
});
/** See {@link undoResult}. */
export type UndoResult = z.infer<typeof undoResult>;

/** The result of a job of kind `export`. */
export const exportResult = z.object({
  bytes: count,
  sha256: z.string(),
  records: count,
  /** Places where something was replaced. */
  redacted: count,
});
/** See {@link exportResult}. */
export type ExportResult = z.infer<typeof exportResult>;

/** The result of a job of kind `bundle`, which imports a bundle. */
export const bundleResult = z.object({
  /** Records that were made or changed. */
  written: count,
  /** Records that did not change: identical ones, and those where the version here was kept. */
  left: count,
  /** Records that differ without a decision, or that changed here in the meantime. */
  undecided: count,
  /** Secrets that were replaced. */
  redacted: count,
});
/** See {@link bundleResult}. */
export type BundleResult = z.infer<typeof bundleResult>;

/** The causal graph files among the files that were read. */
export const graphsResult = z.object({
  files: count,
  /** New claims, one for each edge or pattern that a file states. */
  made: count,
  /** Claims that were updated from their file. */
  changed: count,
  /** Edges and patterns that the memory already has as the file states them, or derives from its own records. */
  unchanged: count,
  /** Things that the files have, and those of them without an edge whose episodes are in the memory: they are derived. */
  nodes: count,
  derived: count,
  /** Nodes without an edge whose episodes are not in the memory; they are not kept. */
  nodesLeft: count,
  /** Parts that could not be imported, or only in part. */
  faults: count,
  /** The first 50 of them: the file with a JSON pointer, and why. */
  named: z.array(z.object({ at: z.string(), reason: z.string() })),
});
/** See {@link graphsResult}. */
export type GraphsResult = z.infer<typeof graphsResult>;

/** The result of a job of kind `episodes`, which reads episode files. */
export const episodesResult = z.object({
  /** Files that were examined. */
  files: count,
  /** Episodes that were not there before. */
  made: count,
  /** Episodes that were updated from their file. */
  changed: count,
  /** Episodes that did not change: the file says the same, or somebody else wrote them. */
  unchanged: count,
  /** Secrets, home folders and addresses that were taken out. */
  redacted: count,
  bad: count,
  /** The first 20 files that could not be used, and why. */
  badFiles: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Folders that could not be read. */
  unreadable: count,
  /** Files with parts that could not be used, such as a link that closes a cycle. */
  noted: count,
  /** The first 20 of them, and what was left out. */
  notedFiles: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Absent where no file was a causal graph. */
  graphs: graphsResult.exactOptional(),
});
/** See {@link episodesResult}. */
export type EpisodesResult = z.infer<typeof episodesResult>;

/** The result of a job of kind `loops`, which reads records and states of Reflexion loops. */
export const loopsResult = z.object({
  /** Files that were examined. */
  files: count,
  /** Attempts that were not there before, and those that were updated from their file. */
  attempts: count,
  attemptsChanged: count,
  /** States of loops that were not there before, and those that were updated: each is the episode of its session. */
  loops: count,
  loopsChanged: count,
  /** Files that say what the memory has already. */
  unchanged: count,
  /** Secrets, home folders and addresses that were taken out. */
  redacted: count,
  bad: count,
  /** The first 20 files that could not be used, and why. */
  badFiles: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Files of which a part was left out. */
  noted: count,
  /** The first 20 of them, and what was left out. */
  notedFiles: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Folders that could not be read. */
  unreadable: count,
});
/** See {@link loopsResult}. */
export type LoopsResult = z.infer<typeof loopsResult>;

/** The result of a job of kind `turns`, which reads a memory of contexts and summaries. */
export const turnsResult = z.object({
  turns: count,
  summaries: count,
  /** Contexts and summaries that the memory has already. */
  alreadyThere: count,
  /** Secrets that were taken out. */
  redacted: count,
  /** Contexts whose id the project has with another text; they were left out. */
  other: count,
  /** Ids of the first 20 of them. */
  otherIds: z.array(z.string()),
  /** Fields of the file beside contexts and summaries, which are not kept. */
  unknown: z.array(z.string()),
});
/** See {@link turnsResult}. */
export type TurnsResult = z.infer<typeof turnsResult>;

/** Long-running work: it survives a restart, shows progress and can be cancelled. */
export const job = z.object({
  id: jobId,
  seq: z.int(),
  kind: z.enum([
    'import',
    'sample',
    'embed',
    'history',
    'change',
    'changeEpisodes',
    'merge',
    'undo',
    'export',
    'bundle',
    'episodes',
    'loops',
    'turns',
    'capture',
  ]),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** What is being worked on, for people. */
  title: z.string(),
  done: z.int(),
  /** Null until the total is known. */
  total: z.int().nullable(),
  /**
   * The result, by kind; see {@link lessonsResult}, {@link transcriptsResult}, {@link changeResult}, {@link exportResult}, {@link
   * bundleResult}, {@link episodesResult}, {@link loopsResult} and {@link turnsResult}. Null until the job is done.
   */
  result: z.record(z.string(), z.json()).nullable(),
  /**
   * Why it failed or was cancelled. `partly_undone`: some of its writes could not be taken back, because their records had
   * changed.
   */
  error: z
    .object({ code: z.string(), reason: z.enum(ERROR_REASONS).exactOptional(), message: z.string(), hint: z.string() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
});
/** See {@link job}. */
export type Job = z.infer<typeof job>;
