import type { Project } from '@twicewise/contract';
import { decodeCursor, toPage } from './cursor.ts';
import { all, one, type ReadableDb } from './database.ts';

interface ProjectRow {
  seq: number;
  id: string;
  native_id: string | null;
  name: string;
  git_common_dir: string | null;
  root: string | null;
  created_at: string;
  revision: number;
  sessions: number;
  reflections: number;
  last_activity_at: string | null;
  active_at: string;
}

const SELECT = `
SELECT p.*, COALESCE(p.last_activity_at, p.created_at) AS active_at FROM (
  SELECT project.*,
    (SELECT COUNT(*) FROM session s WHERE s.project_id = project.id) AS sessions,
    (SELECT COUNT(*) FROM reflection r WHERE r.project_id = project.id AND r.deleted_at IS NULL) AS reflections,
    (SELECT MAX(r.created_at) FROM reflection r WHERE r.project_id = project.id AND r.deleted_at IS NULL) AS last_activity_at
  FROM project
) p`;

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    nativeId: row.native_id,
    seq: row.seq,
    name: row.name,
    gitCommonDir: row.git_common_dir,
    root: row.root,
    createdAt: row.created_at,
    sessions: row.sessions,
    reflections: row.reflections,
    lastActivityAt: row.last_activity_at,
    revision: row.revision,
  };
}

/** Projects, the most recently active first. */
export function findProjects(db: ReadableDb, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const after = decodeCursor(cursor, 2) ?? ['~', 0];
  const sql = `${SELECT} WHERE (active_at, seq) < (?, ?) ORDER BY active_at DESC, seq DESC LIMIT ?`;
  const rows = all<ProjectRow>(db, sql, [...after, limit + 1]);
  return toPage(rows, limit, (row) => [row.active_at, row.seq], toProject);
}

/** One project with its counts, or null. */
export function getProject(db: ReadableDb, id: string): Project | null {
  const row = one<ProjectRow>(db, `${SELECT} WHERE p.id = ?`, [id]);
  return row ? toProject(row) : null;
}

/** Id of the project that a caller means by a name of its own: the native id first, then a name that only one project has. */
export function projectByReference(db: ReadableDb, reference: string): string | null {
  const native = one<{ id: string }>(db, 'SELECT id FROM project WHERE native_id = ?', [reference]);
  if (native) return native.id;
  const named = all<{ id: string }>(db, 'SELECT id FROM project WHERE name = ? LIMIT 2', [reference]);
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

/** Id of the project of a git common directory or folder, or null. */
export function projectByFolder(db: ReadableDb, key: string): string | null {
  return one<{ id: string }>(db, 'SELECT id FROM project WHERE git_common_dir = ?', [key])?.id ?? null;
}

/** Id of the project that was only ever called by this name and has no folder yet, or null. */
export function projectWithoutFolder(db: ReadableDb, name: string): string | null {
  const sql = 'SELECT id FROM project WHERE native_id = ? AND git_common_dir IS NULL';
  return one<{ id: string }>(db, sql, [name])?.id ?? null;
}

/** True while sessions or lessons (deleted ones included) belong to the project. */
export function isProjectInUse(db: ReadableDb, id: string): boolean {
  const sql =
    'SELECT EXISTS (SELECT 1 FROM session WHERE project_id = :id) OR EXISTS (SELECT 1 FROM reflection WHERE project_id = :id) AS used';
  return one<{ used: number }>(db, sql, { id })?.used === 1;
}

/** True while sessions or lessons (deleted ones included) came from the source. */
export function isSourceInUse(db: ReadableDb, id: string): boolean {
  const sql =
    'SELECT EXISTS (SELECT 1 FROM reflection WHERE source_id = :id) OR EXISTS (SELECT 1 FROM session WHERE source_id = :id) AS used';
  return one<{ used: number }>(db, sql, { id })?.used === 1;
}
