/** Rows as they are shown while the pointer is about to choose one. */
export interface Held<T> {
  typed: string;
  rows: readonly T[];
}

/**
 * The rows to show. Held rows stay where they are, even if they are no longer found, so that a click chooses what it was meant for.
 * Rows found later come below them. Rows held for other words are ignored.
 */
export function steadyRows<T>(
  held: Held<T> | null,
  typed: string,
  found: readonly T[],
  nameOf: (row: T) => string,
): readonly T[] {
  if (held === null || held.typed !== typed) return found;
  const latest = new Map(found.map((row) => [nameOf(row), row]));
  const kept = held.rows.map((row) => latest.get(nameOf(row)) ?? row);
  const names = new Set(kept.map(nameOf));
  return [...kept, ...found.filter((row) => !names.has(nameOf(row)))];
}
