import type { Episode } from '@twicewise/contract';
import type { NodeEntry } from '../graph.ts';
import { mentionsSeen } from '../view.ts';
import { compareValues, type Happened, inOrderOfTime, isKnownBefore } from './chronology.ts';
import type { VisibleGraph } from './resolve.ts';

// What is known when nobody stated a cause: which of two things came first. Order in time is not a cause (X12), and is presented
// as order only.

/** Reads an existing episode. */
export type EpisodeLookup = (id: string) => Episode | null;

/** Maximum number of items shown before one. */
const MOST_BEFORE = 6;
/** Maximum number of sessions examined, newest first. */
const MOST_SESSIONS = 20;

/** Sessions that contain the node, newest first. */
function sessionsOf(entry: NodeEntry, { outlook }: VisibleGraph) {
  const cases = mentionsSeen(entry, outlook).toSorted((a, b) => compareValues(b.at ?? '', a.at ?? ''));
  return cases.slice(0, MOST_SESSIONS);
}

/** What came last before the node, in the newest session that says so, earliest first. */
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

/** A session that contains both nodes, and which came first; null when none says so. */
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
