import type { SqlValue } from '../sql/database.ts';
import { type Codec, type Column, decodeForLog, encode } from './columns.ts';

/** An object schema of the contract, with the names and types of its fields. */
export interface Schema<Value> {
  readonly shape: Readonly<Record<string, unknown>>;
  parse(value: unknown): Value;
}

/** Codecs that can store a value of a field. */
type CodecFor<Value> = [NonNullable<Value>] extends [boolean]
  ? 'flag'
  : [NonNullable<Value>] extends [readonly unknown[]]
    ? 'list'
    : [NonNullable<Value>] extends [object]
      ? Exclude<Codec, 'plain' | 'flag' | 'list'>
      : 'plain';

/** Columns by field. */
export type Columns = Readonly<Record<string, Column>>;
/** Columns by field; the codec of a contract field must be able to store its type. */
type ColumnsFor<Value> = {
  readonly [Field in keyof Value]?: Column<unknown, CodecFor<Value[Field]>>;
} & Columns;

/** A table: the one place that declares the column of each field and its codec. */
export interface Table<Named extends Columns = Columns> {
  readonly table: string;
  /** The key field; its column has the same name. */
  readonly key: string;
  /** Field → column. The order is that of the checksum, and must not change once rows are written. */
  readonly columns: Named;
}

/**
 * Declares a table. `schema` is the contract's schema of a row; the compiler refuses a codec that cannot store one of its fields.
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

/** What every row needs of its table, computed once: listing the columns anew took longer than encoding them. */
interface Layout {
  readonly fields: readonly (readonly [field: string, codec: Codec])[];
  /** Number of cells that the checksum always covers: all before the columns that were added last. */
  readonly alwaysChecked: number;
}

const layouts = new WeakMap<Columns, Layout>();

function layoutOf({ columns }: Table): Layout {
  const known = layouts.get(columns);
  if (known) return known;
  const layout = {
    fields: Object.entries(columns).map(([field, { codec }]) => [field, codec] as const),
    alwaysChecked: Object.values(columns).findLastIndex(({ isAdded }) => !isAdded) + 1,
  };
  layouts.set(columns, layout);
  return layout;
}

/** The cells of a record in column order; a missing field is null. */
export function encodeRecord(table: Table, record: Readonly<Record<string, unknown>>): SqlValue[] {
  return layoutOf(table).fields.map(([field, codec]) => encode(record[field], codec));
}

/** The cells covered by a row's checksum, in column order: all except trailing empty cells of columns that were added later. */
export function checkedCells(table: Table, cells: readonly SqlValue[]): readonly SqlValue[] {
  let end = cells.length;
  while (end > layoutOf(table).alwaysChecked && cells[end - 1] === null) end--;
  return cells.slice(0, end);
}

/** The record of a row with cells named by field, as the operations log stores it; an unreadable cell stays as it is. */
export function decodeRecord(table: Table, row: Readonly<Record<string, SqlValue>>): Record<string, unknown> {
  return Object.fromEntries(
    layoutOf(table).fields.map(([field, codec]) => [field, decodeForLog(row[field] ?? null, codec)]),
  );
}
