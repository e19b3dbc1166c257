import { type Column, DECODE } from './columns.ts';
import type { Columns, Schema, Table } from './table.ts';

/** A field as SQLite returns it. */
type Cell<Value> = [NonNullable<Value>] extends [boolean]
  ? number
  : [NonNullable<Value>] extends [object]
    ? string
    : Value;

/** A row of a view before decoding. */
export type RowOf<Value> = { [Field in keyof Value]: Cell<Value[Field]> };

type ShownBy<Also> = { [Field in keyof Also]: Also[Field] extends Column<infer Shown> ? Shown : never };

/** Reads rows of a table, with joined columns, as values of the contract. */
export interface View<Value> {
  /** `SELECT … FROM …`, to which a statement adds its conditions. */
  readonly select: string;
  /** Decodes a row. Modifies the row and returns it. */
  decode(row: RowOf<Value>): Value;
  /** Builds the value from a complete record just written, without reading it back. */
  fromRecord(record: Readonly<Record<string, unknown>>, joined: Partial<Value>): Value;
}

interface Parts<Value, Named extends Columns, Also extends Columns> {
  /** The FROM clause, without FROM. */
  from: string;
  /** Name of the table in `from`. */
  alias: string;
  /** Fields that are not in the table, or are shown differently than stored: as SQL, or as a column of SQL with a codec. */
  computed: Readonly<Record<Exclude<keyof Value, keyof Named | 'author'>, string | Column>> &
    Readonly<Partial<Record<keyof Value, string | Column>>>;
  /** Additional columns that the contract does not show. */
  also?: Also;
}

/** Kinds of authors are single words, so the first space ends the kind. */
function toAuthor(cell: unknown): unknown {
  const text = String(cell);
  const blank = text.indexOf(' ');
  return { kind: text.slice(0, blank), name: text.slice(blank + 1) };
}

/** The SQL of a field and the codec of its cell; null when the cell is the value. */
interface Source {
  sql: string;
  decode: ((cell: unknown) => unknown) | null;
}

function sourcesOf<Value>(
  fields: readonly string[],
  columns: Columns,
  { alias, computed }: Pick<Parts<Value, Columns, Columns>, 'alias' | 'computed'>,
): Map<string, Source> {
  const given = new Map(Object.entries<string | Column | undefined>(computed));
  const source = (field: string): Source => {
    const from = given.get(field) ?? columns[field];
    if (typeof from === 'string') return { sql: from, decode: null };
    if (from) {
      const isOfTable = from === columns[field] && /^\w+$/.test(from.name);
      const decode = from.codec === 'plain' ? null : DECODE[from.codec];
      return { sql: isOfTable ? `${alias}.${from.name}` : from.name, decode };
    }
    if (field !== 'author') throw new Error(`nothing says where the field ${field} comes from`);
    return { sql: `${alias}.author_kind || ' ' || ${alias}.author_name`, decode: toAuthor };
  };
  return new Map(fields.map((field) => [field, source(field)]));
}

/**
 * Creates a {@link View} of the fields of a schema. The statement selects columns in the contract's order and names, so the row
 * becomes the value after decoding its cells, without copying.
 */
export function view<Value, Named extends Columns, Also extends Columns = Record<never, Column>>(
  schema: Schema<Value>,
  { columns }: Table<Named>,
  parts: Parts<Value, Named, Also>,
): View<Value & ShownBy<Also>> {
  const also: Columns = parts.also ?? {};
  const fields = [...Object.keys(schema.shape), ...Object.keys(also)];
  const sources = sourcesOf(fields, { ...columns, ...also }, parts);
  const decoders = [...sources].flatMap(([field, { decode }]) => (decode ? [[field, decode] as const] : []));
  const ofTable = fields.filter((field) => field in columns);
  const hasAuthor = fields.includes('author');
  // Fields that are set on a copy of a complete object are quicker to set, and to write as JSON, than fields added one by one.
  const blank = Object.fromEntries([...ofTable, ...(hasAuthor ? ['author'] : [])].map((field) => [field, null]));
  return {
    select: `SELECT ${[...sources].map(([field, { sql }]) => `${sql} AS ${field}`).join(', ')} FROM ${parts.from}`,
    decode(row) {
      const value: Record<string, unknown> = row;
      for (const [field, decode] of decoders) value[field] = decode(value[field]);
      return value as Value & ShownBy<Also>;
    },
    fromRecord(record, joined) {
      const value: Record<string, unknown> = { ...blank, ...joined };
      for (const field of ofTable) value[field] = record[field];
      if (hasAuthor) value.author = { kind: record.authorKind, name: record.authorName };
      return value as Value & ShownBy<Also>;
    },
  };
}
