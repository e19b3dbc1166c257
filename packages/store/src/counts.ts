import { all, one, type ReadableDb } from './database.ts';

/** Display names of projects, by id. */
export function projectNames(db: ReadableDb, ids: readonly string[]): Map<string, string> {
  return namesOf(db, 'SELECT id, name FROM project', ids);
}

/** Display names of sessions, where they have one, by id: the goal, or the name given by the agent. */
export function sessionNames(db: ReadableDb, ids: readonly string[]): Map<string, string> {
  return namesOf(db, 'SELECT id, COALESCE(goal, native_id) AS name FROM session', ids);
}

function namesOf(db: ReadableDb, select: string, ids: readonly string[]): Map<string, string> {
  const sql = `${select} WHERE id IN (SELECT value FROM json_each(?))`;
  const rows = all<{ id: string; name: string | null }>(db, sql, [JSON.stringify(ids)]);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

const COUNT = {
  project: `(SELECT COUNT(*) FROM session WHERE project_id = :id) + (SELECT COUNT(*) FROM reflection WHERE project_id = :id)
    + (SELECT COUNT(*) FROM claim WHERE project_id = :id)
    + (SELECT COUNT(*) FROM project WHERE deleted_at IS NOT NULL AND json_extract(extra, '$.mergedInto') = :id)`,
  session: `(SELECT COUNT(*) FROM reflection WHERE session_id = :id) + (SELECT COUNT(*) FROM session WHERE parent_id = :id)
    + (SELECT COUNT(*) FROM episode WHERE session_id = :id) + (SELECT COUNT(*) FROM claim WHERE session_id = :id)`,
  source: `(SELECT COUNT(*) FROM reflection WHERE source_id = :id) + (SELECT COUNT(*) FROM session WHERE source_id = :id)
    + (SELECT COUNT(*) FROM episode WHERE source_id = :id) + (SELECT COUNT(*) FROM claim WHERE source_id = :id)`,
};

/** Number of records that belong to a session or project, deleted ones included. */
export function dependentsOf(db: ReadableDb, kind: keyof typeof COUNT, id: string): number {
  return one<{ n: number }>(db, `SELECT ${COUNT[kind]} AS n`, { id })?.n ?? 0;
}

/** Row counts of a memory. */
export interface RowCounts {
  projects: number;
  sessions: number;
  reflections: number;
  episodes: number;
  operations: number;
}

/** Row counts; deleted lessons are not counted. Tables that a backup of an older version lacks count as empty. */
export function countRows(db: ReadableDb): RowCounts {
  const tables = all<{ name: string }>(db, "SELECT name FROM sqlite_schema WHERE type = 'table'");
  const there = new Set(tables.map(({ name }) => name));
  const count = (table: string, where = 'TRUE') =>
    there.has(table) ? (one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`)?.n ?? 0) : 0;
  return {
    projects: count('project', 'deleted_at IS NULL'),
    sessions: count('session'),
    reflections: count('reflection', 'deleted_at IS NULL'),
    episodes: count('episode', 'deleted_at IS NULL'),
    operations: count('operation'),
  };
}
