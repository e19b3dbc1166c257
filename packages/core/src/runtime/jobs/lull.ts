import { setTimeout as wait } from 'node:timers/promises';

/** How long nobody may have asked for anything before work that can wait goes on, in milliseconds. */
const QUIET_MS = 100;
/** How long after a start such work waits at least, in milliseconds: whoever started it asks now. */
const START_MS = 1000;
/** Asking for these is looking on, and a page does it every second. */
const LOOKING_ON: ReadonlySet<string> = new Set(['host.status', 'job.get', 'job.list']);
/** Longest time that requests alone hold such work up, in milliseconds: where somebody always asks, it must end too. */
const MOST_MS = 2000;
/** Longest time that a slice of such work lets requests go first, in milliseconds: some wait for a model. */
const GIVE_WAY_MS = 50;
/** Between two looks whether another job has ended, in milliseconds. */
const LOOK_MS = 50;

/** Tells work that nobody waits for when others need the processor. */
export class Lull {
  readonly #isWorking: () => boolean;
  #inWork = 0;
  readonly #waiting = new Set<() => void>();
  /** How long requests went first since nobody asked last, in milliseconds. */
  #gaveWayMs = 0;
  #askedAt = performance.now() + START_MS - QUIET_MS;

  /** @param isWorking whether a job runs that somebody waits for. */
  constructor(isWorking: () => boolean) {
    this.#isWorking = isWorking;
  }

  /** Somebody asks for something: no lull until a while after the answer. */
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
   * Resolves when everything that was asked for is answered, or after a short while; at once when others were let go first for
   * long without a moment in which nobody asked.
   */
  async answered(): Promise<void> {
    if (this.#inWork === 0) this.#gaveWayMs = 0;
    if (this.#inWork === 0 || this.#gaveWayMs >= MOST_MS) return;
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

  /** Resolves when no other job runs and nobody has asked for a moment. Rejects with the signal's reason. */
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
