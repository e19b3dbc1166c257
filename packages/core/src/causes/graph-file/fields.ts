import { textProblem } from '@twicewise/contract';
import { below, type Fields, isFields, parseLineTime } from '@twicewise/ingest';

/** A part of a file that could not be taken, or not whole: where it stands, and why. */
export interface Fault {
  /** JSON pointer into the file. */
  pointer: string;
  reason: string;
}

/** What is wrong with a value; null when nothing is. */
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

/** A time of which nobody knows the zone may be half a day off: the published schema takes none. */
const time: Check = (value) => {
  const read = typeof value === 'string' && /[T ]\d\d:\d\d/.test(value) ? parseLineTime(value) : null;
  if (read === null) return 'is no date with a time';
  return read.zoneless ? 'has no zone, so nobody knows when it was' : null;
};

/** What the published schema of causal-graph.json asks of fields; others may hold anything. */
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

/** The writers of these files mark evidence without an episode by a key that begins with NUL, which no memory may hold. */
const ANONYMOUS = '\0';
const SYMBOL = '\u2400';

function renamed(fields: Fields, from: string, to: string): Fields {
  const entries = Object.entries(fields);
  if (!entries.some(([key]) => key.startsWith(from))) return fields;
  return Object.fromEntries(entries.map(([key, item]) => [key.startsWith(from) ? to + key.slice(1) : key, item]));
}

/** Contributions as they are kept: the mark of anonymous evidence as a character that can be stored. */
export const storedKeys = (contributions: Fields) => renamed(contributions, ANONYMOUS, SYMBOL);
/** Contributions as the file had them. */
export const writtenKeys = (contributions: Fields) => renamed(contributions, SYMBOL, ANONYMOUS);

/** What makes a text anywhere in a value unfit to store; null when all are fit. */
function unfit(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    // As a key of an object it would be its prototype.
    const problem = key === '__proto__' ? 'has a field called __proto__' : (textProblem(key) ?? unfit(item));
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Fields of a part that may be kept: those of the schema where they are what it asks for, and all others (E-05). What may
 * not is left out and named, and the part comes in without it.
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
