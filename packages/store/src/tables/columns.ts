import type { SqlValue } from '../database.ts';
import { parseCell } from '../json-cell.ts';

/**
 * How a field is kept in its cell, and what it shows as where the cell cannot be read. A damaged cell must not fail the
 * list that it is part of; `host.check` reports it (B0-16).
 *
 * - `plain`: as it is
 * - `flag`: a truth value, as 0 or 1
 * - `list`: a JSON array; shows as empty
 * - `object`: a JSON object; shows as empty
 * - `document`: any JSON; shows as null
 * - `required`: JSON without which the row is of no use; reading it throws
 */
export type Codec = 'plain' | 'flag' | 'list' | 'object' | 'document' | 'required';

declare const shown: unique symbol;

/** A column: its name in SQL, how it is kept, and the type that it shows as. */
export interface Column<Shown = unknown, C extends Codec = Codec> {
  readonly name: string;
  readonly codec: C;
  /** See {@link added}. */
  readonly isAdded?: true;
  /** Exists for the compiler only. */
  readonly [shown]?: Shown;
}

/** A text, number or null, kept as it is. */
export const plain = <Shown extends SqlValue = string>(name: string): Column<Shown, 'plain'> => ({
  name,
  codec: 'plain',
});
/** A truth value. */
export const flag = (name: string): Column<boolean, 'flag'> => ({ name, codec: 'flag' });
/** A JSON array. */
export const list = <Item = unknown>(name: string): Column<Item[], 'list'> => ({ name, codec: 'list' });
/** A JSON object. */
export const object = <Shown extends object = Record<string, unknown>>(name: string): Column<Shown, 'object'> => ({
  name,
  codec: 'object',
});
/** Any JSON, or null. */
export const document = <Shown = unknown>(name: string): Column<Shown | null, 'document'> => ({
  name,
  codec: 'document',
});
/** JSON without which the row is of no use. */
export const required = <Shown = unknown>(name: string): Column<Shown, 'required'> => ({ name, codec: 'required' });

/**
 * A column that a migration added to a table with rows in it. They have it empty, and their checksums were made without it:
 * an empty cell of it at the end of a row takes no part in its checksum, so that no row has to be written anew. Added columns
 * come last, the newest at the end.
 */
export function added<Shown, C extends Codec>(column: Column<Shown, C>): Column<Shown, C> {
  return { ...column, isAdded: true };
}

/** Whether the cells of a column are JSON: a flipped bit there is damage that SQLite's own check does not see. */
export function isJson({ codec }: Column): boolean {
  return codec !== 'plain' && codec !== 'flag';
}

/** Field → cell. */
export function encode(value: unknown, codec: Codec = 'plain'): SqlValue {
  if (value === null || value === undefined) return null;
  if (codec === 'plain') return value as SqlValue;
  if (codec === 'flag') return value ? 1 : 0;
  return JSON.stringify(value);
}

/** Cell → field as the operations log keeps it: what cannot be read stays as it is, so that nothing of it is lost. */
export function decodeForLog(cell: SqlValue, codec: Codec = 'plain'): unknown {
  if (cell === null || codec === 'plain') return cell;
  if (codec === 'flag') return cell === 1;
  return parseCell(String(cell), { unreadable: cell });
}

/** Cell → field as the contract shows it. */
export const DECODE: Readonly<Record<Exclude<Codec, 'plain'>, (cell: unknown) => unknown>> = {
  flag: (cell) => cell === 1,
  // Most are empty, and parsing is what a long list of rows spends its time on.
  list: (cell) => (cell === '[]' ? [] : parseCell(cell as string, [])),
  object: (cell) => (cell === '{}' ? {} : parseCell(cell as string, {})),
  document: (cell) => (cell === null ? null : parseCell(cell as string, null)),
  required: (cell) => JSON.parse(cell as string),
};
