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
import { sameValue } from '../operation-recorder.ts';
import type { Services } from '../services.ts';
import { type JobControl, LANES, type Lane, type LaneTraits, type RunnableJob } from './job-kind.ts';
import type { Lull } from './lull.ts';
import { Postponed } from './postponed.ts';

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

/** What runners work with. */
export interface Working {
  services: Services;
  /** Every kind of job there is. */
  jobs: readonly RunnableJob[];
  lull: Lull;
  /** A result that is not as its kind says fails the job; tests want that. */
  checksResults: boolean;
}

/** Runs the jobs of a lane one after another, oldest first, beside everything else. */
export class JobRunner {
  readonly #services: Services;
  readonly #kinds: ReadonlyMap<string, RunnableJob>;
  readonly #traits: LaneTraits;
  readonly #lull: Lull;
  readonly #checksResults: boolean;
  #running: Promise<void> | null = null;
  #stopping = false;
  #stopped = new AbortController();
  /** Wakes the runner when the first job that waits for its moment is due. */
  #due: NodeJS.Timeout | null = null;

  constructor(lane: Lane, { services, jobs, lull, checksResults }: Working) {
    this.#services = services;
    this.#lull = lull;
    this.#kinds = new Map(jobs.filter((job) => job.lane === lane).map((job) => [job.kind, job]));
    this.#traits = LANES[lane];
    this.#checksResults = checksResults;
  }

  /** True while a job runs. */
  get busy(): boolean {
    return this.#running !== null;
  }

  /** True where nobody waits for what these jobs do, so that they give way to those of other lanes. */
  get canWait(): boolean {
    return this.#traits.isUnhurried === true;
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
      const kinds = [...this.#kinds.values()].map(({ kind }) => kind);
      // Other jobs are due whatever the clock says.
      const now = this.#traits.isTimed ? this.#services.now() : 0;
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
      const kind = this.#kinds.get(job.kind);
      if (!kind) throw new Error(`no runner for jobs of kind ${job.kind}`);
      if (job.state !== 'running') await this.#save(job, { state: 'running' });
      const result = await kind.run(job, control);
      if (this.#checksResults) kind.result.parse(result);
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
