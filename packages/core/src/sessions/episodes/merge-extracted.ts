import { isDeepStrictEqual } from 'node:util';
import {
  BUNDLE_EXTRA,
  type EpisodeContent,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeLink,
} from '@twicewise/contract';
import { siftLinks } from '@twicewise/ingest';
import { itemHash } from './item-hash.ts';
import { extraHash, type LastReading, lastReading } from './last-reading.ts';

type Item = EpisodeDecision | EpisodeEvent;

/** Three-way merge of lists as sets: what a person removed stays removed, what they added stays. */
function mergedList<T>(current: readonly T[], before: readonly T[], next: readonly T[]): T[] {
  const key = (item: T) => JSON.stringify(item);
  const [here, was] = [new Set(current.map(key)), new Set(before.map(key))];
  const kept = next.filter((item) => here.has(key(item)) || !was.has(key(item)));
  const coming = new Set(kept.map(key));
  return [...kept, ...current.filter((item) => !was.has(key(item)) && !coming.has(key(item)))];
}

const isEdited = (item: Item) => item.origin === null || itemHash(item) !== item.origin.hash;

/** Returns a function that numbers equal hashes, to distinguish equal items of a list. */
function numbering(): (hash: string) => string {
  const counts = new Map<string, number>();
  return (hash) => {
    const n = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, n);
    return `${hash} ${n}`;
  };
}

interface Known<T> {
  /** The item here that says the same or that the file has reworded; null for one that a person removed. */
  match: (item: T) => T | 'new' | null;
}

/** Matches items by content, or by their id in the file if that item's old content is gone from the file. */
function finding<T extends Item>(current: readonly T[], before: readonly string[], next: readonly T[]): Known<T> {
  const hereOf = numbering();
  const byText = new Map(current.flatMap((item) => (item.origin ? [[hereOf(item.origin.hash), item] as const] : [])));
  const was = new Set(before.map(numbering()));
  const coming = new Set(next.map(({ origin }) => origin?.hash));
  const reworded = new Map(
    current.filter(({ origin }) => origin && !coming.has(origin.hash)).map((item) => [item.id, item] as const),
  );
  const comingOf = numbering();
  return {
    match(item) {
      const key = comingOf(item.origin?.hash ?? itemHash(item));
      const same = byText.get(key);
      if (same) return same;
      return was.has(key) ? null : (reworded.get(item.id) ?? 'new');
    },
  };
}

/**
 * Matched items keep their id and a person's edits; removed items stay removed; items missing from the file are removed unless a
 * person edited them (R11). New items get their id from the file if it is free, otherwise the next free one (R8).
 */
function mergedItems<T extends Item>(
  current: readonly T[],
  before: readonly string[],
  next: readonly T[],
  free: (wanted: string) => string,
) {
  const names = new Map<string, string>();
  const { match } = finding(current, before, next);
  const found = new Set<T>();
  const items: T[] = [];
  for (const item of next) {
    const here = match(item);
    if (here === null) continue;
    if (here !== 'new') found.add(here);
    const kept =
      here === 'new'
        ? { ...item, id: free(item.id) }
        : { ...(isEdited(here) ? here : item), id: here.id, origin: item.origin };
    items.push(kept);
    names.set(item.id, kept.id);
  }
  const curated = current.filter((item) => isEdited(item) && !found.has(item));
  return { items: [...items, ...curated], names };
}

function freeIds(taken: ReadonlySet<string>, letter: string): (wanted: string) => string {
  const given = new Set(taken);
  return (wanted) => {
    let id = wanted;
    for (let number = 1; given.has(id); number++) id = `${letter}${String(number).padStart(3, '0')}`;
    given.add(id);
    return id;
  };
}

function renamed(links: readonly EpisodeLink[], names: ReadonlyMap<string, string>): EpisodeLink[] {
  return links.flatMap(({ from, to, ...link }) => {
    const [here, there] = [names.get(from), names.get(to)];
    return here && there ? [{ from: here, to: there, ...link }] : [];
  });
}

/**
 * Three-way merge after a file was read again: its last reading, the episode here, and the file now. A person's changes stay
 * (R11); everything else follows the file. Reading the same file again changes nothing.
 */
export function mergeExtracted(
  current: EpisodeContent,
  before: LastReading,
  next: EpisodeContent,
): { content: EpisodeContent; extracted: LastReading } {
  const taken = new Set([...current.decisions, ...current.events].map(({ id }) => id));
  const decisions = mergedItems(current.decisions, before.items, next.decisions, freeIds(taken, 'd'));
  const events = mergedItems(current.events, before.items, next.events, freeIds(taken, 'e'));
  const names = new Map([...decisions.names, ...events.names]);
  const fresh = lastReading(next);
  const coming = renamed(next.links, names);
  const ids = new Set([...decisions.items, ...events.items].map(({ id }) => id));
  const { kept: links } = siftLinks(ids, mergedList(current.links, before.links, coming));
  const { [BUNDLE_EXTRA]: bundled, ...own } = current.extra;
  const isSame = (field: keyof LastReading['fields']) => isDeepStrictEqual(current[field], before.fields[field]);
  const fields = Object.fromEntries(
    (Object.keys(fresh.fields) as (keyof LastReading['fields'])[]).map((field) => [
      field,
      isSame(field) ? fresh.fields[field] : current[field],
    ]),
  ) as LastReading['fields'];
  const kept = extraHash(own) === before.extra ? next.extra : own;
  const extra = bundled === undefined ? kept : { ...kept, [BUNDLE_EXTRA]: bundled };
  const { outcome, outcomeSource, outcomeNative } = current;
  // A time and its quality belong together.
  const isMoved = !isSame('occurredAt') || !isSame('timeQuality');
  const { occurredAt, timeQuality } = isMoved ? current : fresh.fields;
  const when = { occurredAt, timeQuality };
  const isOwn = !isDeepStrictEqual({ outcome, outcomeSource, outcomeNative }, before.outcome);
  return {
    content: {
      ...fields,
      ...when,
      extra,
      ...(isOwn ? { outcome, outcomeSource, outcomeNative } : fresh.outcome),
      lessons: mergedList(current.lessons, before.lessons, next.lessons),
      memoryRefs: mergedList(current.memoryRefs, before.memoryRefs, next.memoryRefs),
      decisions: decisions.items,
      events: events.items,
      links,
    },
    extracted: { ...fresh, links: coming },
  };
}
