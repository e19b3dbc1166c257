import type { SqlValue } from '../database.ts';
import { type Codec, type Column, decodeForLog, encode } from './columns.ts';

/** A schema of the contract for an object: what its fields are called, and their types. */
export interface Schema<Value> {
  readonly shape: Readonly<Record<string, unknown>>;
  parse(value: unknown): Value;
}

/** Codecs that can keep a value of a field. */
type CodecFor<Value> = [NonNullable<Value>] extends [boolean]
  ? 'flag'
  : [NonNullable<Value>] extends [readonly unknown[]]
    ? 'list'
    : [NonNullable<Value>] extends [object]
      ? Exclude<Codec, 'plain' | 'flag' | 'list'>
      : 'plain';

/** Columns by field. */
export type Columns = Readonly<Record<string, Column>>;
/** Columns by field; those of a field of the contract have a codec that can keep it. */
type ColumnsFor<Value> = {
  readonly [Field in keyof Value]?: Column<unknown, CodecFor<Value[Field]>>;
} & Columns;

/** A table: the one place that says which field is in which column, and how it is kept. */
export interface Table<Named extends Columns = Columns> {
  readonly table: string;
  /** Field that names a row; its column has the same name. */
  readonly key: string;
  /** Field → column. The order is that of the checksum: it never changes once rows are written. */
  readonly columns: Named;
}

/**
 * Declares a table. `schema` is what a row of it shows as in the contract: the compiler refuses a codec that cannot keep a
 * field of it.
 */
export function defineTable<Value, const Named extends ColumnsFor<Value>>(
  declared: Table<Named> & { readonly schema: Schema<Value> },
): Table<Named> & { readonly schema: Schema<Value> } {
  return declared;
}

/** Columns of a table, as a statement lists them. */
export function columnNames({ columns }: Table): string[] {
  return Object.values(columns).map(({ name }) => name);
}

/** Columns of a table, as a statement selects them under the names of their fields. */
export function columnsAsFields({ columns }: Table): string[] {
  return Object.entries(columns).map(([field, { name }]) => `${name} AS ${field}`);
}

/** The statement that inserts a row with these columns, in their order. */
export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** The cells of a record in the order of its columns; a field that it does not have is null. */
export function encodeRecord({ columns }: Table, record: Readonly<Record<string, unknown>>): SqlValue[] {
  const cells: SqlValue[] = [];
  for (const field in columns) cells.push(encode(record[field], columns[field]?.codec));
  return cells;
}

/**
 * The cells of a row that its checksum is over, out of all in the order of the columns: without the added ones at the end
 * that are empty.
 */
export function checkedCells({ columns }: Table, cells: readonly SqlValue[]): readonly SqlValue[] {
  const all = Object.values(columns);
  let end = cells.length;
  while (end > 0 && cells[end - 1] === null && all[end - 1]?.isAdded) end--;
  return end === cells.length ? cells : cells.slice(0, end);
}

/**
 * The record of a row whose cells go by the names of the fields, as the operations log keeps it: a cell that cannot be read
 * stays as it is.
 */
export function decodeRecord({ columns }: Table, row: Readonly<Record<string, SqlValue>>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field in columns) record[field] = decodeForLog(row[field] ?? null, columns[field]?.codec);
  return record;
}
