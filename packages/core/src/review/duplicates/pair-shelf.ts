/** Two lessons, the older one first. */
export interface LessonPair {
  one: string;
  other: string;
  projectId: string;
  /** Rank of the pair; higher is better. */
  score: number;
}

/** Key of a pair, independent of the order of its lessons. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/** Maximum number of pairs per lesson. A lesson with more neighbours was made from a template and has no duplicates. */
const PER_LESSON = 5;

/** Keeps the best pairs: a limited number per lesson and in total. */
export class PairShelf<P extends LessonPair> {
  readonly #pairs = new Map<string, P>();
  readonly #of = new Map<string, Set<string>>();
  readonly #most: number;
  /** True when pairs were dropped because of the total limit. */
  hasDropped = false;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#pairs.size;
  }

  /** Pairs of one project or of all, best first. */
  sorted(projectId: string | null): P[] {
    const pairs = [...this.#pairs.values()];
    const wanted = projectId === null ? pairs : pairs.filter((pair) => pair.projectId === projectId);
    return wanted.sort((a, b) => b.score - a.score || (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  add(pair: P): void {
    const key = keyOf(pair);
    this.#pairs.set(key, pair);
    for (const id of [pair.one, pair.other]) {
      const keys = this.#of.get(id) ?? new Set();
      this.#of.set(id, keys.add(key));
      if (keys.size > PER_LESSON) this.#dropWorst(keys);
    }
    // Drops a tenth at once, so that sorting is rare.
    if (this.#pairs.size > this.#most * 1.1) {
      for (const worst of this.sorted(null).slice(this.#most)) this.#remove(keyOf(worst));
      this.hasDropped = true;
    }
  }

  /** Removes the pairs of a lesson. Returns the lessons it was paired with, which now have room for other pairs. */
  forget(id: string): string[] {
    const pairs = [...(this.#of.get(id) ?? [])].flatMap((key) => this.#pairs.get(key) ?? []);
    for (const pair of pairs) this.#remove(keyOf(pair));
    return pairs.map(({ one, other }) => (one === id ? other : one));
  }

  clear(): void {
    this.#pairs.clear();
    this.#of.clear();
    this.hasDropped = false;
  }

  #dropWorst(keys: ReadonlySet<string>): void {
    const score = (key: string) => this.#pairs.get(key)?.score ?? 0;
    const [worst] = [...keys].sort((a, b) => score(a) - score(b) || (a < b ? 1 : -1));
    if (worst !== undefined) this.#remove(worst);
  }

  #remove(key: string): void {
    const pair = this.#pairs.get(key);
    this.#pairs.delete(key);
    for (const id of pair ? [pair.one, pair.other] : []) {
      const keys = this.#of.get(id);
      keys?.delete(key);
      if (keys?.size === 0) this.#of.delete(id);
    }
  }
}

function keyOf({ one, other }: LessonPair): string {
  return pairKey(one, other);
}
