import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  author,
  BUNDLE_KINDS,
  type BundleResult,
  bundleResult,
  contract,
  IMPORTERS,
  NOTHING_CHANGED,
  type OutputOf,
  type ParsedInputOf,
} from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { defineJob, type JobControl, type JobKind, type RunJob } from '../runtime/jobs/job-kind.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import { behindJob } from '../runtime/person-only.ts';
import { type PreparedTexts, prepareTexts } from '../turns/prepared-texts.ts';
import { allOrNothing } from '../undo/take-back.ts';
import { type ImportPosition, type Plan, RecordWriter } from './apply.ts';
import { type Bundle, openBundle } from './open-bundle.ts';
import { parseLine } from './parse-line.ts';
import type { Carried } from './record-lines.ts';
import { cleaner, linesOf, survey } from './survey.ts';

type Input = ParsedInputOf<'bundle.import'>;

const bundleInput = z.object({
  ...contract['bundle.import'].input.shape,
  /** Who asked for the import, if that was not a person. */
  asker: author.exactOptional(),
});
type BundleInput = z.infer<typeof bundleInput>;

/** The job that imports a bundle. */
export const BUNDLE_JOB = {
  kind: 'bundle',
  lane: 'imports',
  input: bundleInput,
  result: bundleResult,
} satisfies JobKind;

/** Maximum number of records per step. */
const PER_STEP = 500;
/** Approximate number of characters read ahead of a step; one line may have more than a megabyte. */
const READ_AHEAD = 1_000_000;

/** Implements `bundle.preview`. */
export async function previewImport(
  { path, mapping }: ParsedInputOf<'bundle.preview'>,
  { services }: TaskContext,
): Promise<OutputOf<'bundle.preview'>> {
  const bundle = await openBundle(path);
  try {
    return (await survey(bundle, mapping, () => services.db(), nextTurn)).preview;
  } finally {
    bundle.close();
  }
}

/** Implements `bundle.import`: queues the job. */
export async function importBundle(
  input: Input,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'bundle.import'>> {
  // An invalid path is reported at once, not by the job.
  (await openBundle(input.path)).close();
  const queue = (context: WriteContext) => {
    const title = `Import ${basename(input.path)}`;
    const asked = { ...input, ...behindJob(caller) };
    return {
      job: queueJob(context, BUNDLE_JOB, { title, input: asked }, { kind: 'importer', name: IMPORTERS.bundle }),
    };
  };
  const answer = await services.write('bundle.import', caller, queue, once);
  services.wakeJobs();
  return answer;
}

function otherThanPreviewed(): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The bundle, or what it changes here, is not what the preview showed any more',
    effect: NOTHING_CHANGED,
    hint: 'Look at the preview again (bundle.preview) and repeat with its digest.',
  });
}

function cancelled(): AppError {
  return new AppError({
    code: 'refused',
    reason: 'cancelled',
    message: 'The import was cancelled',
    effect: ', and what it had written was undone.',
    hint: 'Import the bundle again; there is nothing to clean up.',
  });
}

/** A record waiting to be written; null for one that is identical here. */
interface Waiting {
  carried: Carried | null;
  /** The texts of a turn, cut and counted. */
  texts: PreparedTexts | null;
  redacted: number;
  /** Number of characters of its line held in memory. */
  size: number;
}

/** The rest of a bundle to process. Only the necessary parts of a line are kept, because most of a second import is unchanged. */
async function* remaining(
  bundle: Bundle,
  same: Uint8Array,
  done: number,
  db: () => ReadableDb,
  pause: () => Promise<unknown>,
): AsyncGenerator<Waiting> {
  const clean = cleaner();
  let next = 0;
  for (const kind of BUNDLE_KINDS) {
    for await (const line of linesOf(bundle, kind, pause)) {
      const at = next++;
      if (at < done) continue;
      if (same[at] === 1) yield { carried: null, texts: null, redacted: 0, size: 0 };
      else {
        const cleaned = clean(parseLine(line));
        const given = kind === 'turn' ? (cleaned.carried.record.texts as string[]) : null;
        const texts = given && (await prepareTexts(given, db, pause));
        yield { ...cleaned, texts, size: line.text.length };
      }
    }
  }
}

