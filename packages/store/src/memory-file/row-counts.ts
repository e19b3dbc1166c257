import { all, connection, one, type ReadableDb } from '../sql/database.ts';

/** Row counts of a memory. */
export interface RowCounts {
  projects: number;
  sessions: number;
  reflections: number;
  episodes: number;
  operations: number;
}

/** What was counted last on each connection, and in which state of the memory. */
const counted = new WeakMap<ReadableDb, { state: string; counts: RowCounts }>();

/** Changes with every change of the memory: those of other connections, and those of this one. */
function stateOf(db: ReadableDb): string {
  const others = connection(db).pragma('data_version', { simple: true });
  return `${others} ${one<{ n: number }>(db, 'SELECT total_changes() AS n')?.n}`;
}

/**
 * Row counts; deleted lessons are not counted. Tables that a backup of an older version lacks count as empty. Counted anew only
 * after a change: an open window asks every second or two, and counting 100,000 lessons takes longer than a search.
 */
export function countRows(db: ReadableDb): RowCounts {
  // What a transaction has changed may be rolled back, which `total_changes` does not show.
  if (connection(db).inTransaction) return countAll(db);
  const state = stateOf(db);
  const last = counted.get(db);
  if (last?.state === state) return last.counts;
  const counts = countAll(db);
  counted.set(db, { state, counts });
  return counts;
}

function countAll(db: ReadableDb): RowCounts {
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
