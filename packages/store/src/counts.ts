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
