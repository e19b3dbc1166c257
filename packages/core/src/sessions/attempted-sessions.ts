import { type AttemptPlace, attemptPlace, attemptPlacesAfter } from '@twicewise/store';
import type { IndexSource } from '../runtime/indexes.ts';

/** Which sessions have attempts outside the bin. */
export class AttemptedSessions {
  readonly #sessionOf = new Map<string, string>();
  /** Number of attempts of a session. */
  readonly #attempts = new Map<string, number>();

  /** Adds an attempt, or replaces what was known of it. */
  put({ id, sessionId, isDeleted }: AttemptPlace): void {
    this.remove(id);
    if (sessionId === null || isDeleted) return;
    this.#sessionOf.set(id, sessionId);
    this.#attempts.set(sessionId, (this.#attempts.get(sessionId) ?? 0) + 1);
  }

  remove(id: string): void {
    const sessionId = this.#sessionOf.get(id);
    if (sessionId === undefined) return;
    this.#sessionOf.delete(id);
    const left = (this.#attempts.get(sessionId) ?? 0) - 1;
    if (left > 0) this.#attempts.set(sessionId, left);
    else this.#attempts.delete(sessionId);
  }

  /** The sessions that have an attempt. */
  ids(): string[] {
    return [...this.#attempts.keys()];
  }

  /** True when the session has an attempt. */
  has(sessionId: string): boolean {
    return this.#attempts.has(sessionId);
  }
}

/** The index of sessions with attempts, by which their list is filtered (ADR 47). */
export const ATTEMPTED_SESSIONS: IndexSource<AttemptPlace, AttemptedSessions> = {
  follows: ['attempt'],
  create: () => new AttemptedSessions(),
  after: attemptPlacesAfter,
  one: attemptPlace,
};
