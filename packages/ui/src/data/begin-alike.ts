/** Ends of the parts of a name. */
const PART = /[-_./\s]+/g;

/** The beginnings of a name up to each separator, as far as something of it follows. */
function beginnings(name: string): string[] {
  return [...name.matchAll(PART)]
    .map(({ index, 0: { length } }) => index + length)
    .filter((end) => end < name.length)
    .map((end) => name.slice(0, end));
}

/**
 * The names that begin as another one does, up to a separator, each with where what tells it from all others begins: where there is
 * room for a part of it only, that tells most.
 */
export function beginAlike(names: Iterable<string>): ReadonlyMap<string, number> {
  const distinct = [...new Set(names)];
  const times = new Map<string, number>();
  for (const start of distinct.flatMap(beginnings)) times.set(start, (times.get(start) ?? 0) + 1);
  return new Map(
    distinct.flatMap((name) => {
      const shared = beginnings(name).findLast((start) => (times.get(start) ?? 0) > 1);
      return shared === undefined ? [] : [[name, shared.length] as const];
    }),
  );
}
