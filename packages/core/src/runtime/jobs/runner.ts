import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type Failure, type Job, toFailure } from '@twicewise/contract';
import {
  countChanged,
  getJobRecord,
  isOfDisk,
  type JobProgress,
  type JobRecord,
  MAX_JOB_WAIT_MS,
  nextDueIn,
  nextUnfinishedJob,
  type ReadableDb,
  reversibleOfJob,
  updateJob,
} from '@twicewise/store';
import { runExport } from '../../bundles/export-bundle.ts';
import { runBundle } from '../../bundles/import-bundle.ts';
import { runCapture } from '../../capture/run-capture.ts';
import { runEpisodes } from '../../imports/episodes-job.ts';
import { runHistory } from '../../imports/history-job.ts';
import { runImport } from '../../imports/lessons-job.ts';
import { runSample } from '../../imports/sample-job.ts';
import { runChange } from '../../lessons/change-job.ts';
import { runMerge } from '../../projects/merge-job.ts';
import { runUndo } from '../../undo/undo-job.ts';
import { runEmbed } from '../../vectors/embed-job.ts';
import type { WriteContext } from '../context.ts';
import { sameValue } from '../operation-recorder.ts';
import type { Services } from '../services.ts';
import type { Lull } from './lull.ts';
import { Postponed } from './postponed.ts';

/** What a running job works with. */
export interface JobControl {
  readonly services: Services;
  /** The job as it is in the store now. */
  current(): JobRecord;
  /**
   * One step: what `run` writes and the progress it answers are one transaction, so that a killed job goes on exactly
   * where it was. Throws when the job was cancelled or the host is closing.
   */
  step(run: (context: WriteContext) => JobProgress): Promise<void>;
  /** As `step`, for taking back what the job wrote: only a closing host stops that. */
  unwind(run: (context: WriteContext) => JobProgress): Promise<void>;
  /** Lets others have a turn, and throws when the job was cancelled or the host is closing. */
  pause(): Promise<void>;
  /** Aborted when the host is closing, for what takes long and is not a step. */
  readonly signal: AbortSignal;
}

/** A kind of job. Answers what it achieved. */
export type JobKind = (job: JobRecord, control: JobControl) => Promise<NonNullable<Job['result']>>;

/** Kinds of jobs that take turns with each other. */
export type Lane = Partial<Record<Job['kind'], JobKind>>;

/** Jobs that bring lessons in. */
const IMPORTS: Lane = {
  import: runImport,
  history: runHistory,
  sample: runSample,
  bundle: runBundle,
  episodes: runEpisodes,
};
/** Jobs that wait for a model most of the time, for hours if it is slow: an import must not wait for them. */
const EMBEDDING: Lane = { embed: runEmbed };

/** Changes that a person waits for: neither an import nor a model may hold them up. */
const CHANGES: Lane = { change: runChange, merge: runMerge, undo: runUndo };
/** Files that are written: they only read the memory, so nothing else waits for them. */
const EXPORTS: Lane = { export: runExport };
/** Sessions that are written down by themselves: no import holds them up, and nobody waits for them. */
const CAPTURES: Lane = { capture: runCapture };
/** Lanes of jobs that nobody waits for. */
const UNHURRIED: readonly Lane[] = [EMBEDDING, CAPTURES];
/** Every lane; each has a runner of its own. */
export const LANES: readonly Lane[] = [IMPORTS, EMBEDDING, CHANGES, EXPORTS, CAPTURES];

/** The host is closing: the job stays `running` in the store and goes on at the next start. */
class Interrupted extends Error {}

function cancelled(): AppError {
  return new AppError({
    code: 'refused',
    reason: 'cancelled',
    message: 'The job was cancelled.',
    hint: 'What it wrote so far stays; operation.undo with its jobId removes it.',
  });
}

/** Why a job failed. What it had written by then is still there, whatever the step that failed says of itself. */
function withWhatStays(db: ReadableDb, { id }: JobRecord, failure: Failure): Failure {
  // These say it themselves.
  if (failure.reason === 'cancelled' || failure.reason === 'partly_undone') return failure;
  const written = countChanged(db, reversibleOfJob(db, id, 'undo'));
  if (written === 0) return failure;
  const message = failure.message.replace(/([;,.]) nothing was (changed|imported)\.?/i, '$1').replace(/[;,]$/, '.');
  const records = written === 1 ? '1 record' : `${written} records`;
  return {
    ...failure,
    message: `${message} What the job wrote before stays: ${records}.`,
    hint: `${failure.hint} To be rid of what it wrote: operation.undo with its jobId, ${id}.`,
  };
}

