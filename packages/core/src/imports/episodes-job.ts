import { basename, dirname } from 'node:path';
import { AppError, type EpisodesResult, shorten, toFailure } from '@twicewise/contract';
import { type Fields, type InParts, inTurns, sessionOfLog } from '@twicewise/ingest';
import { createRedactor, type Redactor, redactRequest } from '@twicewise/redaction';
import { episodeOfSession, sessionsByNativeId } from '@twicewise/store';
import { graphIn } from '../causes/graph-file/parse.ts';
import { createSource } from '../lessons/lesson-writer.ts';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob, type JobControl, type JobOf } from '../runtime/jobs/job-kind.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { resolvePlace } from '../runtime/references.ts';
import { markItems } from '../sessions/episodes/item-hash.ts';
import { EPISODES_JOB, type EpisodesInput } from '../sessions/episodes/queue-reading.ts';
import { type EpisodeReader, type FiledEpisode, LOGS, READERS, readerOfFile } from '../sessions/episodes/readers.ts';
import {
  type ExtractedEpisode,
  findStanding,
  isOfFile,
  type RecordingResult,
  recordExtracted,
  recordedNote,
} from '../sessions/episodes/record-extracted.ts';
import { MAX_REASON, nameIn, withNote } from './file-notes.ts';
import { type GraphInput, type GraphProgress, NO_GRAPHS, readGraphFile } from './graph-file.ts';
import { filesToImport, type ImportFile, inImportOrder, openImportFile } from './import-file.ts';

/** Maximum length of a session's name, in UTF-16 units. */
const MAX_NAME = 256;

type EpisodesJob = JobOf<EpisodesInput>;

/** Counts so far; stored in the job's position, so that they continue after a restart. */
interface Progress extends Omit<EpisodesResult, 'graphs'>, GraphProgress {
  /** The last file processed, in the order of names. */
  after: string | null;
  /** Causal graphs among the files. They are read last, because they name episodes from other files. */
  later: readonly string[];
}

const NOTHING_YET: Progress = {
  after: null,
  later: [],
  files: 0,
  made: 0,
  changed: 0,
  unchanged: 0,
  redacted: 0,
  bad: 0,
  badFiles: [],
  unreadable: 0,
  noted: 0,
  notedFiles: [],
  within: 0,
  sourceId: null,
  graphs: NO_GRAPHS,
};

/** A file, and the causal graph that it contains, if any. */
interface Opened extends ImportFile {
  graph: Fields | null;
}

const AS_LOG = 'left as it is: it was read as a session log before. Delete that session to have it as an episode file';

class EpisodeWriter {
  readonly #input: EpisodesInput;
  readonly #redactor: Redactor = createRedactor({ homePaths: true, emails: true });

  constructor(input: EpisodesInput) {
    this.#input = input;
  }

