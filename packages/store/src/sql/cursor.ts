import { AppError, MAX_ANSWER_BYTES } from '@twicewise/contract';

/** The format of a list's cursors: the list's unique name, and the types of its sort key. */
export type CursorKind = readonly [list: string, ...parts: ('text' | 'number')[]];

/** Encodes the sort key of a page's last row with the name of the list. Opaque to callers. */
function encodeCursor([list]: CursorKind, key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** Decodes a cursor of this list; null for the first page. Throws for cursors of other lists, whose keys mean something else. */
export function decodeCursor(cursor: string | undefined, [list, ...parts]: CursorKind): (string | number)[] | null {
  if (cursor === undefined) return null;
  const [name, ...key] = unpacked(cursor);
  const fits = (kind: string, index: number) =>
    kind === 'text' ? typeof key[index] === 'string' : typeof key[index] === 'number';
  if (name === list && key.length === parts.length && parts.every(fits)) return key as (string | number)[];
  throw foreignCursor();
}

function unpacked(cursor: string): unknown[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(key) ? key : [];
  } catch {
    return [];
  }
}

/** The error for a cursor that is invalid or belongs to another list. */
function foreignCursor(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: 'This cursor was not made by this list.',
    hint: 'Pass nextCursor of the page before, or leave it out to start at the beginning.',
  });
}

/** Total length of the texts of a row, in UTF-16 units. */
export function rowLength(row: object): number {
  let length = 0;
  for (const cell of Object.values(row)) if (typeof cell === 'string') length += cell.length;
  return length;
}

/**
 * As many items as were requested and fit into one answer, but at least one. `rows` has one row more, which shows whether there
 * is a next page. Pass a lazy iterator for large rows, so that none is read in vain.
 */
export function toPage<Row extends object, Item>(
  rows: Iterable<Row>,
  limit: number,
  kind: CursorKind,
  keyOf: (row: Row) => readonly (string | number)[],
  toItem: (row: Row) => Item,
  lengthOf?: (row: Row, item: Item) => number,
): { items: Item[]; nextCursor: string | null } {
  const items: Item[] = [];
  let last: Row | null = null;
  let length = 0;
  const after = (row: Row | null) => row && encodeCursor(kind, keyOf(row));
  for (const row of rows) {
    if (items.length === limit) return { items, nextCursor: after(last) };
    // Measured first, because `toItem` may modify its row.
    const texts = lengthOf ? 0 : rowLength(row);
    const item = toItem(row);
    length += lengthOf?.(row, item) ?? texts;
    if (last !== null && length > MAX_ANSWER_BYTES) return { items, nextCursor: after(last) };
    items.push(item);
    last = row;
  }
  return { items, nextCursor: null };
}
