import { type Project, project } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { soundCell } from '../sql/json-cell.ts';
import { list } from '../tables/columns.ts';
import { PROJECTS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

const CURSOR: CursorKind = ['projects', 'text', 'number'];

const LIVE = 'r.project_id = project.id AND r.deleted_at IS NULL';
/** The commands that a project names as its checks; none where its settings are damaged. */
const CHECKS = `coalesce(json_extract(${soundCell('p.settings', '{}')}, '$.checks'), '[]')`;
const PROJECT = view(project, PROJECTS, {
  from: `(
  SELECT project.*,
    (SELECT COUNT(*) FROM session s WHERE s.project_id = project.id) AS sessions,
    (SELECT COUNT(*) FROM reflection r WHERE ${LIVE} AND r.state <> 'rejected') AS reflections,
    (SELECT MAX(r.created_at) FROM reflection r WHERE ${LIVE}) AS last_activity_at
  FROM project) p`,
  alias: 'p',
  computed: {
    sessions: 'p.sessions',
    reflections: 'p.reflections',
    lastActivityAt: 'p.last_activity_at',
    checks: list(CHECKS),
  },
});
/** Time of the last activity in a project, or of its creation: the order of lists. */
const ACTIVE_AT = 'COALESCE(p.last_activity_at, p.created_at)';

/** Maximum length of a chain of merged projects; each merge of a merged project adds one. */
const MAX_MERGES = 64;

/** Projects, the most recently active first. */
export function findProjects(db: ReadableDb, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const after = decodeCursor(cursor, CURSOR) ?? ['~', 0];
  const sql = `${PROJECT.select} WHERE p.deleted_at IS NULL AND (${ACTIVE_AT}, p.seq) < (?, ?)
    ORDER BY ${ACTIVE_AT} DESC, p.seq DESC LIMIT ?`;
  const rows = all<RowOf<Project>>(db, sql, [...after, limit + 1]);
  return toPage(rows, limit, CURSOR, (row) => [row.lastActivityAt ?? row.createdAt, row.seq], PROJECT.decode);
}

/** One project with its counts, or null. */
export function getProject(db: ReadableDb, id: string): Project | null {
  const row = one<RowOf<Project>>(db, `${PROJECT.select} WHERE p.id = ?`, [id]);
  return row ? PROJECT.decode(row) : null;
}

/** Id of an unmerged project with this name, or null. */
export function projectByName(db: ReadableDb, name: string): string | null {
  const sql = 'SELECT id FROM project WHERE name = ? AND deleted_at IS NULL ORDER BY seq LIMIT 1';
  return one<{ id: string }>(db, sql, [name])?.id ?? null;
}

/** The project that this one was merged into, directly or through others; itself if it was not merged. */
export function mergedProject(db: ReadableDb, id: string): string {
  let at = id;
  for (let step = 0; step < MAX_MERGES; step++) {
    const sql = `SELECT json_extract(extra, '$.mergedInto') AS into_id FROM project WHERE id = ? AND deleted_at IS NOT NULL`;
    const into = one<{ into_id: string | null }>(db, sql, [at])?.into_id;
    if (!into) return at;
    at = into;
  }
  return at;
}

/** Key in `extra` of a project for its former names, newest first. */
export const FORMER_NAMES = 'formerNames';

/** The only project that had this name before a renaming, or null. For a merged project, the one it is part of. */
function projectByFormerName(db: ReadableDb, name: string): string | null {
  // Projects are few, and this is only used when no project has the name now.
  const sql = `SELECT id FROM project WHERE EXISTS (SELECT 1 FROM json_each(${soundCell('extra', '{}')}, '$.${FORMER_NAMES}')
    WHERE value = ?) LIMIT 100`;
  const found = all<{ id: string }>(db, sql, [name]);
  const [id, ...others] = new Set(found.map((one) => mergedProject(db, one.id)));
  return others.length === 0 ? (id ?? null) : null;
}

/**
 * Resolves a caller's name for a project to its id: first by native id, then by a unique current name, then by a unique former
 * name (B1-18). A merged project resolves to its target.
 */
export function projectByReference(db: ReadableDb, reference: string): string | null {
  const native = one<{ id: string }>(db, 'SELECT id FROM project WHERE native_id = ?', [reference]);
  if (native) return mergedProject(db, native.id);
  const named = 'SELECT id FROM project WHERE name = ? AND deleted_at IS';
  const live = all<{ id: string }>(db, `${named} NULL LIMIT 2`, [reference]);
  if (live.length > 0) return live.length === 1 ? (live[0]?.id ?? null) : null;
  const merged = all<{ id: string }>(db, `${named} NOT NULL LIMIT 100`, [reference]);
  const [into, ...others] = new Set(merged.map(({ id }) => mergedProject(db, id)));
  if (into === undefined) return projectByFormerName(db, reference);
  return others.length === 0 ? into : null;
}

/** Projects that have this name now, the oldest first, at most `limit` of them: {@link projectByReference} finds none of several. */
export function projectsNamed(db: ReadableDb, name: string, limit: number): { id: string; root: string | null }[] {
  const sql = 'SELECT id, root FROM project WHERE name = ? AND deleted_at IS NULL ORDER BY seq LIMIT ?';
  return all<{ id: string; root: string | null }>(db, sql, [name, limit]);
}

/** Id of the project of a git common directory or folder, or null. */
export function projectByFolder(db: ReadableDb, key: string): string | null {
  const found = one<{ id: string }>(db, 'SELECT id FROM project WHERE git_common_dir = ?', [key]);
  return found ? mergedProject(db, found.id) : null;
}

/** Id of a project that is known only by this name and has no folder yet, or null. */
export function projectWithoutFolder(db: ReadableDb, name: string): string | null {
  const sql = 'SELECT id FROM project WHERE native_id = ? AND git_common_dir IS NULL AND deleted_at IS NULL';
  return one<{ id: string }>(db, sql, [name])?.id ?? null;
}

/** Number of records in a project, deleted lessons included. */
export interface ProjectContent {
  sessions: number;
  reflections: number;
  claims: number;
  attempts: number;
  turns: number;
}

/** Number of records in a project. Reads index entries only. */
export function projectContent(db: ReadableDb, id: string): ProjectContent {
  const sql = `SELECT (SELECT COUNT(*) FROM session WHERE project_id = :id) AS sessions,
    (SELECT COUNT(*) FROM reflection WHERE project_id = :id) AS reflections,
    (SELECT COUNT(*) FROM claim WHERE project_id = :id) AS claims,
    (SELECT COUNT(*) FROM attempt WHERE project_id = :id) AS attempts,
    (SELECT COUNT(*) FROM turn WHERE project_id = :id) AS turns`;
  return one<ProjectContent>(db, sql, { id }) ?? { sessions: 0, reflections: 0, claims: 0, attempts: 0, turns: 0 };
}

/** Ids of some records of a project, at most `limit`: its sessions first, then lessons, claims, attempts and turns. */
export function someOfProject(db: ReadableDb, id: string, limit: number) {
  const of = (table: string, rest: number, native = 'native_id') =>
    all<{ id: string; nativeId: string | null }>(
      db,
      `SELECT id, ${native} AS nativeId FROM ${table} WHERE project_id = ? LIMIT ?`,
      [id, rest],
    );
  const sessions = of('session', limit);
  const reflections = of('reflection', limit - sessions.length);
  const claims = of('claim', limit - sessions.length - reflections.length, 'NULL');
  const attempts = someAttempts(db, id, limit - sessions.length - reflections.length - claims.length);
  const turns = of('turn', limit - sessions.length - reflections.length - claims.length - attempts.length);
  return { sessions, reflections, claims, attempts, turns };
}

/** Attempts of a project with what decides about their numbers, in the order of these. */
function someAttempts(db: ReadableDb, id: string, limit: number) {
  const sql = `SELECT id, native_id AS nativeId, task_identity AS taskIdentity FROM attempt
    WHERE project_id = ? ORDER BY task_identity, ordinal LIMIT ?`;
  return all<{ id: string; nativeId: string | null; taskIdentity: string }>(db, sql, [id, limit]);
}

/** Number of native ids that two projects share, of sessions, lessons, attempts or turns. */
export function sharedNativeIds(
  db: ReadableDb,
  kind: 'session' | 'reflection' | 'attempt' | 'turn',
  from: string,
  into: string,
): number {
  const sql = `SELECT COUNT(*) AS n FROM ${kind} a WHERE a.project_id = ? AND a.native_id IS NOT NULL
    AND EXISTS (SELECT 1 FROM ${kind} b WHERE b.project_id = ? AND b.native_id = a.native_id)`;
  return one<{ n: number }>(db, sql, [from, into])?.n ?? 0;
}
