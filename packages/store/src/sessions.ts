import type { Session } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from './cursor.ts';
import { all, one, type ReadableDb } from './database.ts';
import { parseCell } from './json-cell.ts';

const CURSOR: CursorKind = ['sessions', 'text', 'number'];

interface SessionRow {
  seq: number;
  id: string;
  native_id: string | null;
  project_id: string;
  goal: string | null;
  agent: string | null;
  mode: string | null;
  branch: string | null;
  parent_id: string | null;
  started_at: string;
  ended_at: string | null;
  outcome: Session['outcome'];
  outcome_source: Session['outcomeSource'];
  time_quality: Session['timeQuality'];
  reflections: number;
  revision: number;
  extra: string;
}

const SELECT = `
SELECT s.*, (SELECT COUNT(*) FROM reflection r WHERE r.session_id = s.id AND r.deleted_at IS NULL) AS reflections
FROM session s`;

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    nativeId: row.native_id,
    seq: row.seq,
    projectId: row.project_id,
    goal: row.goal,
    agent: row.agent,
    mode: row.mode,
    branch: row.branch,
    parentId: row.parent_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    outcomeSource: row.outcome_source,
    timeQuality: row.time_quality,
    reflections: row.reflections,
    revision: row.revision,
    extra: parseCell<Session['extra']>(row.extra, {}),
  };
}

/** Sessions of one project or of all, the most recently started first. */
export function findSessions(db: ReadableDb, projectId: string | null, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const after = decodeCursor(cursor, CURSOR) ?? ['~', 0];
  const scope = projectId === null ? '' : 'AND s.project_id = ?';
  const sql = `${SELECT} WHERE (s.started_at, s.seq) < (?, ?) ${scope} ORDER BY s.started_at DESC, s.seq DESC LIMIT ?`;
  const values = projectId === null ? [...after, limit + 1] : [...after, projectId, limit + 1];
  return toPage(all<SessionRow>(db, sql, values), limit, CURSOR, (row) => [row.started_at, row.seq], toSession);
}

/** One session, or null. */
export function getSession(db: ReadableDb, id: string): Session | null {
  const row = one<SessionRow>(db, `${SELECT} WHERE s.id = ?`, [id]);
  return row ? toSession(row) : null;
}

/** Ids of the sessions that carry this native id, of one project or of all; the newest first. */
export function sessionsByNativeId(
  db: ReadableDb,
  nativeId: string,
  projectId: string | null,
): { id: string; projectId: string }[] {
  const select = 'SELECT id, project_id AS projectId FROM session WHERE native_id = ?';
  if (projectId !== null) return all(db, `${select} AND project_id = ?`, [nativeId, projectId]);
  return all(db, `${select} ORDER BY seq DESC`, [nativeId]);
}

/** True while lessons, child sessions, an episode or claims (deleted ones included) belong to the session. */
export function isSessionInUse(db: ReadableDb, id: string): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM reflection WHERE session_id = :id)
    OR EXISTS (SELECT 1 FROM session WHERE parent_id = :id) OR EXISTS (SELECT 1 FROM episode WHERE session_id = :id)
    OR EXISTS (SELECT 1 FROM claim WHERE session_id = :id) AS used`;
  return one<{ used: number }>(db, sql, { id })?.used === 1;
}
