import type { LessonPair } from './pair-shelf.ts';

/** Lessons of which each was found to be like every other. */
export interface LessonGroup<P extends LessonPair> {
  /** The oldest first. */
  ids: string[];
  /** True when they are copies of one another. */
  isExact: boolean;
  /** The pairs within it, the surest first. A copy counts for what its copies were found to be like. */
  pairs: P[];
}

/** The copies of each lesson, by any of them; a lesson without copies has only itself. */
class Copies {
  readonly #sets = new Map<string, Set<string>>();

  of(id: string): Set<string> {
    const known = this.#sets.get(id);
    if (known) return known;
    const own = new Set([id]);
    this.#sets.set(id, own);
    return own;
  }

  join(one: string, other: string): void {
    const [into, from] = [this.of(one), this.of(other)];
    if (into === from) return;
    for (const id of from) {
      into.add(id);
      this.#sets.set(id, into);
    }
  }
}

/** A group while it is put together, of sets of copies. */
interface Open<P> {
  sets: Set<Set<string>>;
  pairs: P[];
}

/** What was found between sets of copies. */
class Links<P> {
  readonly #between = new Map<Set<string>, Map<Set<string>, P[]>>();

  add(one: Set<string>, other: Set<string>, pair: P): void {
    for (const [from, to] of [[one, other] as const, [other, one] as const]) {
      const ends = this.#between.get(from) ?? new Map<Set<string>, P[]>();
      this.#between.set(from, ends);
      ends.set(to, [...(ends.get(to) ?? []), pair]);
    }
  }

  of(one: Set<string>, other: Set<string>): P[] {
    return this.#between.get(one)?.get(other) ?? [];
  }
}

/** Puts a set into a group in which it is linked with every other; null when it is not. */
function joining<P>(group: Open<P>, set: Set<string>, links: Links<P>): P[] | null {
  const found = [...group.sets].map((other) => links.of(set, other));
  return found.every((pairs) => pairs.length > 0) ? found.flat() : null;
}

/**
 * Groups pairs, given the surest first. Copies are taken as one; lessons join a group only if they are like all that is in it, so
 * that no chain of likenesses brings together what differs. Every pair is in exactly one group: one that fits into none is a group
 * of its own.
 */
export function groupsOf<P extends LessonPair>(pairs: readonly P[], isExact: (pair: P) => boolean): LessonGroup<P>[] {
  const copies = new Copies();
  const exact = new Set(pairs.filter(isExact));
  for (const { one, other } of exact) copies.join(one, other);
  const links = new Links<P>();
  for (const pair of pairs) {
    const [one, other] = [copies.of(pair.one), copies.of(pair.other)];
    if (one !== other) links.add(one, other, pair);
  }

  const groups: Open<P>[] = [];
  const groupOf = new Map<Set<string>, Open<P>>();
  const done = new Set<P>();
  const begin = (...sets: Set<string>[]) => {
    const group: Open<P> = { sets: new Set(sets), pairs: [] };
    groups.push(group);
    for (const set of sets) if (!groupOf.has(set)) groupOf.set(set, group);
    return group;
  };
  const put = (group: Open<P>, found: readonly P[]) => {
    group.pairs.push(...found);
    for (const pair of found) done.add(pair);
  };
  for (const pair of pairs) {
    if (done.has(pair)) continue;
    const [one, other] = [copies.of(pair.one), copies.of(pair.other)];
    if (one === other) {
      put(groupOf.get(one) ?? begin(one), [pair]);
      continue;
    }
    const [first, second] = [groupOf.get(one), groupOf.get(other)];
    const [group, joins] = first && !second ? [first, other] : second && !first ? [second, one] : [null, null];
    const found = group && joining(group, joins, links);
    if (group && found) {
      group.sets.add(joins);
      groupOf.set(joins, group);
      put(group, found);
    } else put(begin(one, other), links.of(one, other));
  }
  return groups.map(({ sets, pairs: within }) => ({
    ids: [...new Set([...sets].flatMap((set) => [...set]))].sort(),
    isExact: sets.size === 1,
    pairs: within,
  }));
}

/** Sets of lessons that are copies of one another. */
export function copiesOf<P extends LessonPair>(pairs: readonly P[], isExact: (pair: P) => boolean): string[][] {
  const copies = new Copies();
  const exact = pairs.filter(isExact);
  for (const { one, other } of exact) copies.join(one, other);
  return [...new Set(exact.map(({ one }) => copies.of(one)))].map((ids) => [...ids].sort());
}
