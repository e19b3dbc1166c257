import type { SqlValue } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';

/**
 * How a field is stored in its cell, and what it is shown as if the cell cannot be read. A damaged cell must not fail the list
 * that contains it; `host.check` reports it (B0-16).
 *
 * - `plain`: stored unchanged
 * - `flag`: a truth value, as 0 or 1
 * - `list`: a JSON array; shown as empty
 * - `object`: a JSON object; shown as empty
 * - `document`: any JSON; shown as null
 * - `required`: JSON without which the row is useless; reading it throws
 */
export type Codec = 'plain' | 'flag' | 'list' | 'object' | 'document' | 'required';

declare const shown: unique symbol;

/** A column: its name in SQL, how it is stored, and the type it is shown as. */
export interface Column<Shown = unknown, C extends Codec = Codec> {
  readonly name: string;
  readonly codec: C;
  /** See {@link added}. */
  readonly isAdded?: true;
  /** Exists for the compiler only. */
  readonly [shown]?: Shown;
}

/** A text, number or null, stored unchanged. */
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
/** JSON without which the row is useless. */
export const required = <Shown = unknown>(name: string): Column<Shown, 'required'> => ({ name, codec: 'required' });

/**
 * A column that a migration added to a table with rows. Those rows have an empty cell, and their checksums were computed without
 * it. So an empty cell of such a column at the end of a row is left out of the checksum, and no row has to be rewritten. Added
 * columns come last, the newest at the end.
 */
export function added<Shown, C extends Codec>(column: Column<Shown, C>): Column<Shown, C> {
  return { ...column, isAdded: true };
}

/** Whether the cells of a column are JSON. SQLite's own check does not detect a flipped bit in JSON. */
export function isJson({ codec }: Column): boolean {
  return codec !== 'plain' && codec !== 'flag';
}

/** Field → cell. */
export function encode(value: unknown, codec: Codec): SqlValue {
  if (value === null || value === undefined) return null;
  if (codec === 'plain') return value as SqlValue;
  if (codec === 'flag') return value ? 1 : 0;
  return JSON.stringify(value);
}

/** Cell → field as the operations log stores it. An unreadable cell stays as it is, so that nothing is lost. */
export function decodeForLog(cell: SqlValue, codec: Codec): unknown {
  if (cell === null || codec === 'plain') return cell;
  if (codec === 'flag') return cell === 1;
  return parseCell(String(cell), { unreadable: cell });
}

/** Cell → field as the contract shows it. */
export const DECODE: Readonly<Record<Exclude<Codec, 'plain'>, (cell: unknown) => unknown>> = {
  flag: (cell) => cell === 1,
  // Most lists are empty, and parsing takes most of the time of reading many rows.
  list: (cell) => (cell === '[]' ? [] : parseCell(cell as string, [])),
  object: (cell) => (cell === '{}' ? {} : parseCell(cell as string, {})),
  document: (cell) => (cell === null ? null : parseCell(cell as string, null)),
  required: (cell) => JSON.parse(cell as string),
};
