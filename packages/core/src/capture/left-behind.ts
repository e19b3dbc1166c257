import { ownTranscript } from '@twicewise/ingest';
import { captureJob, extendJob, type JobRecord, latestJobs } from '@twicewise/store';
import { isQuiet } from '../imports/transcripts-job.ts';
import type { Services } from '../runtime/services.ts';
import { captureInputOf, positionOf } from './capture-job.ts';
import { isCaptureOff, isGivenUp } from './wanted.ts';

// A program that is killed tells nothing of its session's end, and no host is started for the end of one. What was left so is found
// again by its transcript: it is longer than when it was read last, or nothing was written to it for an hour.

/** Most sessions that are looked at, those worked on last. */
const MAX_LOOKED_AT = 100;
/** How long passes until they are looked at again, in milliseconds. */
const EVERY_MS = 600_000;

/** Whether something of a session was left that was written down as far as its job knows. */
async function isLeft(job: JobRecord, services: Services): Promise<boolean> {
  if (job.state === 'queued' || job.state === 'running' || isGivenUp({ db: services.db() }, job)) return false;
  const input = captureInputOf(job);
  if (input === null) return false;
  const { path, session } = input;
  if (isCaptureOff(session, { db: services.db(), caller: job.caller })) return false;
  const file = await ownTranscript(path, services.paths.database);
  if (file === null) return false;
  // What failed fails again while nothing is new.
  if (job.state === 'failed' && file.changedAt <= Date.parse(job.updatedAt)) return false;
  const { read, over } = positionOf(job);
  const isGrown = read[path]?.bytes !== file.bytes || read[path]?.changedAt !== file.changedAt;
  return isGrown || (!over && isQuiet(file, services.now()));
}

/** Takes up what was left of sessions; see above. */
export class LeftBehind {
  readonly #services: Services;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Does what is due; to be called about once a minute. */
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
