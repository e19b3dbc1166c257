import { AppError, MAX_ANSWER_BYTES } from '@twicewise/contract';

/** Packs the sort key of a page's last row. Opaque to callers. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Unpacks a cursor of `length` parts; null for the first page. */
export function decodeCursor(cursor: string | undefined, length: number): (string | number)[] | null {
  if (cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const good = Array.isArray(key) && key.length === length;
    if (good && key.every((part) => typeof part === 'string' || typeof part === 'number')) return key;
  } catch {
    // Falls through to the refusal below.
  }
  throw foreignCursor();
}

/** Refusal of a cursor that another list made, or nobody. */
export function foreignCursor(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: 'This cursor was not made by this list.',
    hint: 'Pass nextCursor of the page before, or leave it out to start at the beginning.',
  });
}

/** Length of the texts of a row, in UTF-16 units. */
export function rowLength(row: object): number {
  let length = 0;
  for (const cell of Object.values(row)) if (typeof cell === 'string') length += cell.length;
  return length;
}

/**
 * As many items as were asked for and fit into one answer, at least one. `rows` has one row too many, which tells whether
 * another page follows; those that are large are best read one by one, so that none is read for nothing.
 */
export function toPage<Row extends object, Item>(
  rows: Iterable<Row>,
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  toItem: (row: Row) => Item,
  lengthOf: (row: Row, item: Item) => number = rowLength,
): { items: Item[]; nextCursor: string | null } {
  const items: Item[] = [];
  let last: Row | null = null;
  let length = 0;
  const after = (row: Row | null) => row && encodeCursor(keyOf(row));
  for (const row of rows) {
    if (items.length === limit) return { items, nextCursor: after(last) };
    const item = toItem(row);
    length += lengthOf(row, item);
    if (last !== null && length > MAX_ANSWER_BYTES) return { items, nextCursor: after(last) };
    items.push(item);
    last = row;
  }
  return { items, nextCursor: null };
}
