import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, counted, type Failure, type Job, toAppError } from '@twicewise/contract';
import {
  countChanged,
  getJobRecord,
  isOfDisk,
  isPurgedSince,
  type JobProgress,
  type JobRecord,
  MAX_JOB_WAIT_MS,
  nextDueIn,
  nextUnfinishedJob,
  purgeEndedJob,
  type ReadableDb,
  reversibleOfJob,
  updateJob,
} from '@twicewise/store';
import { sameValue } from '../operation-recorder.ts';
import type { Services } from '../services.ts';
import { type JobControl, LANES, type Lane, type LaneTraits, type RunnableJob } from './job-kind.ts';
import type { Lull } from './lull.ts';
import { Postponed } from './postponed.ts';

/** Thrown when the host is closing. The job stays `running` in the store and continues at the next start. */
class Interrupted extends Error {}

function cancelled(): AppError {
  return new AppError({
    code: 'refused',
    reason: 'cancelled',
    message: 'The job was cancelled.',
    hint: 'What it wrote so far stays. To be rid of it, undo the job (operation.undo with its jobId).',
  });
}

/** Adds to a job's failure that the records written before it remain, in place of what the error of the failed step alone says. */
function withWhatStays(db: ReadableDb, { id }: JobRecord, error: AppError): Failure {
  const failure = error.toFailure();
  // These reasons already say it.
  if (failure.reason === 'cancelled' || failure.reason === 'partly_undone') return failure;
  const written = countChanged(db, reversibleOfJob(db, id, 'undo'));
  if (written === 0) return failure;
  return {
    ...failure,
    message: error.withEffect(`What the job wrote before stays: ${counted(written, 'record')}.`),
    hint: `${failure.hint} To be rid of what it wrote, undo the job (operation.undo with its jobId, ${id}).`,
  };
}

/** What runners need. */
export interface Working {
  services: Services;
  /** All kinds of jobs. */
  jobs: readonly RunnableJob[];
  lull: Lull;
  /** Fails a job whose result does not match its schema. Tests switch this on. */
  checksResults: boolean;
}

/** Runs the jobs of a lane one after another, oldest first, concurrently with everything else. */
export class JobRunner {
  readonly #services: Services;
  readonly #kinds: ReadonlyMap<string, RunnableJob>;
  readonly #traits: LaneTraits;
  readonly #lull: Lull;
  readonly #checksResults: boolean;
  #running: Promise<void> | null = null;
  #stopping = false;
  #stopped = new AbortController();
  /** Timer that wakes the runner when the next timed job is due. */
  #due: NodeJS.Timeout | null = null;

  constructor(lane: Lane, { services, jobs, lull, checksResults }: Working) {
    this.#services = services;
    this.#lull = lull;
    this.#kinds = new Map(jobs.filter((job) => job.lane === lane).map((job) => [job.kind, job]));
    this.#traits = LANES[lane];
    this.#checksResults = checksResults;
  }

  get busy(): boolean {
    return this.#running !== null;
  }

  /** True when nobody waits for these jobs, so that they give way to other lanes. */
  get canWait(): boolean {
    return this.#traits.isUnhurried === true;
  }

  /** Starts working if a job is queued. */
  wake(): void {
    if (this.#running || this.#stopping || this.#services.health().state !== 'ready') return;
    this.#running = this.#work()
      .catch((error: unknown) => this.#services.log('the job runner failed', error))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Stops at the next step, and waits for that step. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#due) clearTimeout(this.#due);
    this.#stopped.abort();
    await this.#running;
  }

  /** Continues after `stop`. */
  resume(): void {
    this.#stopping = false;
    this.#stopped = new AbortController();
    this.wake();
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      const kinds = [...this.#kinds.values()].map(({ kind }) => kind);
      // Untimed jobs are always due, whatever the clock says.
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
    let isPurged: boolean;
    try {
      const kind = this.#kinds.get(job.kind);
      if (!kind) throw new Error(`no runner for jobs of kind ${job.kind}`);
      if (job.state !== 'running') await this.#save(job, { state: 'running' });
      const result = await kind.run(job, control);
      if (this.#checksResults) kind.result.parse(result);
      isPurged = await this.#end(job, { state: 'done', result });
    } catch (error) {
      // An error caused by closing the memory under a job is not the job's failure.
      if (error instanceof Interrupted || error instanceof Postponed || this.#stopping) return 'waits';
      if (isOfDisk(error)) {
        // Not the job's failure either, and recording one would need disk space. The next wake continues.
        this.#services.log(
          `${job.title} waits: the disk that holds the memory is full. It goes on when there is space.`,
        );
        return 'waits';
      }
      const plain = toAppError(error, (cause) => this.#services.log(`job ${job.id} failed`, cause));
      const failure = withWhatStays(this.#services.db(), job, plain);
      const state = failure.reason === 'cancelled' ? ('cancelled' as const) : ('failed' as const);
      isPurged = await this.#end(job, { state, error: failure });
    }
    // What was purged while the job ran is still in the log, as part of what it was asked.
    if (isPurged) await this.#services.writeAheadLog.empty();
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
        // A request spans several turns of the event loop; steps should not run in each of them.
        if (this.canWait) await this.#lull.answered();
        proceed();
      },
      signal: this.#stopped.signal,
    };
  }

  /**
   * Ends a job; one that is done goes on if its input was extended meanwhile. True when something was purged since it was queued: then
   * it has forgotten what it was asked.
   */
  #end(job: JobRecord, progress: JobProgress & Pick<Job, 'state'>): Promise<boolean> {
    return this.#services.write(`job.${job.kind}`, job.caller, (context) => {
      const isExtended = !sameValue(getJobRecord(context.db, job.id)?.input, job.input);
      const state = progress.state === 'done' && isExtended ? ('queued' as const) : progress.state;
      updateJob(context.db, job.id, { ...progress, state }, context.at);
      const isPurged = isPurgedSince(context.db, job);
      if (isPurged) purgeEndedJob(context.db, job.id);
      context.touch('job', job.id);
      return isPurged;
    });
  }

  async #save(job: JobRecord, progress: JobProgress): Promise<void> {
    await this.#services.write(`job.${job.kind}`, job.caller, (context) => {
      updateJob(context.db, job.id, progress, context.at);
      context.touch('job', job.id);
    });
  }
}
