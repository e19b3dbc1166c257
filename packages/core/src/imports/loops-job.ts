import { basename, dirname, extname } from 'node:path';
import { AppError, type LoopsResult, loopsResult, parseJson, shorten, toFailure } from '@twicewise/contract';
import {
  badFile,
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
import { createRedactor, type Redactor, redactRequest } from '@twicewise/redaction';
import * as z from 'zod';
import { type LoopFound, recordLoopAttempt, refuseUnfitLoop } from '../attempts/record-loop.ts';
import { createSource } from '../lessons/lesson-writer.ts';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob, type JobControl, type JobKind, type JobOf } from '../runtime/jobs/job-kind.ts';
import { resolvePlace, type WritePlace } from '../runtime/references.ts';
import { markItems } from '../sessions/episodes/item-hash.ts';
import { RECORDED_SAYS, recordExtracted } from '../sessions/episodes/record-extracted.ts';
import { MAX_REASON, nameIn, withNote } from './file-notes.ts';
import { filesToImport, type ImportFile, inImportOrder, openImportFile } from './import-file.ts';
import { unlessUnfit } from './unless-unfit.ts';

const input = z.object({ path: z.string(), projectId: z.string().optional() });
/** The input of a job that reads files of loops; see `import.loops`. */
export type LoopsInput = z.infer<typeof input>;

/** Reads the records and states of Reflexion loops. */
export const LOOPS_JOB = { kind: 'loops', lane: 'imports', input, result: loopsResult } satisfies JobKind;

/** Name of the source system. */
export const LOOPS = 'reflexion';

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

  /** Reads a file, or returns the reason why it is of no use. */
  async read(path: string): Promise<Found | string> {
    try {
      return this.#parse(path, await openImportFile(path, this.#input.path));
    } catch (error) {
      const reason = error instanceof AppError ? toFailure(error, () => {}).message : (error as Error).message;
      return shorten(this.#redactor.redactText(reason).text, MAX_REASON);
    }
  }

  #parse(path: string, { text, sha256 }: ImportFile): Found {
    const file = parseJson(text);
    if (!isFields(file)) throw badFile('it is no JSON object');
    const { value, found } = redactRequest(this.#redactor, file);
    const common = { path, sha256, redacted: found.length };
    if (isLoopRecord(value)) return { ...common, kind: 'record', record: readLoopRecord(value) };
    const state = readLoopState(value);
    const { decisions, events } = state.content;
    const content = { ...state.content, decisions: markItems(decisions), events: markItems(events) };
    refuseUnfit(content);
    return { ...common, kind: 'state', state: { ...state, content }, loopId: state.loopId ?? nameOfFile(path) };
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

  /** Writes what a file holds. Returns notes for people. */
  write(context: WriteContext, found: Found, next: Progress): string[] {
    let sourceId: string | null = null;
    const source = () => {
      const { path, sha256 } = found;
      sourceId ??= createSource(context, { system: LOOPS, path, sha256, importer: LOOPS, ruleVersion: LOOP_RULES });
      return sourceId;
    };
    const before = next.attempts + next.attemptsChanged + next.loops + next.loopsChanged;
    const notes =
      found.kind === 'record'
        ? this.#writeRecord(context, found.record, found.path, source, next)
        : this.#writeState(context, found, source, next);
    const isWritten = next.attempts + next.attemptsChanged + next.loops + next.loopsChanged > before;
    if (isWritten) next.redacted += found.redacted;
    else next.unchanged++;
    return notes;
  }

  #placeOf(context: WriteContext, loopId: string, { task, startedAt, endedAt }: Began): WritePlace {
    const fresh = {
      agent: null,
      goal: shorten(task, 2000),
      startedAt: startedAt ?? endedAt ?? context.at,
      timeQuality: startedAt === null && endedAt === null ? 'unknown' : 'exact',
    };
    return resolvePlace(context, { projectId: this.#input.projectId, sessionId: loopId }, fresh);
  }

  #writeRecord(context: WriteContext, record: LoopRecordFile, path: string, source: () => string, next: Progress) {
    const place = this.#placeOf(context, record.loopId, record);
    return this.#writeAttempts(context, place, [record], { loopId: record.loopId, path, source }, next);
  }

  #writeState(context: WriteContext, found: Found & { kind: 'state' }, source: () => string, next: Progress) {
    const { state, loopId, path } = found;
    const { content, startedAt, endedAt } = state;
    const place = this.#placeOf(context, loopId, { task: content.task, startedAt, endedAt });
    if (place.session === null) throw new Error('a named session was not resolved');
    const notes = this.#writeAttempts(context, place, state.attempts, { loopId, path, source }, next);
    const where = { projectId: place.project.id, sessionId: place.session.id };
    const episode = { nativeId: `episode-${loopId}`, content, path, system: LOOPS };
    const origin = () => ({ sourceId: source(), sourcePointer: null, ruleVersion: LOOP_RULES });
    const recorded = recordExtracted(context, where, episode, origin);
    if (recorded === 'made' || recorded === 'made without id') next.loops++;
    else if (recorded === 'changed') next.loopsChanged++;
    if (recorded === 'made' || recorded === 'changed') {
      const { outcome, outcomeSource } = content;
      context.record.update('session', place.session.id, { outcome, outcomeSource, endedAt });
    }
    return [...notes, ...[RECORDED_SAYS[recorded] ?? []].flat()];
  }

  /** Writes attempts of one file. One that cannot be stored is left out and named. */
  #writeAttempts(
    context: WriteContext,
    place: WritePlace,
    attempts: readonly LoopAttempt[],
    { loopId, path, source }: Omit<LoopFound, 'attempt'> & { source: () => string },
    next: Progress,
  ): string[] {
    return attempts.flatMap((attempt) => {
      const origin = () => ({
        sourceId: source(),
        sourcePointer: `iteration ${attempt.iteration}`,
        ruleVersion: LOOP_RULES,
      });
      const recorded = unlessUnfit(() => recordLoopAttempt(context, place, { attempt, loopId, path }, origin));
      if (typeof recorded !== 'string') return [`iteration ${attempt.iteration} is left out: ${recorded.message}`];
      if (recorded === 'made') next.attempts++;
      else if (recorded === 'changed') next.attemptsChanged++;
      return recorded === 'of another file'
        ? [`iteration ${attempt.iteration} is left out: another file says something else of it`]
        : [];
    });
  }
}

interface Began {
  task: string;
  startedAt: string | null;
  endedAt: string | null;
}

/** Reads one file and writes its contents in one step. */
async function readOne(
  path: string,
  job: JobOf<LoopsInput>,
  writer: LoopWriter,
  before: Progress,
  control: JobControl,
): Promise<Progress> {
  const found = await writer.read(path);
  let next = before;
  await control.step((context) => {
    next = { ...before, files: before.files + 1, after: path };
    const unfit = typeof found === 'string' ? found : writer.whyUnfit(context, found);
    if (typeof found === 'string' || unfit !== null) {
      next.bad++;
      next.badFiles = withNote(next.badFiles, writer.named(path), [unfit ?? '']);
    } else {
      const notes = writer.write(context, found, next);
      if (notes.length > 0) next.noted++;
      next.notedFiles = withNote(next.notedFiles, writer.named(path), notes);
    }
    // The summary is of one step; the totals are in the job's result.
    context.record.finish({ name: 'job.loops', summary: job.title, jobId: job.id });
    return { done: next.files, position: { ...next } };
  });
  return next;
}

/**
 * Reads records and states of loops, one file in one transaction: a good one is stored whole, a bad one is named with what is wrong
 * in it. Running it again updates only what changed.
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
