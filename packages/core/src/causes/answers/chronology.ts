import type { Episode } from '@twicewise/contract';

/** A decision or event of a session. */
export interface Happened {
  episodeId: string;
  itemId: string;
  kind: string;
  text: string;
  at: string | null;
}

/** Something that happened, with all that is known of when. */
export interface Placed extends Happened {
  /** Place in the log; null for a decision, of which a log does not say where it belongs. */
  place: number | null;
  /** The time, where it is more than a date. */
  exactAt: string | null;
  /** Times that the log has before and after it, or its own. */
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

/** Times that stand last up to each event, going through them as they are given. */
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

/** Less than 0 where the first is the smaller one. */
export function compareValues<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** By time, an event without one right after those that stand before it in the log; decisions without one first. */
function comparePlaces(a: Placed, b: Placed): number {
  return compareValues(a.notBefore ?? '', b.notBefore ?? '') || compareValues(a.place ?? -1, b.place ?? -1);
}

/**
 * What happened in a session in one order that contradicts neither a time nor, as far as the times allow it, the log. Not
 * every two of them are known to have come one after the other; see {@link isKnownBefore}.
 */
export function inOrderOfTime(episode: Episode): Placed[] {
  return [...decisionsOf(episode), ...eventsOf(episode)].toSorted(comparePlaces);
}

/** Whether times or the log say that the first came before the second, and neither says otherwise. */
export function isKnownBefore(a: Placed, b: Placed): boolean {
  if (comparePlaces(a, b) >= 0) return false;
  if (a.exactAt !== null && b.exactAt !== null && a.exactAt !== b.exactAt) return true;
  if (a.place !== null && b.place !== null) return a.place < b.place;
  return a.notAfter !== null && b.notBefore !== null && a.notAfter < b.notBefore;
}
