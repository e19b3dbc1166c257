import { basename, dirname, extname } from 'node:path';
import {
  AppError,
  IMPORTERS,
  type LoopsResult,
  loopsResult,
  type Outcome,
  parseJson,
  type Session,
  shorten,
  toFailure,
} from '@twicewise/contract';
import {
  badFile,
  type Fields,
  type InParts,
  inTurns,
  isFields,
  isLoopRecord,
  LOOP_RULES,
  type LoopAttempt,
  type LoopRecordFile,
  type LoopStateFile,
  readLoopRecord,
  readLoopState,
  refuseUnfit,
} from '@twicewise/ingest';
import { createRedactor, type Redactor } from '@twicewise/redaction';
import { episodeOfSession, getSession } from '@twicewise/store';
import * as z from 'zod';
import { type LoopFound, recordLoopAttempt, refuseUnfitLoop } from '../attempts/record-loop.ts';
import { createSource } from '../lessons/lesson-writer.ts';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob, type JobControl, type JobKind, type JobOf } from '../runtime/jobs/job-kind.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { resolvePlace, type WritePlace } from '../runtime/references.ts';
import { markItems } from '../sessions/episodes/item-hash.ts';
import { recordExtracted, recordedNote } from '../sessions/episodes/record-extracted.ts';
import { summaryAfter } from '../sessions/read-summary.ts';
import { MAX_REASON, nameIn, withNote } from './file-notes.ts';
import { filesToImport, type ImportFile, inImportOrder, openImportFile } from './import-file.ts';
import { unlessUnfit } from './unless-unfit.ts';

const input = z.object({ path: z.string(), projectId: z.string().optional() });
/** The input of a job that reads files of loops; see `import.loops`. */
export type LoopsInput = z.infer<typeof input>;

/** Reads the records and states of Reflexion loops. */
export const LOOPS_JOB = { kind: 'loops', lane: 'imports', input, result: loopsResult } satisfies JobKind;

/** Name of the source system. */
const LOOPS = IMPORTERS.loops;

/** Counts so far; stored in the job's position, so that they continue after a restart. */
interface Progress extends LoopsResult {
  /** The last file processed. */
  after: string | null;
}

const NOTHING_YET: Progress = {
  after: null,
  files: 0,
  attempts: 0,
  attemptsChanged: 0,
  loops: 0,
  loopsChanged: 0,
  unchanged: 0,
  redacted: 0,
  bad: 0,
  badFiles: [],
  noted: 0,
  notedFiles: [],
  unreadable: 0,
};

/** What a file holds, with secrets replaced. */
type Found = { path: string; sha256: string; redacted: number } & (
  | { kind: 'record'; record: LoopRecordFile }
  | { kind: 'state'; state: LoopStateFile; loopId: string }
);

/** Maximum number of attempts that are written in one step; requests wait for the end of a step. */
const ATTEMPTS_PER_STEP = 20;

/** How far the writing of one file has come. */
interface Writing {
  progress: Progress;
  /** The source record, once something is written. */
  sourceId: string | null;
  /** Attempts that were written or looked at. */
  written: number;
  /** What was left out, for people. */
  notes: string[];
  isDone: boolean;
}

/** A file of one loop is called after what it is; its folder has the name of the loop. */
function nameOfFile(path: string): string {
  const name = basename(path, extname(path));
  return shorten(/^(?:current-loop|loop-state|state)$/.test(name) ? basename(dirname(path)) : name, 256);
}

class LoopWriter {
  readonly #input: LoopsInput;
  readonly #redactor: Redactor = createRedactor({ homePaths: true, emails: true });

  constructor(asked: LoopsInput) {
    this.#input = asked;
  }

  /** The name of a file for people, without secrets. */
  named(path: string): string {
    return this.#redactor.redactText(nameIn(this.#input.path, path)).text;
  }