/** Runs the jobs of a lane one after another, oldest first, beside everything else. */
export class JobRunner {
  readonly #services: Services;
  readonly #lane: Lane;
  readonly #lull: Lull;
  #running: Promise<void> | null = null;
  #stopping = false;
  #stopped = new AbortController();
  /** Wakes the runner when the first job that waits for its moment is due. */
  #due: NodeJS.Timeout | null = null;

  constructor(services: Services, lane: Lane, lull: Lull) {
    this.#services = services;
    this.#lull = lull;
    this.#lane = lane;
  }

  /** True while a job runs. */
  get busy(): boolean {
    return this.#running !== null;
  }

  /** True where nobody waits for what these jobs do, so that they give way to those of other lanes. */
  get canWait(): boolean {
    return UNHURRIED.includes(this.#lane);
  }

  /** Starts working if there is something to do. */
  wake(): void {
    if (this.#running || this.#stopping || this.#services.health().state !== 'ready') return;
    this.#running = this.#work()
      .catch((error: unknown) => this.#services.log('the job runner failed', error))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Stops at the next step and waits for it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#due) clearTimeout(this.#due);
    this.#stopped.abort();
    await this.#running;
  }

  /** Works again after `stop`. */
  resume(): void {
    this.#stopping = false;
    this.#stopped = new AbortController();
    this.wake();
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      const kinds = Object.keys(this.#lane) as Job['kind'][];
      // Other jobs are due whatever the clock says.
      const now = this.#lane === CAPTURES ? this.#services.now() : 0;
      const job = nextUnfinishedJob(this.#services.db(), kinds, now);
      if (!job) return this.#wakeIn(nextDueIn(this.#services.db(), kinds, now));
      if ((await this.#run(job)) === 'waits') return;
    }
  }

  #wakeIn(leftMs: number | null): void {
    if (this.#due) clearTimeout(this.#due);
    this.#due = leftMs === null ? null : setTimeout(() => this.wake(), Math.min(leftMs, MAX_JOB_WAIT_MS)).unref();
  }

  async #run(job: JobRecord): Promise<'ended' | 'waits'> {
    const control = this.#control(job);
    try {
      const kind = this.#lane[job.kind];
      if (!kind) throw new Error(`no runner for jobs of kind ${job.kind}`);
      if (job.state !== 'running') await this.#save(job, { state: 'running' });
      const result = await kind(job, control);
      await this.#finish(job, result);
    } catch (error) {
      // What goes wrong because the memory is being closed under a job says nothing about the job.
      if (error instanceof Interrupted || error instanceof Postponed || this.#stopping) return 'waits';
      if (isOfDisk(error)) {
        // Not the job's fault either, and to write that it failed would need space as well. The next wake goes on.
        this.#services.log(
          `${job.title} waits: the disk that holds the memory is full. It goes on when there is space.`,
        );
        return 'waits';
      }
      const plain = toFailure(error, (cause) => this.#services.log(`job ${job.id} failed`, cause));
      const failure = withWhatStays(this.#services.db(), job, plain);
      await this.#save(job, { state: failure.reason === 'cancelled' ? 'cancelled' : 'failed', error: failure });
    }
    return 'ended';
  }

  #control(job: JobRecord): JobControl {
    const current = () => {
      const found = getJobRecord(this.#services.db(), job.id);
      if (!found) throw new Error(`job ${job.id} is missing`);
      return found;
    };
    const refuseStopped = () => {
      if (this.#stopping) throw new Interrupted();
    };
    const proceed = () => {
      refuseStopped();
      if (current().cancelRequested) throw cancelled();
    };
    const write: JobControl['step'] = (run) =>
      this.#services.writeStep(`job.${job.kind}`, job.caller, (context) => {
        updateJob(context.db, job.id, run(context), context.at);
        context.touch('job', job.id);
      });
    return {
      services: this.#services,
      current,
      step: async (run) => {
        proceed();
        await write(run);
      },
      unwind: async (run) => {
        refuseStopped();
        await write(run);
      },
      pause: async () => {
        await nextTurn();
        // A request takes several turns; it need not share each of them.
        if (this.canWait) await this.#lull.answered();
        proceed();
      },
      signal: this.#stopped.signal,
    };
  }

  /** A job that was given more to do meanwhile is not done. */
  async #finish(job: JobRecord, result: NonNullable<Job['result']>): Promise<void> {
    await this.#services.write(`job.${job.kind}`, job.caller, (context) => {
      const input = getJobRecord(context.db, job.id)?.input;
      const state = sameValue(input, job.input) ? ('done' as const) : ('queued' as const);
      updateJob(context.db, job.id, { state, result }, context.at);
      context.touch('job', job.id);
    });
  }

  async #save(job: JobRecord, progress: JobProgress): Promise<void> {
    await this.#services.write(`job.${job.kind}`, job.caller, (context) => {
      updateJob(context.db, job.id, progress, context.at);
      context.touch('job', job.id);
    });
  }
}
