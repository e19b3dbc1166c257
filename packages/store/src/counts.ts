import { one, type ReadableDb } from './database.ts';

/** How many of each there are; deleted lessons are not counted. */
export function countRows(db: ReadableDb): {
  projects: number;
  sessions: number;
  reflections: number;
  operations: number;
} {
  const count = (sql: string) => one<{ n: number }>(db, sql)?.n ?? 0;
  return {
    projects: count('SELECT COUNT(*) AS n FROM project'),
    sessions: count('SELECT COUNT(*) AS n FROM session'),
    reflections: count('SELECT COUNT(*) AS n FROM reflection WHERE deleted_at IS NULL'),
    operations: count('SELECT COUNT(*) AS n FROM operation'),
  };
}