  /** Opens a file, or returns the reason why it is of no use. */
  async open(path: string): Promise<ImportFile | string> {
    try {
      return await openImportFile(path, this.#input.path);
    } catch (error) {
      return this.#reason(error);
    }
  }

  #reason(error: unknown): string {
    const reason = error instanceof AppError ? toFailure(error, () => {}).message : (error as Error).message;
    return shorten(this.#redactor.redactText(reason).text, MAX_REASON);
  }

  /** Reads a file in small parts without writing. Returns what it holds, or the reason why it is of no use. */
  *read(path: string, { text, sha256 }: ImportFile): InParts<Found | string> {
    try {
      const file = parseJson(text);
      if (!isFields(file)) throw badFile('it is no JSON object');
      const value: Fields = {};
      let redacted = 0;
      for (const [key, item] of Object.entries(file)) {
        yield;
        // Each field by itself, so that a large file is read in parts; and none of them says which file is meant, as in a request.
        const clean = this.#redactor.redact({ [key]: item });
        Object.assign(value, clean.value);
        redacted += clean.found.length;
      }
      yield;
      const common = { path, sha256, redacted };
      if (isLoopRecord(value)) return { ...common, kind: 'record', record: readLoopRecord(value) };
      const state = readLoopState(value);
      yield;
      refuseUnfit(state.content);
      return { ...common, kind: 'state', state, loopId: state.loopId ?? nameOfFile(path) };
    } catch (error) {
      return this.#reason(error);
    }
  }

  /** Why the record of an iteration cannot be stored; null where it can. Of a state, each iteration is asked when it is written. */
  whyUnfit(context: WriteContext, found: Found): string | null {
    if (found.kind === 'state') return null;
    const { record, path } = found;
    const result = unlessUnfit(() => {
      refuseUnfitLoop(context, { attempt: record, loopId: record.loopId, path });
      return null;
    });
    return result && shorten(result.message, MAX_REASON);
  }

  /** Writes a part of what a file holds; called until it is done, each time in its own transaction. */
  write(context: WriteContext, found: Found, before: Writing): Writing {
    const next: Writing = { ...before, progress: { ...before.progress }, notes: [...before.notes] };
    const source = () => {
      const { path, sha256 } = found;
      next.sourceId ??= createSource(context, {
        system: LOOPS,
        path,
        sha256,
        importer: LOOPS,
        ruleVersion: LOOP_RULES,
      });
      return next.sourceId;
    };
    const attempts = found.kind === 'record' ? [found.record] : found.state.attempts;
    const loopId = found.kind === 'record' ? found.record.loopId : found.loopId;
    const place = this.#placeOf(context, found);
    const part = attempts.slice(before.written, before.written + ATTEMPTS_PER_STEP);
    this.#writeAttempts(context, place, part, { loopId, path: found.path, source }, next);
    next.written += part.length;
    next.isDone = next.written >= attempts.length;
    if (next.isDone && found.kind === 'state') this.#writeState(context, place, found, source, next);
    if (!next.isDone) return next;
    if (next.sourceId !== null) next.progress.redacted += found.redacted;
    else if (next.notes.length === 0) next.progress.unchanged++;
    return next;
  }

  /** The session of a loop. It is made with all that is known of it: an undo needs one change of each record in an operation. */
  #placeOf(context: WriteContext, found: Found): WritePlace {
    const { loopId, task, startedAt, endedAt } = found.kind === 'record' ? found.record : began(found);
    const start = startedAt ?? endedAt ?? context.at;
    const fresh = {
      agent: null,
      goal: shorten(task, 2000),
      startedAt: start,
      timeQuality: startedAt === null && endedAt === null ? 'unknown' : 'exact',
      ...(found.kind === 'record' ? {} : stateFields({ ...UNKNOWN, startedAt: start }, found.state, null, context.at)),
    };
    return resolvePlace(context, { projectId: this.#input.projectId, sessionId: loopId }, fresh);
  }

  #writeState(
    context: WriteContext,
    place: WritePlace,
    { state, loopId, path }: Found & { kind: 'state' },
    source: () => string,
    next: Writing,
  ): void {
    if (place.session === null) throw new Error('a named session was not resolved');
    const { id } = place.session;
    const { decisions, events } = state.content;
    const content = { ...state.content, decisions: markItems(decisions), events: markItems(events) };
    const episode = { nativeId: `episode-${loopId}`, content, path, system: LOOPS };
    const origin = () => ({ sourceId: source(), sourcePointer: null, ruleVersion: LOOP_RULES });
    const known = episodeOfSession(context.db, id)?.outcome ?? null;
    const recorded = recordExtracted(context, { projectId: place.project.id, sessionId: id }, episode, origin);
    if (recorded === 'made' || recorded === 'made without id') next.progress.loops++;
    else if (recorded === 'changed') next.progress.loopsChanged++;
    const note = recordedNote(context, id, recorded, this.#redactor);
    if (note !== null) next.notes.push(note);
    if (place.session.created || (recorded !== 'made' && recorded !== 'changed')) return;
    const session = getSession(context.db, id);
    if (session) context.record.update('session', id, stateFields(session, state, known, context.at));
  }

  /** Writes attempts of one file. One that cannot be stored is left out and named. */
  #writeAttempts(
    context: WriteContext,
    place: WritePlace,
    attempts: readonly LoopAttempt[],
    { loopId, path, source }: Omit<LoopFound, 'attempt'> & { source: () => string },
    { progress, notes }: Writing,
  ): void {
    for (const attempt of attempts) {
      const sourcePointer = `iteration ${attempt.iteration}`;
      const origin = () => ({ sourceId: source(), sourcePointer, ruleVersion: LOOP_RULES });
      const recorded = unlessUnfit(() => recordLoopAttempt(context, place, { attempt, loopId, path }, origin));
      if (typeof recorded !== 'string') notes.push(`${sourcePointer} is left out: ${recorded.message}`);
      else if (recorded === 'made') progress.attempts++;
      else if (recorded === 'changed') progress.attemptsChanged++;
      else if (recorded === 'of another file')
        notes.push(`${sourcePointer} is left out: another file says something else of it`);
    }
  }
}

type Known = Pick<Session, 'goal' | 'startedAt' | 'endedAt' | 'outcome' | 'outcomeSource' | 'workingSummary'>;

/** A session of which nothing is known. */
const UNKNOWN = {
  goal: null,
  endedAt: null,
  outcome: 'unknown',
  outcomeSource: 'defaulted',
  workingSummary: null,
} as const;

/** What the state of a loop says of its session. What somebody else said of the outcome stays; `before` is what its state said last. */
function stateFields(
  session: Known,
  { content, startedAt, endedAt, summary }: LoopStateFile,
  before: Outcome | null,
  at: string,
): Pick<Known, 'endedAt' | 'outcome' | 'outcomeSource' | 'workingSummary'> {
  const reading = { summary, startedAt: startedAt ?? session.startedAt, endedAt, title: null };
  const isOurs = session.outcomeSource === 'defaulted' || session.outcome === before;
  const { outcome, outcomeSource } = isOurs && content.outcome !== 'unknown' ? content : session;
  return {
    outcome,
    outcomeSource,
    endedAt: endedAt ?? session.endedAt,
    workingSummary: summaryAfter(session, reading, at),
  };
}

const began = ({ loopId, state: { content, startedAt, endedAt } }: Found & { kind: 'state' }) => ({
  loopId,
  task: content.task,
  startedAt,
  endedAt,
});

/** Reads one file, and writes what it holds in steps. */
async function readOne(
  path: string,
  job: JobOf<LoopsInput>,
  writer: LoopWriter,
  before: Progress,
  control: JobControl,
): Promise<Progress> {
  const file = await writer.open(path);
  const turn = () => control.pause();
  const found = typeof file === 'string' ? file : await inTurns(writer.read(path, file), turn, STEP_MS);
  const progress = { ...before, files: before.files + 1, after: path };
  let at: Writing = { progress, sourceId: null, written: 0, notes: [], isDone: false };
  while (!at.isDone) {
    const last = at;
    await control.step((context) => {
      const unfit = typeof found === 'string' ? found : writer.whyUnfit(context, found);
      at =
        typeof found === 'string' || unfit !== null
          ? refused(last, writer.named(path), unfit ?? '')
          : writer.write(context, found, last);
      // The summary is of one step; the totals are in the job's result.
      context.record.finish({ name: 'job.loops', summary: job.title, jobId: job.id });
      return { done: at.progress.files, position: { ...(at.isDone ? withNotes(at, writer.named(path)) : before) } };
    });
  }
  return withNotes(at, writer.named(path));
}

/** A file that is of no use. */
function refused(at: Writing, name: string, reason: string): Writing {
  const { progress } = at;
  const badFiles = withNote(progress.badFiles, name, [reason]);
  return { ...at, progress: { ...progress, bad: progress.bad + 1, badFiles }, isDone: true };
}

function withNotes({ progress, notes }: Writing, name: string): Progress {
  if (notes.length === 0) return progress;
  return { ...progress, noted: progress.noted + 1, notedFiles: withNote(progress.notedFiles, name, notes) };
}

/**
 * Reads records and states of loops: a good file is stored, a bad one is named with what is wrong in it. Running it again updates only
 * what changed, also after it was interrupted.
 */
export const readLoops = defineJob(LOOPS_JOB, async (job, control) => {
  const { paths, unreadable } = await filesToImport(job.input.path, (name) => name.endsWith('.json'));
  const writer = new LoopWriter(job.input);
  let progress: Progress = { ...NOTHING_YET, ...(job.position as Partial<Progress>), unreadable };
  await control.step(() => ({ total: paths.length }));
  const { after } = progress;
  for (const path of paths.filter((one) => after === null || inImportOrder(one, after) > 0)) {
    progress = await readOne(path, job, writer, progress, control);
    await control.pause();
  }
  const { after: _, ...result } = progress;
  return result;
});
