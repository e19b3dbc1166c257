import { all, one, type ReadableDb } from './database.ts';

/** What people call projects: id → name. */
export function projectNames(db: ReadableDb, ids: readonly string[]): Map<string, string> {
  return namesOf(db, 'SELECT id, name FROM project', ids);
}

/** What people call sessions, where they are called something: id → goal, or the name their agent gave them. */
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

/** How many records belong to this one, deleted ones included. */
export function dependentsOf(db: ReadableDb, kind: keyof typeof COUNT, id: string): number {
  return one<{ n: number }>(db, `SELECT ${COUNT[kind]} AS n`, { id })?.n ?? 0;
}

/** How many of each a memory holds. */
export interface RowCounts {
  projects: number;
  sessions: number;
  reflections: number;
  episodes: number;
  operations: number;
}

/** How many of each there are; deleted lessons are not counted. A backup of an older version has none of what came later. */
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
