import { MAX_JSON_DEPTH } from './domain/text.ts';
import { AppError } from './errors.ts';

/** Deepest nesting of brackets in a JSON text, counted without parsing. Stops at one more than `max`. */
export function jsonDepth(source: string, max: number = MAX_JSON_DEPTH): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      deepest = Math.max(deepest, ++depth);
      if (deepest > max) return deepest;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return deepest;
}

/**
 * Parses JSON from outside. Checks its depth first, because JSON.parse accepts millions of levels, which would break later
 * recursive code.
 */
export function parseJson(source: string, maxDepth: number = MAX_JSON_DEPTH): unknown {
  if (jsonDepth(source, maxDepth) > maxDepth) {
    throw new AppError({
      code: 'invalid_input',
      reason: 'too_deep',
      message: `The JSON is nested more than ${maxDepth} levels deep.`,
      hint: 'Send flatter data; nothing was changed.',
    });
  }
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new AppError({
      code: 'invalid_input',
      reason: 'malformed',
      message: `This is not JSON: ${error instanceof Error ? error.message.slice(0, 120) : 'unreadable'}.`,
      hint: 'Send one JSON value in UTF-8; nothing was changed.',
    });
  }
}

/**
 * JSON with the keys of nested objects sorted, so that equal values give equal text. Built as text, not through an object, so
 * that a key such as `__proto__` is plain data. A value without a JSON form is null in a list and left out of an object.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return objectJson(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A JSON object with its keys in the given order; nested values are written as by {@link canonicalJson}. */
export function objectJson(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`).join(',')}}`;
}
