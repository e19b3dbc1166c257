import { ownTranscript } from '@twicewise/ingest';
import { captureJob, extendJob, type JobRecord, latestJobs } from '@twicewise/store';
import { isQuiet } from '../imports/transcript-progress.ts';
import type { Services } from '../runtime/services.ts';
import { captureInputOf, positionOf } from './capture-job.ts';
import { isCaptureOff, isGivenUp } from './wanted.ts';

// A program that is killed does not report the end of its session, and the end of a session does not start a host. Such a session
// is found again by its transcript: it has grown since it was last read, or was not written to for an hour.

/** Maximum number of sessions checked, the most recently active ones. */
const MAX_LOOKED_AT = 100;
/** Interval between checks, in milliseconds. */
const EVERY_MS = 600_000;

/** Whether a session has parts that its job has not captured yet. */
async function isLeft(job: JobRecord, services: Services): Promise<boolean> {
  if (job.state === 'queued' || job.state === 'running' || isGivenUp({ db: services.db() }, job)) return false;
  const input = captureInputOf(job);
  if (input === null) return false;
  const { path, session } = input;
  if (isCaptureOff(session, { db: services.db(), caller: job.caller })) return false;
  const file = await ownTranscript(path, services.paths.database);
  if (file === null) return false;
  // A failed job would fail again while there is nothing new.
  if (job.state === 'failed' && file.changedAt <= Date.parse(job.updatedAt)) return false;
  const { read, over } = positionOf(job);
  const isGrown = read[path]?.bytes !== file.bytes || read[path]?.changedAt !== file.changedAt;
  return isGrown || (!over && isQuiet(file, services.now()));
}

/** Captures the rest of interrupted sessions; see above. */
export class LeftBehind {
  readonly #services: Services;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Runs the check if it is due. Call it about once a minute. */
  async run(): Promise<void> {
    if (performance.now() - this.#lookedAt < EVERY_MS) return;
    this.#lookedAt = performance.now();
    for (const job of latestJobs(this.#services.db(), 'capture', MAX_LOOKED_AT)) {
      if (await isLeft(job, this.#services)) await this.#takeUp(job);
    }
  }

  async #takeUp({ caller, input: { agent, session } }: JobRecord): Promise<void> {
    await this.#services.write('session.capture', caller, (context) => {
      const job = captureJob(context.db, String(agent), String(session));
      const known = job && captureInputOf(job);
      if (!known) return;
      const input = { ...job.input, asked: known.asked + 1, dueAt: context.now() };
      extendJob(context.db, job.id, { input, caller }, context.at);
      context.touch('job', job.id);
    });
    this.#services.wakeJobs();
  }
}
