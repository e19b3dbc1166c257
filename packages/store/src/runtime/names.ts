import { all, type ReadableDb } from '../sql/database.ts';

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
