import type { JudgedQuery } from './corpora.ts';

/** Returns ids for a query, best first. */
export type Ranker = (query: string) => readonly string[];

const CUTOFF = 10;

function gainAt(grade: number, rank: number): number {
  return (2 ** grade - 1) / Math.log2(rank + 2);
}

/** nDCG@10 of one ranking, with gain 2^grade − 1; 0 if nothing is judged relevant. */
export function ndcg(ids: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gained = ids.slice(0, CUTOFF).reduce((sum, id, rank) => sum + gainAt(grades.get(id) ?? 0, rank), 0);
  const ideal = [...grades.values()]
    .sort((a, b) => b - a)
    .slice(0, CUTOFF)
    .reduce((sum, grade, rank) => sum + gainAt(grade, rank), 0);
  return ideal === 0 ? 0 : gained / ideal;
}

/** Mean nDCG@10 over queries. */
export function meanNdcg(queries: readonly JudgedQuery[], rank: Ranker): number {
  return mean(queries.map(({ text, grades }) => ndcg(rank(text), grades)));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Probability that a value of `high` is greater than one of `low`; ties count half. */
export function auroc(high: readonly number[], low: readonly number[]): number {
  const all = [...high.map((value) => ({ value, isHigh: true })), ...low.map((value) => ({ value, isHigh: false }))];
  all.sort((a, b) => a.value - b.value);
  let wins = 0;
  let below = 0;
  for (let at = 0; at < all.length; ) {
    const { value } = all[at] as { value: number };
    let [tiedHigh, tiedLow] = [0, 0];
    for (; all[at]?.value === value; at++) {
      if (all[at]?.isHigh) tiedHigh++;
      else tiedLow++;
    }
    wins += tiedHigh * (below + tiedLow / 2);
    below += tiedLow;
  }
  return wins / (high.length * low.length);
}

/** Random numbers from 0 to 1, the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A shuffled copy, the same in every run (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const result = [...values];
  const random = randomNumbers(seed);
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}
