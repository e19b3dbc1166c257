import { type Source, source } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { SOURCES } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

const CURSOR: CursorKind = ['sources', 'number'];

const COUNT = 'SELECT COUNT(*) FROM reflection r WHERE r.source_id = s.id AND r.deleted_at IS NULL';
/** What the session of a transcript was about: an episode, or a draft where there is none, knows which session that was. */
const TASK = `CASE WHEN s.importer IN ('capture', 'history') THEN (SELECT goal FROM session WHERE id = COALESCE(
    (SELECT e.session_id FROM episode e WHERE e.source_id = s.id LIMIT 1),
    (SELECT r.session_id FROM reflection r WHERE r.source_id = s.id LIMIT 1))) END`;
const SOURCE = view(source, SOURCES, {
  from: 'source s',
  alias: 's',
  computed: { task: TASK, reflections: `(${COUNT})`, drafts: `(${COUNT} AND r.state = 'draft')` },
});

/** Sources, the newest first. */
export function findSources(db: ReadableDb, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = Number(decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER);
  const rows = all<RowOf<Source>>(db, `${SOURCE.select} WHERE s.seq < ? ORDER BY s.seq DESC LIMIT ?`, [
    before,
    limit + 1,
  ]);
  return toPage(rows, limit, CURSOR, ({ seq }) => [seq], SOURCE.decode);
}

/** One source, or null. */
export function getSource(db: ReadableDb, id: string): Source | null {
  const row = one<RowOf<Source>>(db, `${SOURCE.select} WHERE s.id = ?`, [id]);
  return row ? SOURCE.decode(row) : null;
}
