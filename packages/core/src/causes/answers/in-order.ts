import type { Episode } from '@twicewise/contract';
import type { NodeEntry } from '../graph.ts';
import { casesOf } from '../view.ts';
import type { Asked } from './resolve.ts';

// What is known where nobody ever said that one thing led to another: which came first. That is no cause (X12), and is told
// as what it is.

/** A decision or event of a session. */
export interface Happened {
  episodeId: string;
  itemId: string;
  kind: string;
  text: string;
  at: string | null;
}

/** Reads an episode that is there. */
export type ReadEpisode = (id: string) => Episode | null;

/** Most items told before one. */
const MOST_BEFORE = 6;
/** Sessions that are looked at, the newest of those that name it. */
const MOST_SESSIONS = 20;

interface Placed extends Happened {
  /** Place in the log; null for a decision, of which a log does not say where it belongs. */
  place: number | null;
  /** The time, where it is more than a date. */
  exactAt: string | null;
}

function placed({ id: episodeId, decisions, events }: Episode): Placed[] {
  const exact = (at: string | null, quality: string) => (quality === 'exact' ? at : null);
  return [
    ...decisions.map(({ id, chosen, at, timeQuality }) => {
      return {
        episodeId,
        itemId: id,
        kind: 'decision',
        text: chosen,
        at,
        place: null,
        exactAt: exact(at, timeQuality),
      };
    }),
    ...events.map(({ id, type, content, at, timeQuality }, place) => {
      return { episodeId, itemId: id, kind: type, text: content, at, place, exactAt: exact(at, timeQuality) };
    }),
  ];
}

/** Less than 0 where the first is known to have come first; 0 where nothing is known. */
function order(a: Placed, b: Placed): number {
  if (a.exactAt !== null && b.exactAt !== null && a.exactAt !== b.exactAt) return a.exactAt < b.exactAt ? -1 : 1;
  return a.place !== null && b.place !== null ? a.place - b.place : 0;
}

/** Sessions in which something stands, the newest first. */
function sessionsOf(entry: NodeEntry, { outlook }: Asked) {
  const cases = casesOf(entry, outlook).toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1));
  return cases.slice(0, MOST_SESSIONS);
}

/** What came last before something, in the newest session that says so, the earliest first. */
export function happenedBefore(entry: NodeEntry, asked: Asked, read: ReadEpisode): Happened[] {
  for (const { episodeId, itemId } of sessionsOf(entry, asked)) {
    const episode = read(episodeId);
    const items = episode ? placed(episode) : [];
    const own = items.find((item) => item.itemId === itemId);
    const before = own ? items.filter((item) => order(item, own) < 0) : [];
    if (before.length === 0) continue;
    const inOrder = before.toSorted(order).slice(-MOST_BEFORE);
    return inOrder.map(({ place: _place, exactAt: _exactAt, ...happened }) => happened);
  }
  return [];
}

/** A session that has both, and which of them came first in it; null where none says so. */
export function orderInSession(
  one: NodeEntry,
  other: NodeEntry,
  asked: Asked,
  read: ReadEpisode,
): { episodeId: string; first: 'from' | 'to' } | null {
  const others = new Map(sessionsOf(other, asked).map(({ episodeId, itemId }) => [episodeId, itemId]));
  for (const { episodeId, itemId } of sessionsOf(one, asked)) {
    const otherItem = others.get(episodeId);
    const episode = otherItem === undefined ? null : read(episodeId);
    const items = episode ? placed(episode) : [];
    const [a, b] = [itemId, otherItem].map((id) => items.find((item) => item.itemId === id));
    const known = a && b ? order(a, b) : 0;
    if (known !== 0) return { episodeId, first: known < 0 ? 'from' : 'to' };
  }
  return null;
}
