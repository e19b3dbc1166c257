import { AppError } from '@twicewise/contract';

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

/** Cuts the one row too many that was read to know whether another page follows. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null,
  };
}
