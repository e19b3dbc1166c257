import { readSoundRecord, replaceRecord } from '../runtime/records.ts';
import { all, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';

/** Kinds of records with a task, which the goal of their session may repeat. */
type TaskKind = 'episode' | 'attempt';

const CUT = '…';
/** Text without the mark that it was cut. */
const uncut = (text: string) => (text.endsWith(CUT) ? text.slice(0, -CUT.length) : text).trim();
const isBeginning = (text: string, whole: string) => text !== '' && whole.startsWith(text);

/**
 * Whether a goal says no more than a task, of which it may be the beginning. A goal that goes on after the task is one that somebody
 * stated, unless the task was cut there.
 */
function repeats(goal: string, task: string): boolean {
  return isBeginning(uncut(goal), task) || (task.endsWith(CUT) && isBeginning(uncut(task), goal));
}

/** Every task that the record has or had. */
function tasksOf(db: ReadableDb, kind: TaskKind, id: string): string[] {
  const sql = `SELECT task FROM ${kind} WHERE id = :id
    UNION SELECT json_extract(before, '$.task') FROM operation_change WHERE entity_id = :id AND before IS NOT NULL
    UNION SELECT json_extract(after, '$.task') FROM operation_change WHERE entity_id = :id AND after IS NOT NULL`;
  return all<{ task: string | null }>(db, sql, { id }).flatMap(({ task }) => (task ? [task] : []));
}

/** Those of these records whose task the goal of their session repeats, because both came from the same file or the same request. */
export function recordsSaid(
  db: ReadableDb,
  kind: TaskKind,
  recordIds: readonly string[],
): { id: string; sessionId: string }[] {
  const sql = `SELECT s.id AS sessionId, s.goal, x.id FROM ${kind} x JOIN session s ON s.id = x.session_id
    WHERE x.id IN (SELECT value FROM json_each(?)) AND s.goal IS NOT NULL AND s.goal <> ''`;
  const rows = all<{ sessionId: string; goal: string; id: string }>(db, sql, [JSON.stringify(recordIds)]);
  return rows.filter(({ goal, id }) => tasksOf(db, kind, id).some((task) => repeats(goal, task)));
}

/** Sessions whose goal repeats the task of one of these records. */
export function sessionsSaying(db: ReadableDb, kind: TaskKind, recordIds: readonly string[]): string[] {
  return [...new Set(recordsSaid(db, kind, recordIds).map(({ sessionId }) => sessionId))];
}

/** Removes the goal from a session and from its entries in the log; the rest of the session stays. */
export function emptyGoal(db: WritableDb, sessionId: string): void {
  const record = readSoundRecord(db, 'session', sessionId);
  if (!record) throw new Error(`session ${sessionId} is missing`);
  replaceRecord(db, 'session', { ...record, goal: null });
  const where = `entity_id = ? AND (json_type(before, '$.goal') = 'text' OR json_type(after, '$.goal') = 'text')`;
  const seqs = all<{ seq: number }>(db, `SELECT DISTINCT operation_seq AS seq FROM operation_change WHERE ${where}`, [
    sessionId,
  ]);
  const sql = `UPDATE operation_change SET before = json_replace(before, '$.goal', NULL), after = json_replace(after, '$.goal', NULL)`;
  run(db, `${sql} WHERE ${where}`, [sessionId]);
  for (const { seq } of seqs) rehashOperation(db, seq);
}
