/**
 * Parses a JSON cell. A damaged cell (the schema's json_valid rules out other invalid JSON) yields `fallback` instead of failing
 * the whole list; `host.check` reports it (B0-16).
 */
export function parseCell<T>(json: string, fallback: T): T {
  try {
    return JSON.parse(json) as T;
  } catch {
    return fallback;
  }
}

/** SQL for a JSON cell, of which a damaged one counts as empty: SQLite would fail the whole statement. */
export const soundCell = (column: string, empty: '{}' | '[]') => `iif(json_valid(${column}), ${column}, '${empty}')`;

/** Parses a JSON cell with a list of texts. A damaged cell counts as empty. */
export function parseList(cell: string): string[] {
  const value = parseCell<unknown>(cell, []);
  return Array.isArray(value) ? value.map(String) : [];
}
