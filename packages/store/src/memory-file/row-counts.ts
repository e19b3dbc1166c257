import { all, one, type ReadableDb } from '../sql/database.ts';

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