  /** Opens a file, or returns the redacted reason why not. */
  async open(path: string): Promise<Opened | string> {
    try {
      const file = await openImportFile(path, this.#input.path);
      return { ...file, graph: graphIn(file.text) };
    } catch (error) {
      return this.#reason(error);
    }
  }

  #reason(error: unknown): string {
    const reason = error instanceof AppError ? toFailure(error, () => {}).message : (error as Error).message;
    return shorten(this.#redactor.redactText(reason).text, MAX_REASON);
  }

  /** Reads a file in small parts without writing. Returns its redacted contents, or the redacted reason why it is not usable. */
  *read(path: string, { text, sha256 }: ImportFile): InParts<Found | string> {
    try {
      const reader = readerOfFile(this.#input.format, text);
      const episode = yield* reader.read({ name: basename(path), text });
      yield;
      // Ids are kept: the session's name is an identity, like the episode's.
      const named = { ...episode, sessionId: episode.session.nativeId };
      const { value, found } = redactRequest(this.#redactor, named);
      const { sessionId, ...clean } = value;
      yield;
      const { decisions, events } = clean.content;
      const content = { ...clean.content, decisions: markItems(decisions), events: markItems(events) };
      const session = { ...clean.session, nativeId: sessionId };
      return { path, sha256, reader, episode: { ...clean, session, content }, redacted: found.length };
    } catch (error) {
      return this.#reason(error);
    }
  }

  /**
   * The session of a file: the requested one, otherwise the one that it names. If another log in another folder has the same
   * name, the folder is added to it.
   */
  #placeOf(context: WriteContext, found: Named, fresh: Parameters<typeof resolvePlace>[2]) {
    const { projectId, sessionId } = this.#input;
    const { system } = found.reader;
    const names = sessionId === undefined && system === LOGS.system ? namesOf(found) : [sessionId ?? found.session];
    for (const [at, name] of names.entries()) {
      const { project, session } = resolvePlace(context, { projectId, sessionId: name }, fresh);
      if (session === null) throw new Error('a named session was not resolved');
      const isLast = at === names.length - 1;
      if (isLast || findStanding(context, session.id, { ...found, system }) !== 'of another file')
        return { name, place: { projectId: project.id, sessionId: session.id } };
    }
    throw new Error('a file without a name');
  }

  /**
   * Whether an episode file stands here as the log for which an earlier version took it. It would be stored a second time, with what
   * a person corrected in the first left behind.
   */
  #wasReadAsLog({ db }: WriteContext, path: string): boolean {
    return sessionsByNativeId(db, sessionOfLog(basename(path)), null).some(({ id }) => {
      const known = episodeOfSession(db, id);
      return known?.deletedAt === null && isOfFile(db, known, path, LOGS.system);
    });
  }

  /** Writes one episode: creates it, updates it or leaves it unchanged. Returns a note for people, or null. */
  write(context: WriteContext, { path, sha256, reader, episode, redacted }: Found, progress: Progress): string | null {
    const isOther = reader !== READERS[this.#input.format];
    if (isOther && this.#wasReadAsLog(context, path)) {
      progress.unchanged++;
      return AS_LOG;
    }
    const { session, content, nativeId } = episode;
    const { goal, branch, endedAt } = session;
    const startedAt = session.startedAt ?? content.occurredAt;
    const fresh = {
      agent: null,
      goal: goal && shorten(goal, 2000),
      branch,
      startedAt: startedAt ?? context.at,
      endedAt,
    };
    const quality = startedAt === null ? ('unknown' as const) : content.timeQuality;
    const when = { ...fresh, timeQuality: quality };
    const { place, name } = this.#placeOf(context, { session: session.nativeId, content, path, reader }, when);
    const origin = () => ({
      sourceId: createSource(context, {
        system: reader.system,
        path,
        sha256,
        importer: reader.system,
        ruleVersion: reader.rules,
      }),
      sourcePointer: null,
      ruleVersion: reader.rules,
    });
    const named = name === session.nativeId ? nativeId : nativeId.replace(session.nativeId, () => name);
    const recorded = recordExtracted(context, place, { nativeId: named, content, path, system: reader.system }, origin);
    countRecorded(progress, recorded, redacted);
    return recordedNote(context, place.sessionId, recorded, this.#redactor);
  }
}

interface Named extends Pick<ExtractedEpisode, 'content' | 'path'> {
  /** The session's name in the file. */
  session: string;
  reader: EpisodeReader;
}

/** Maximum number of folders added to a session's name. */
const MAX_FOLDERS = 3;

/** Possible names of a session: its own, and with the folders of its file. */
function namesOf({ session, path }: Named): string[] {
  const names = [session];
  let folder = dirname(path);
  for (let n = 0; n < MAX_FOLDERS && basename(folder) !== ''; n++, folder = dirname(folder))
    names.push(shorten(`${basename(folder)}/${names.at(-1)}`, MAX_NAME));
  return names;
}

function countRecorded(progress: Progress, recorded: RecordingResult, redacted: number): void {
  const isMade = recorded === 'made' || recorded === 'made without id';
  if (isMade) progress.made++;
  else if (recorded === 'changed') progress.changed++;
  else progress.unchanged++;
  if (isMade || recorded === 'changed') progress.redacted += redacted;
}

interface Found {
  path: string;
  sha256: string;
  reader: EpisodeReader;
  episode: FiledEpisode;
  redacted: number;
}

function resultOf({
  after: _,
  later: _later,
  within: _within,
  sourceId: _source,
  graphs,
  ...result
}: Progress): EpisodesResult {
  return graphs.files === 0 ? result : { ...result, graphs };
}

/** The job's position after a file; a postponed file is noted in `later`. */
function behind(path: string, { after, later }: Progress): Pick<Progress, 'after' | 'later'> {
  return later[0] === path ? { after, later: later.slice(1) } : { after: path, later };
}

/** Reads a graph file, or postpones it until all other files are read. */
async function readGraph(
  graph: GraphInput,
  job: EpisodesJob,
  before: Progress,
  control: JobControl,
): Promise<Progress> {
  const { path } = graph;
  if (before.later[0] !== path) {
    const next = { ...before, after: path, later: [...before.later, path] };
    await control.step(() => ({ position: { ...next } }));
    return next;
  }
  const whole = (read: GraphProgress) => ({ ...before, ...read, files: before.files + 1, ...behind(path, before) });
  const read = await readGraphFile(graph, job, before, control, (progress, isWhole) =>
    isWhole ? { done: before.files + 1, position: whole(progress) } : { position: { ...before, ...progress } },
  );
  return whole(read);
}

/** Reads one file and writes its contents in one step. */
async function readOne(
  path: string,
  job: EpisodesJob,
  writer: EpisodeWriter,
  before: Progress,
  control: JobControl,
): Promise<Progress> {
  const { path: top, projectId } = job.input;
  const file = await writer.open(path);
  if (typeof file !== 'string' && file.graph !== null) {
    return readGraph(
      { path, projectId, name: nameIn(top, path), sha256: file.sha256, value: file.graph },
      job,
      before,
      control,
    );
  }
  const turn = () => control.pause();
  const found = typeof file === 'string' ? file : await inTurns(writer.read(path, file), turn, STEP_MS);
  let next = before;
  await control.step((context) => {
    next = { ...before, files: before.files + 1, ...behind(path, before) };
    if (typeof found === 'string') {
      next.bad++;
      next.badFiles = withNote(next.badFiles, nameIn(top, path), [found]);
    } else {
      const note = writer.write(context, found, next);
      const notes = [...(note === null ? [] : [note]), ...found.episode.notes];
      if (notes.length > 0) next.noted++;
      next.notedFiles = withNote(next.notedFiles, nameIn(top, path), notes);
    }
    // The summary is of one step; the totals are in the job's result.
    context.record.finish({ name: 'job.episodes', summary: job.title, jobId: job.id });
    return { done: next.files, position: { ...next } };
  });
  return next;
}

/**
 * Reads episodes from files, one transaction each: each valid file is stored whole and each invalid one is named. Running it
 * again updates only what changed.
 */
export const readEpisodes = defineJob(EPISODES_JOB, async (job, control) => {
  const { input } = job;
  const { paths, unreadable } = await filesToImport(input.path, READERS[input.format].accepts);
  const writer = new EpisodeWriter(input);
  let progress: Progress = { ...NOTHING_YET, ...(job.position as Partial<Progress>), unreadable };
  await control.step(() => ({ total: paths.length }));
  for (const path of paths.filter((one) => progress.after === null || inImportOrder(one, progress.after) > 0)) {
    progress = await readOne(path, job, writer, progress, control);
    await control.pause();
  }
  for (let [path] = progress.later; path !== undefined; [path] = progress.later) {
    progress = await readOne(path, job, writer, progress, control);
    await control.pause();
  }
  return resultOf(progress);
});