class Import {
  readonly #plan: Plan;
  readonly #control: JobControl;
  readonly #entry: { name: string; summary: string; jobId: string };
  #position: ImportPosition;

  constructor(plan: Plan, control: JobControl, position: ImportPosition) {
    const { id, title } = control.current();
    this.#plan = plan;
    this.#control = control;
    this.#entry = { name: 'bundle.import', summary: title, jobId: id };
    this.#position = position;
  }

  /** Writes the remaining records and returns the result. */
  async run(records: AsyncIterable<Waiting>): Promise<BundleResult> {
    const waiting: Waiting[] = [];
    let held = 0;
    const write = async () => {
      for (const { size } of waiting.splice(0, await this.#step(waiting))) held -= size;
    };
    for await (const one of records) {
      waiting.push(one);
      held += one.size;
      while (waiting.length >= PER_STEP || held >= READ_AHEAD) await write();
    }
    while (waiting.length > 0) await write();
    await this.#reunite();
    const { written, left, undecided, redacted } = this.#position;
    return { written, left, undecided, redacted };
  }

  async #step(waiting: readonly Waiting[]): Promise<number> {
    let next = this.#position;
    let taken = 0;
    await this.#control.step((context) => {
      const started = performance.now();
      // Copied in each attempt, because a retried transaction must write the same.
      next = { ...this.#position };
      taken = 0;
      const writer = new RecordWriter(context, this.#plan, next);
      for (const { carried, texts, redacted } of waiting) {
        if (taken > 0 && performance.now() - started > STEP_MS) break;
        if (carried) writer.write(carried, texts);
        else next.left++;
        next.redacted += redacted;
        next.done++;
        taken++;
      }
      context.record.finish(this.#entry);
      return { done: next.done, position: { ...next } };
    });
    this.#position = next;
    return taken;
  }

  /** Links sessions to parents that came after them. Separate operations, because an operation changes each record once. */
  async #reunite(): Promise<void> {
    while (this.#position.orphans.length > 0) {
      const waiting = [...this.#position.orphans];
      let next = this.#position;
      await this.#control.step((context) => {
        const started = performance.now();
        let taken = 0;
        do {
          const [id, parentId] = waiting[taken++] as [string, string];
          context.record.update('session', id, { parentId });
        } while (taken < waiting.length && performance.now() - started <= STEP_MS);
        context.record.finish(this.#entry);
        next = { ...this.#position, orphans: waiting.slice(taken) };
        return { position: { ...next } };
      });
      this.#position = next;
    }
  }
}

const importAll: RunJob<BundleInput, BundleResult> = async (job, control) => {
  const { path, mapping, choices, asDrafts, digest, asker } = job.input;
  const none = { done: 0, written: 0, left: 0, undecided: 0, redacted: 0, sourceId: null, orphans: [] };
  const position: ImportPosition = { ...none, ...job.position };
  const bundle = await openBundle(path);
  try {
    const db = () => control.services.db();
    const isBegun = position.done > 0;
    const { preview, places, total, same } = await survey(bundle, mapping, db, control.pause, isBegun);
    // Once a job has begun, its own changes alter the preview; then it is enough that the file is the same.
    const isSame = isBegun ? job.position.sha256 === bundle.sha256 : preview.digest === digest;
    if (!isSame) throw otherThanPreviewed();
    await control.step(() => ({ total }));
    const plan = { places, choices, asDrafts, asker, path, sha256: bundle.sha256 };
    const records = remaining(bundle, same, position.done, db, control.pause);
    return await new Import(plan, control, { ...position, sha256: bundle.sha256 }).run(records);
  } finally {
    bundle.close();
  }
};

/** Imports a bundle: reads and checks all of it, then writes in steps. A failure undoes what was written. */
export const writeImport = allOrNothing(defineJob(BUNDLE_JOB, importAll), cancelled);
