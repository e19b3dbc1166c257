import { LANES, type Lane } from './job-kind.ts';
import { JobRunner, type Working } from './runner.ts';

/** The runners of all lanes. */
export class JobRunners {
  readonly #all: readonly JobRunner[];

  constructor(working: Working) {
    this.#all = (Object.keys(LANES) as Lane[]).map((lane) => new JobRunner(lane, working));
  }

  /** True while a job runs. */
  get busy(): boolean {
    return this.#all.some((runner) => runner.busy);
  }

  /** True while a job runs that somebody waits for. */
  get isAwaited(): boolean {
    return this.#all.some((runner) => runner.busy && !runner.canWait);
  }

  /** Starts working where there is something to do. */
  wake(): void {
    for (const runner of this.#all) runner.wake();
  }

  /** Stops at the next step of each and waits for it. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((runner) => runner.stop()));
  }

  /** Works again after `stop`. */
  resume(): void {
    for (const runner of this.#all) runner.resume();
  }
}
