/**
 * Parses a JSON cell. A damaged one (the schema's json_valid makes it a sign of damage) shows as `fallback` instead of
 * failing the whole list; `host.check` reports it (B0-16).
 */
export function parseCell<T>(json: string, fallback: T): T {
  try {
    return JSON.parse(json) as T;
  } catch {
    return fallback;
  }
}
