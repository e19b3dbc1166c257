import { textBytes } from '@twicewise/contract';
import { clean } from '../texts.ts';
import { type Fields, isFields } from './tree.ts';

type Extra = { [key: string]: Json };
type Json = string | number | boolean | null | Json[] | Extra;

/** Maximum size of what an item keeps of the fields that were not understood, in bytes. */
const MAX_EXTRA_BYTES = 8192;
const MAX_MEMBERS = 100;
const MAX_DEPTH = 6;
/** Maximum number of keys of an entry that are examined; no real entry has as many. */
const MOST_KEYS = 1000;

/**
 * A JSON value as the store can hold it: bounded and well-formed. `__proto__` is left out, because copying it would not create a
 * member.
 */
function storable(value: unknown, depth: number): Json | undefined {
  if (typeof value === 'string') return clean(value, MAX_EXTRA_BYTES);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_MEMBERS).flatMap((member) => storable(member, depth + 1) ?? []);
  }
  if (!isFields(value)) return undefined;
  const kept: Extra = {};
  for (const [key, member] of Object.entries(value).slice(0, MAX_MEMBERS)) {
    const copy = storable(member, depth + 1);
    const name = clean(key, 200);
    if (copy !== undefined && name !== '' && name !== '__proto__') kept[name] = copy;
  }
  return kept;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value as object).length === 0;
}

/** The fields of an entry that were not understood (R18): whole members, as many as fit. */
export function leftover(fields: Fields, understood: ReadonlySet<string>): Extra {
  const kept: Extra = {};
  let bytes = 0;
  for (const [key, value] of Object.entries(fields).slice(0, MOST_KEYS)) {
    if (understood.has(key) || isEmpty(value)) continue;
    const copy = storable({ [key]: value }, 0) as Extra;
    const size = textBytes(copy);
    if (bytes + size > MAX_EXTRA_BYTES) continue;
    bytes += size;
    Object.assign(kept, copy);
  }
  return kept;
}
