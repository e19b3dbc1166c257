import { asError, quietly, type Unsaved } from './problems.ts';

interface Write {
  readonly what: string;
  readonly send: (key: string) => Promise<unknown>;
  readonly key: string;
  /** How often it was sent and never answered. */
  unanswered: number;
}

/** Errors that pass: the memory cannot be reached, or has too much to do. */
const PASSING: ReadonlySet<unknown> = new Set(['unavailable', 'busy']);
/** A write that was sent this often and never answered is given up: it may be what ends the memory. */
const MAX_UNANSWERED = 3;
/** Most writes that wait, and most refusals that are remembered. A long run without a memory must not fill the agent's own. */
const MAX_KEPT = 1000;

/**
 * Stores what a run learns without ever disturbing the run: no write rejects. What the memory cannot take at the moment waits, in
 * order, and goes first next time; what it refuses is reported (B0-23).
 */
export class PatientWriter {
  #waiting: Write[] = [];
  #refused: Unsaved[] = [];
  #lastError = new Error('The memory could not be reached.');
  /** One write after the other: two that flush at once would send the same ones twice. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #report: (unsaved: Unsaved) => void;

  /** @param report Called for each write that did not succeed, when it is first tried. */
  constructor(report?: (unsaved: Unsaved) => void) {
    this.#report = quietly(report);
  }

  /** Everything that is not stored, the refused first, each group in its order. */
  get unsaved(): Unsaved[] {
    return [...this.#refused, ...this.#waiting.map(({ what }) => ({ what, error: this.#lastError, isWaiting: true }))];
  }

  /**
   * Stores something, after what waits. `send` gets a key, the same each time, so that what was done and not answered is not done
   * twice. Answers what `send` did; null if it is not stored, or not yet.
   */
  write<T>(what: string, send: (key: string) => Promise<T>): Promise<T | null> {
    return this.#inTurn(async () => {
      const write = { what, send, key: crypto.randomUUID(), unanswered: 0 };
      if (!(await this.#sendWaiting())) return this.#wait(write);
      try {
        return await send(write.key);
      } catch (caught) {
        const error = asError(caught);
        if (!this.#mayPass(write, error)) return this.#refuse(what, error);
        this.#lastError = error;
        return this.#wait(write);
      }
    });
  }

  /** Tries again what waits; true if nothing waits any more. */
  flush(): Promise<boolean> {
    return this.#inTurn(() => this.#sendWaiting());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #sendWaiting(): Promise<boolean> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        await next.send(next.key);
      } catch (caught) {
        const error = asError(caught);
        if (this.#mayPass(next, error)) {
          this.#lastError = error;
          return false;
        }
        this.#refuse(next.what, error);
      }
      this.#waiting.shift();
    }
    return true;
  }

  #mayPass(write: Write, error: Error): boolean {
    if ('reason' in error && error.reason === 'unanswered') write.unanswered += 1;
    return isPassing(error) && write.unanswered < MAX_UNANSWERED;
  }

  #wait(write: Write): null {
    if (this.#waiting.length >= MAX_KEPT) return this.#refuse(write.what, this.#lastError);
    this.#waiting.push(write);
    this.#report({ what: write.what, error: this.#lastError, isWaiting: true });
    return null;
  }

  #refuse(what: string, error: Error): null {
    const unsaved = { what, error, isWaiting: false };
    this.#refused = [...this.#refused, unsaved].slice(-MAX_KEPT);
    this.#report(unsaved);
    return null;
  }
}

/** By its code: a memory of another package has an error class of its own. */
const isPassing = (error: Error) => 'code' in error && PASSING.has(error.code);
