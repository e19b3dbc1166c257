import { setTimeout as wait } from 'node:timers/promises';

/** How long there must be no request before background work continues, in milliseconds: longer than between two keys of a person who types. */
const QUIET_MS = 400;
/** Minimum delay of background work after a start, in milliseconds: whoever started the host is about to ask something. */
const START_MS = 1000;
/** Polling operations, which a page calls every second. They do not count as requests. */
const LOOKING_ON: ReadonlySet<string> = new Set(['host.status', 'job.get', 'job.list']);
/** Maximum time that requests alone can delay background work, in milliseconds, so that it finishes under constant load. */
const MOST_MS = 5000;
/** The same for the steps of a job that nobody waits for: they are short, so that less is gained by a longer wait. */
const MOST_OF_STEPS_MS = 2000;
/** Maximum time that one slice of background work waits for requests, in milliseconds. Some requests wait for a model. */
const GIVE_WAY_MS = 50;
/** Interval for checking whether another job has ended, in milliseconds. */
const LOOK_MS = 50;

/** Tells background work when to give way to requests and to jobs that somebody waits for. */
export class Lull {
  readonly #isWorking: () => boolean;
  #inWork = 0;
  readonly #waiting = new Set<() => void>();
  /** Total time of giving way since the last moment without requests, in milliseconds. */
  #gaveWayMs = 0;
  #askedAt = performance.now() + START_MS - QUIET_MS;

  /** @param isWorking whether a job is running that somebody waits for. */
  constructor(isWorking: () => boolean) {
    this.#isWorking = isWorking;
  }

  /** Runs a request; there is no lull until a while after its answer. */
  async without<T>(operation: string, answer: () => Promise<T>): Promise<T> {
    this.#noteRequest(operation);
    this.#inWork++;
    try {
      return await answer();
    } finally {
      this.#inWork--;
      if (this.#inWork === 0) for (const goOn of [...this.#waiting]) goOn();
      this.#noteRequest(operation);
    }
  }

  /**
   * Resolves when all requests are answered, or after {@link GIVE_WAY_MS}. Resolves at once when this work has already waited for
   * {@link MOST_OF_STEPS_MS} without a moment free of requests.
   */
  async answered(): Promise<void> {
    if (this.#inWork === 0) this.#gaveWayMs = 0;
    if (this.#inWork === 0 || this.#gaveWayMs >= MOST_OF_STEPS_MS) return;
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        this.#waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, GIVE_WAY_MS);
      this.#waiting.add(goOn);
    });
    this.#gaveWayMs += performance.now() - startedAt;
  }

  #noteRequest(operation: string): void {
    if (!LOOKING_ON.has(operation)) this.#askedAt = Math.max(this.#askedAt, performance.now());
  }

  /** Resolves when no other job runs and there was no request for a moment. Rejects with the signal's reason. */
  async next(signal: AbortSignal): Promise<void> {
    const latest = performance.now() + MOST_MS;
    for (;;) {
      signal.throwIfAborted();
      const left = Math.min(this.#askedAt + QUIET_MS, latest) - performance.now();
      const isWorking = this.#isWorking();
      if (!isWorking && left <= 0) return;
      await wait(isWorking ? LOOK_MS : Math.ceil(left), undefined, { signal, ref: false });
    }
  }
}
