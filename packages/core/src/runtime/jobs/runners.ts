import { LANES, type Lane } from './job-kind.ts';
import { JobRunner, type Working } from './runner.ts';

export class JobRunners {
  readonly #all: readonly JobRunner[];

  constructor(working: Working) {
    this.#all = (Object.keys(LANES) as Lane[]).map((lane) => new JobRunner(lane, working));
  }

  get busy(): boolean {
    return this.#all.some((runner) => runner.busy);
  }

  /** True while a job runs that somebody waits for. */
  get isAwaited(): boolean {
    return this.#all.some((runner) => runner.busy && !runner.canWait);
  }

  /** Starts every runner that has a job. */
  wake(): void {
    for (const runner of this.#all) runner.wake();
  }

  /** Stops each runner at its next step, and waits for them. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((runner) => runner.stop()));
  }

  /** Continues after `stop`. */
  resume(): void {
    for (const runner of this.#all) runner.resume();
  }
}
