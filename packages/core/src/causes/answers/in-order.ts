import type { Episode } from '@twicewise/contract';
import type { NodeEntry } from '../graph.ts';
import { mentionsSeen } from '../view.ts';
import { compareValues, type Happened, inOrderOfTime, isKnownBefore } from './chronology.ts';
import type { VisibleGraph } from './resolve.ts';

// What is known where nobody ever said that one thing led to another: which came first. That is no cause (X12), and is told
// as what it is.

/** Reads an episode that is there. */
export type EpisodeLookup = (id: string) => Episode | null;

/** Most items told before one. */
const MOST_BEFORE = 6;
/** Sessions that are looked at, the newest of those that name it. */
const MOST_SESSIONS = 20;

/** Sessions in which something stands, the newest first. */
function sessionsOf(entry: NodeEntry, { outlook }: VisibleGraph) {
  const cases = mentionsSeen(entry, outlook).toSorted((a, b) => compareValues(b.at ?? '', a.at ?? ''));
  return cases.slice(0, MOST_SESSIONS);
}

/** What came last before something, in the newest session that says so, the earliest first. */
export function happenedBefore(entry: NodeEntry, asked: VisibleGraph, read: EpisodeLookup): Happened[] {
  for (const { episodeId, itemId } of sessionsOf(entry, asked)) {
    const episode = read(episodeId);
    const items = episode ? inOrderOfTime(episode) : [];
    const own = items.find((item) => item.itemId === itemId);
    const before = own ? items.filter((item) => isKnownBefore(item, own)) : [];
    if (before.length === 0) continue;
    return before.slice(-MOST_BEFORE).map(({ kind, text, at, ...item }) => {
      return { episodeId, itemId: item.itemId, kind, text, at };
    });
  }
  return [];
}

/** A session that has both, and which of them came first in it; null where none says so. */
export function orderInSession(
  one: NodeEntry,
  other: NodeEntry,
  asked: VisibleGraph,
  read: EpisodeLookup,
): { episodeId: string; first: 'from' | 'to' } | null {
  const others = new Map(sessionsOf(other, asked).map(({ episodeId, itemId }) => [episodeId, itemId]));
  for (const { episodeId, itemId } of sessionsOf(one, asked)) {
    const otherItem = others.get(episodeId);
    const episode = otherItem === undefined ? null : read(episodeId);
    const items = episode ? inOrderOfTime(episode) : [];
    const [a, b] = [itemId, otherItem].map((id) => items.find((item) => item.itemId === id));
    if (!a || !b) continue;
    if (isKnownBefore(a, b)) return { episodeId, first: 'from' };
    if (isKnownBefore(b, a)) return { episodeId, first: 'to' };
  }
  return null;
}
