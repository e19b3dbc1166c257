import { hash } from 'node:crypto';

/**
 * JSON with the keys of nested objects sorted. Written as text and never through an object of our own, so that a key such
 * as `__proto__` is data like any other.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return objectOf(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A JSON object with its keys in the given order. */
export function objectOf(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`).join(',')}}`;
}

/** A short hash by which states of a record are told apart. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
