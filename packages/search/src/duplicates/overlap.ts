/** Numbers, and names with numbers, distinguish lessons that are otherwise worded alike, so they count twice. */
function weightOf(stem: string): number {
  return /\d/.test(stem) ? 2 : 1;
}

/** A set of stems, or a map from them. */
interface Stems {
  keys(): Iterable<string>;
  has(stem: string): boolean;
}

/** The weight of a whole text. Whoever compares it with many others computes it once. */
export function totalWeight(stems: Stems): number {
  let sum = 0;
  for (const stem of stems.keys()) sum += weightOf(stem);
  return sum;
}

/** Overlap of two texts, 0 to 1 (weighted Jaccard); 0 where both are empty. */
export function overlapOf(
  one: Stems,
  other: Stems,
  [weight, otherWeight]: readonly [number, number] = [totalWeight(one), totalWeight(other)],
): number {
  let shared = 0;
  for (const stem of one.keys()) if (other.has(stem)) shared += weightOf(stem);
  const all = weight + otherWeight - shared;
  return all === 0 ? 0 : shared / all;
}
