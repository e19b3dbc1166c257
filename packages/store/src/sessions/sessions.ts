import { type Session, session } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { SESSIONS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

const CURSOR: CursorKind = ['sessions', 'text', 'number'];

const SESSION = view(session, SESSIONS, {
  from: 'session s',
  alias: 's',
  computed: {
    reflections: '(SELECT COUNT(*) FROM reflection r WHERE r.session_id = s.id AND r.deleted_at IS NULL)',
  },
});

/** Sessions of one project or of all, the most recently started first. */
export function findSessions(db: ReadableDb, projectId: string | null, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const after = decodeCursor(cursor, CURSOR) ?? ['~', 0];
  const scope = projectId === null ? '' : 'AND s.project_id = ?';
  const sql = `${SESSION.select} WHERE (s.started_at, s.seq) < (?, ?) ${scope} ORDER BY s.started_at DESC, s.seq DESC LIMIT ?`;
  const values = projectId === null ? [...after, limit + 1] : [...after, projectId, limit + 1];
  return toPage(all<RowOf<Session>>(db, sql, values), limit, CURSOR, (row) => [row.startedAt, row.seq], SESSION.decode);
}

/** Maximum number of the newest sessions of a project among which one with a working summary is looked for. */
const MAX_LOOKED = 50;

/** Those of the newest sessions of a project of which it is written down where they stand, the newest first. */
export function sessionsWithSummary(db: ReadableDb, projectId: string): Session[] {
  const sql = `${SESSION.select} WHERE s.project_id = ? ORDER BY s.started_at DESC, s.seq DESC LIMIT ?`;
  return all<RowOf<Session>>(db, sql, [projectId, MAX_LOOKED])
    .filter(({ workingSummary }) => workingSummary !== null)
    .map(SESSION.decode);
}

/** One session, or null. */
export function getSession(db: ReadableDb, id: string): Session | null {
  const row = one<RowOf<Session>>(db, `${SESSION.select} WHERE s.id = ?`, [id]);
  return row ? SESSION.decode(row) : null;
}

/** Ids of sessions with this native id, of one project or of all, newest first. */
export function sessionsByNativeId(
  db: ReadableDb,
  nativeId: string,
  projectId: string | null,
): { id: string; projectId: string }[] {
  const select = 'SELECT id, project_id AS projectId FROM session WHERE native_id = ?';
  if (projectId !== null) return all(db, `${select} AND project_id = ?`, [nativeId, projectId]);
  return all(db, `${select} ORDER BY seq DESC`, [nativeId]);
}
