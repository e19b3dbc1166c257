import type { Episode } from '@twicewise/contract';

/** A decision or event of a session. */
export interface Happened {
  episodeId: string;
  itemId: string;
  kind: string;
  text: string;
  at: string | null;
}

/** Something that happened, with all that is known about its time. */
export interface Placed extends Happened {
  /** Position in the log; null for a decision, whose position a log does not record. */
  place: number | null;
  /** The time, if it is more precise than a date. */
  exactAt: string | null;
  /** The nearest earlier and later times in the log, or the item's own. */
  notBefore: string | null;
  notAfter: string | null;
}

type Timed = Omit<Placed, 'notBefore' | 'notAfter'>;

function exactTime(at: string | null, quality: string): string | null {
  return quality === 'exact' ? at : null;
}

function decisionsOf({ id: episodeId, decisions }: Episode): Placed[] {
  return decisions.map(({ id: itemId, chosen: text, at, timeQuality }) => {
    const exactAt = exactTime(at, timeQuality);
    return {
      episodeId,
      itemId,
      kind: 'decision',
      text,
      at,
      place: null,
      exactAt,
      notBefore: exactAt,
      notAfter: exactAt,
    };
  });
}

/** For each event the last time seen so far, in the given order. */
function lastTimes(events: readonly Timed[]): (string | null)[] {
  let last: string | null = null;
  return events.map(({ exactAt }) => {
    last = exactAt ?? last;
    return last;
  });
}

function eventsOf({ id: episodeId, events }: Episode): Placed[] {
  const timed = events.map(({ id: itemId, type: kind, content: text, at, timeQuality }, place) => {
    return { episodeId, itemId, kind, text, at, place, exactAt: exactTime(at, timeQuality) };
  });
  const before = lastTimes(timed);
  const after = lastTimes(timed.toReversed()).toReversed();
  return timed.map((event, at) => ({ ...event, notBefore: before[at] ?? null, notAfter: after[at] ?? null }));
}

/** Compares two values for sorting, like `Array.sort` expects. */
export function compareValues<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** By time. An event without a time follows the events before it in the log; decisions without a time come first. */
function comparePlaces(a: Placed, b: Placed): number {
  return compareValues(a.notBefore ?? '', b.notBefore ?? '') || compareValues(a.place ?? -1, b.place ?? -1);
}

/**
 * The items of a session in an order that contradicts no time and, as far as the times allow, not the log. The order of two
 * neighbours may still be unknown; see {@link isKnownBefore}.
 */
export function inOrderOfTime(episode: Episode): Placed[] {
  return [...decisionsOf(episode), ...eventsOf(episode)].toSorted(comparePlaces);
}

/** Whether times or the log show that the first came before the second, and neither contradicts it. */
export function isKnownBefore(a: Placed, b: Placed): boolean {
  if (comparePlaces(a, b) >= 0) return false;
  if (a.exactAt !== null && b.exactAt !== null && a.exactAt !== b.exactAt) return true;
  if (a.place !== null && b.place !== null) return a.place < b.place;
  return a.notAfter !== null && b.notBefore !== null && a.notAfter < b.notBefore;
}
