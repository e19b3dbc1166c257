import { isDeepStrictEqual } from 'node:util';
import type { EpisodeContent, EpisodeDecision, EpisodeEvent, EpisodeLink } from '@twicewise/contract';
import { type Extracted, extractedFrom, itemHash } from './item-hash.ts';
import { siftLinks } from './links.ts';

type Item = EpisodeDecision | EpisodeEvent;

/** Three lists as sets: what the person took away stays away, what they added stays. */
function mergedList<T>(current: readonly T[], before: readonly T[], next: readonly T[]): T[] {
  const key = (item: T) => JSON.stringify(item);
  const [here, was] = [new Set(current.map(key)), new Set(before.map(key))];
  const kept = next.filter((item) => here.has(key(item)) || !was.has(key(item)));
  const coming = new Set(kept.map(key));
  return [...kept, ...current.filter((item) => !was.has(key(item)) && !coming.has(key(item)))];
}

const isEdited = (item: Item) => item.origin === null || itemHash(item) !== item.origin.hash;

/** Tells hashes of equal items apart: the first, the second … of a list. */
function numbering(): (hash: string) => string {
  const counts = new Map<string, number>();
  return (hash) => {
    const n = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, n);
    return `${hash} ${n}`;
  };
}

/**
 * Items that are known again by what was found keep their id and what a person made of them; what a person took out stays
 * out; what is not found any more goes, unless a person edited it (R11). New ones get the next free ids (R8).
 */
function mergedItems<T extends Item>(
  current: readonly T[],
  before: readonly string[],
  next: readonly T[],
  free: () => string,
) {
  const names = new Map<string, string>();
  const hereOf = numbering();
  const known = new Map(current.flatMap((item) => (item.origin ? [[hereOf(item.origin.hash), item] as const] : [])));
  const was = new Set(before.map(numbering()));
  const comingOf = numbering();
  const found = new Set<T>();
  const items: T[] = [];
  for (const item of next) {
    const key = comingOf(item.origin?.hash ?? itemHash(item));
    const here = known.get(key);
    // What is not here but was is what a person took out.
    const kept = here ? { ...here, origin: item.origin } : was.has(key) ? null : { ...item, id: free() };
    if (here) found.add(here);
    if (!kept) continue;
    items.push(kept);
    names.set(item.id, kept.id);
  }
  const curated = current.filter((item) => isEdited(item) && !found.has(item));
  return { items: [...items, ...curated], names };
}

function freeIds(taken: ReadonlySet<string>, letter: string): () => string {
  let number = 0;
  return () => {
    for (;;) {
      const id = `${letter}${String(++number).padStart(3, '0')}`;
      if (!taken.has(id)) return id;
    }
  };
}

function renamed(links: readonly EpisodeLink[], names: ReadonlyMap<string, string>): EpisodeLink[] {
  return links.flatMap(({ from, to, ...link }) => {
    const [here, there] = [names.get(from), names.get(to)];
    return here && there ? [{ from: here, to: there, ...link }] : [];
  });
}

/**
 * What an episode is after its file was read again, three ways: as the file was read last, as it is here, as the file is
 * now. What a person changed stays as they left it (R11); all else follows the file. The same file again changes nothing.
 */
export function mergeExtracted(
  current: EpisodeContent,
  before: Extracted,
  next: EpisodeContent,
): { content: EpisodeContent; extracted: Extracted } {
  const taken = new Set([...current.decisions, ...current.events].map(({ id }) => id));
  const decisions = mergedItems(current.decisions, before.items, next.decisions, freeIds(taken, 'd'));
  const events = mergedItems(current.events, before.items, next.events, freeIds(taken, 'e'));
  const names = new Map([...decisions.names, ...events.names]);
  const fresh = extractedFrom(next);
  const coming = renamed(next.links, names);
  const ids = new Set([...decisions.items, ...events.items].map(({ id }) => id));
  const { kept: links } = siftLinks(ids, mergedList(current.links, before.links, coming));
  const isSame = (field: keyof Extracted['fields']) => isDeepStrictEqual(current[field], before.fields[field]);
  const fields = Object.fromEntries(
    (Object.keys(fresh.fields) as (keyof Extracted['fields'])[]).map((field) => [
      field,
      isSame(field) ? fresh.fields[field] : current[field],
    ]),
  ) as Extracted['fields'];
  const { outcome, outcomeSource, outcomeNative } = current;
  const isOwn = !isDeepStrictEqual({ outcome, outcomeSource, outcomeNative }, before.outcome);
  return {
    content: {
      ...fields,
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
