import { clean, cut } from '../texts.ts';

/** A JSON object of a log, with arbitrary keys. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Normalises a key: `lessons_learned`, `Lessons learned` and `lessonsLearned` become the same. */
export function plainKey(key: string): string {
  return key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The JSON pointer to a member, cut to the schema's limit. */
export function below(pointer: string, key: string | number): string {
  const name = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return clean(`${pointer}/${name}`, 1000);
}

/** Keys of an object by normalised spelling. Cached, because they are asked for often and objects of a log do not change. */
const spellings = new WeakMap<Fields, ReadonlyMap<string, string>>();

function spelled(fields: Fields): ReadonlyMap<string, string> {
  const known = spellings.get(fields);
  if (known) return known;
  const keys = new Map<string, string>();
  for (const key of Object.keys(fields)) if (!keys.has(plainKey(key))) keys.set(plainKey(key), key);
  spellings.set(fields, keys);
  return keys;
}

/** The first of `names` whose key holds something. */
export function pick(fields: Fields, names: readonly string[]): { key: string; value: unknown } | null {
  const keys = spelled(fields);
  for (const name of names) {
    const key = keys.get(name);
    if (key !== undefined && isFilled(fields[key])) return { key, value: fields[key] };
  }
  return null;
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** The text of the first of several keys that has one. */
export function pickText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const found = pick(fields, [name]);
    if (typeof found?.value === 'string' && clean(found.value) !== '') return clean(found.value);
  }
  return null;
}

/** Maximum nesting that is written out as text. */
const MAX_TEXT_DEPTH = 3;
/** Maximum number of members of a list or object that are written out. */
const MAX_MEMBERS = 200;

/** Any JSON value as readable text: lists as lines, objects as `key: value`. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || typeof value !== 'object' || depth >= MAX_TEXT_DEPTH) return '';
  const lines = Array.isArray(value)
    ? value.slice(0, MAX_MEMBERS).map((member) => textOf(member, depth + 1))
    : Object.entries(value)
        .slice(0, MAX_MEMBERS)
        .map(([key, member]) => {
          const text = textOf(member, depth + 1);
          return text === '' ? '' : `${clean(key, 200)}: ${text}`;
        });
  return cut(lines.filter((line) => line !== '').join(Array.isArray(value) ? '\n' : '; '));
}

/** All texts within a value, in order. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [clean(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The texts of a value that is one text or a list, without empty ones. */
export function listOf(value: unknown): string[] {
  const members = Array.isArray(value) ? value : [value];
  return members.map((member) => textOf(member)).filter((text) => text !== '');
}
