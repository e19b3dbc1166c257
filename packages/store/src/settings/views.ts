import type { SavedView } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';
import type { RowOf } from '../tables/view.ts';
import { VIEW_KEYS } from './setting-keys.ts';

const CURSOR: CursorKind = ['views', 'text'];

/** The stored value of a view: everything except its id, which is the key, and its revision, which is the row's. */
type Kept = Omit<SavedView, 'id' | 'revision'>;
type Row = RowOf<{ key: string; value: Kept; revision: number }>;

/** Views are settings whose keys are their ids: few, and logged like every setting. */
const VIEWS = `FROM setting WHERE ${VIEW_KEYS}`;

function toView({ key, value, revision }: Row): SavedView {
  return { id: key, revision, ...parseCell<Kept>(value, {} as never) };
}

/** Saved views, of one screen or of all, the oldest first. */
export function findViews(db: ReadableDb, screen: string | null, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const after = decodeCursor(cursor, CURSOR)?.[0] ?? '';
  const sql = `SELECT key, value, revision ${VIEWS} AND key > :after
    AND (:screen IS NULL OR json_extract(value, '$.screen') = :screen) ORDER BY key LIMIT :limit`;
  const rows = all<Row>(db, sql, { after, screen, limit: limit + 1 });
  return toPage(rows, limit, CURSOR, ({ key }) => [key], toView);
}

/** One saved view, or null. */
export function getView(db: ReadableDb, id: string): SavedView | null {
  const row = one<Row>(db, `SELECT key, value, revision ${VIEWS} AND key = ?`, [id]);
  return row ? toView(row) : null;
}

/** Id of the view of that name on a screen, or null. */
export function viewByName(db: ReadableDb, screen: string, name: string): string | null {
  const sql = `SELECT key AS id ${VIEWS} AND json_extract(value, '$.screen') = ? AND json_extract(value, '$.name') = ?`;
  return one<{ id: string }>(db, sql, [screen, name])?.id ?? null;
}
