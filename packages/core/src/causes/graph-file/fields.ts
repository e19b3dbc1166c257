import { textProblem } from '@twicewise/contract';
import { below, type Fields, isFields, parseLineTime } from '@twicewise/ingest';

/** A part of a file that was rejected, wholly or in part, with its place and the reason. */
export interface Fault {
  /** JSON pointer into the file. */
  pointer: string;
  reason: string;
}

/** Returns what is wrong with a value, or null. */
type Check = (value: unknown) => string | null;

const share: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : 'is no number from 0 to 1';
const whole =
  (min: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min ? null : `is no whole number from ${min} on`;
const words: Check = (value) => (typeof value === 'string' ? null : 'is no text');
const names: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? null : 'is no list of texts';
const object: Check = (value) => (isFields(value) ? null : 'is no object');

/** A time without a time zone may be wrong by half a day, so the published schema does not allow it. */
const time: Check = (value) => {
  const read = typeof value === 'string' && /[T ]\d\d:\d\d/.test(value) ? parseLineTime(value) : null;
  if (read === null) return 'is no date with a time';
  return read.zoneless ? 'has no zone, so nobody knows when it was' : null;
};

/** What the published schema of causal-graph.json requires of these fields. Other fields may hold anything. */
const CHECKS: Readonly<Record<string, Check>> = {
  weight: share,
  success_rate: share,
  evidence_count: whole(1),
  occurrences: whole(1),
  frequency: whole(0),
  description: words,
  created: time,
  last_used: time,
  episodes: names,
  contributions: object,
};

/** Writers of these files mark evidence without an episode by a key that begins with NUL, which cannot be stored. */
const ANONYMOUS = '\0';
const SYMBOL = '\u2400';

function renamed(fields: Fields, from: string, to: string): Fields {
  const entries = Object.entries(fields);
  if (!entries.some(([key]) => key.startsWith(from))) return fields;
  return Object.fromEntries(entries.map(([key, item]) => [key.startsWith(from) ? to + key.slice(1) : key, item]));
}

/** Contributions as stored, with the mark for anonymous evidence replaced by a storable character. */
export const storedKeys = (contributions: Fields) => renamed(contributions, ANONYMOUS, SYMBOL);
/** Contributions as in the file. */
export const writtenKeys = (contributions: Fields) => renamed(contributions, SYMBOL, ANONYMOUS);

/** Why a text anywhere in a value cannot be stored; null when all can. */
function unfit(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    // As a key it would set the object's prototype.
    const problem = key === '__proto__' ? 'has a field called __proto__' : (textProblem(key) ?? unfit(item));
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * The fields that may be stored: valid fields of the schema, and all unknown ones (E-05). Invalid fields are left out and
 * reported as faults.
 */
export function sift(fields: Fields, pointer: string, faults: Fault[]): Fields {
  const kept: Fields = {};
  for (const [name, given] of Object.entries(fields)) {
    const value = name === 'contributions' && isFields(given) ? storedKeys(given) : given;
    const problem =
      (name === '__proto__' ? 'is a name that nothing may have' : textProblem(name)) ??
      (Object.hasOwn(CHECKS, name) ? CHECKS[name]?.(value) : null) ??
      unfit(value);
    if (problem === null || problem === undefined) kept[name] = value;
    else faults.push({ pointer: below(pointer, name), reason: `${problem}; left out` });
  }
  return kept;
}
