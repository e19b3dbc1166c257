import { type AttemptPlace, attemptPlace, attemptPlacesAfter, type InBin } from '@twicewise/store';
import type { IndexSource } from '../runtime/indexes.ts';

/** Number of attempts of a session, by where they are. */
type Counts = Record<InBin, number>;

/** Which sessions have attempts outside the bin, and which have some in it. */
export class AttemptedSessions {
  readonly #placeOf = new Map<string, { sessionId: string; deleted: InBin }>();
  readonly #attempts = new Map<string, Counts>();

  #add(sessionId: string, deleted: InBin, by: number): void {
    const counts = this.#attempts.get(sessionId) ?? { exclude: 0, only: 0 };
    counts[deleted] += by;
    if (counts.exclude + counts.only > 0) this.#attempts.set(sessionId, counts);
    else this.#attempts.delete(sessionId);
  }

  /** Adds an attempt, or replaces what was known of it. */
  put({ id, sessionId, isDeleted }: AttemptPlace): void {
    this.remove(id);
    if (sessionId === null) return;
    const deleted = isDeleted ? 'only' : 'exclude';
    this.#placeOf.set(id, { sessionId, deleted });
    this.#add(sessionId, deleted, 1);
  }

  remove(id: string): void {
    const place = this.#placeOf.get(id);
    if (place === undefined) return;
    this.#placeOf.delete(id);
    this.#add(place.sessionId, place.deleted, -1);
  }

  /** The sessions that have an attempt outside the bin, or one in it. */
  ids(deleted: InBin): string[] {
    return [...this.#attempts].flatMap(([id, counts]) => (counts[deleted] > 0 ? [id] : []));
  }

  /** True when the session has an attempt outside the bin, or one in it. */
  has(sessionId: string, deleted: InBin = 'exclude'): boolean {
    return (this.#attempts.get(sessionId)?.[deleted] ?? 0) > 0;
  }
}

/** The index of sessions with attempts, by which their list is filtered (ADR 47). */
export const ATTEMPTED_SESSIONS: IndexSource<AttemptPlace, AttemptedSessions> = {
  follows: ['attempt'],
  create: () => new AttemptedSessions(),
  after: attemptPlacesAfter,
  one: attemptPlace,
};
