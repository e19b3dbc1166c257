import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { listBackups } from '../memory-file/backups.ts';
import type { StorePaths } from '../memory-file/store-paths.ts';
import { keysOfLessons } from '../settings/setting-keys.ts';
import { all, connection, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';
import { MAY_QUOTE } from './quoting.ts';
import { forgetTags } from './tagging.ts';

/** Number of rows with parts of lessons, by table. */
export interface PurgedRows {
  reflection: number;
  feedback: number;
  exposure_release: number;
  operation_change: number;
  operation: number;
}

const IDS = '(SELECT value FROM json_each(:ids))';
/** Records whose changes contain text of the lessons: the lessons and the feedback on them. */
const SUBJECTS = `(SELECT value FROM json_each(:ids) UNION SELECT id FROM feedback WHERE reflection_id IN ${IDS})`;
const CHANGES = `operation_change WHERE entity_id IN ${SUBJECTS} AND (before IS NOT NULL OR after IS NOT NULL)`;
/** Operations that kept one of the lessons, or dismissed a pair with one: their changes hold ids alone. */
const MARKING = `operation_change WHERE ${keysOfLessons('entity_id', IDS)}`;
/** Operations whose summary may quote one of the lessons. */
const QUOTING = `operation WHERE seq IN (SELECT operation_seq FROM ${CHANGES} UNION SELECT operation_seq FROM ${MARKING})
  AND ${MAY_QUOTE}`;

/** Describes what a purge of these lessons removes. */
export function rowsToPurge(db: ReadableDb, lessonIds: readonly string[]): PurgedRows {
  const ids = JSON.stringify(lessonIds);
  const count = (sql: string) => one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, { ids })?.n ?? 0;
  return {
    reflection: count(`reflection WHERE id IN ${IDS}`),
    feedback: count(`feedback WHERE reflection_id IN ${IDS}`),
    exposure_release: count(`exposure_release WHERE attempt_id IN ${IDS}`),
    operation_change: count(CHANGES),
    operation: count(QUOTING),
  };
}

/**
 * Purges lessons: their rows, the feedback on them, and their contents in the operations log. The log keeps which operations
 * touched them, without any text. `secure_delete` overwrites the freed space.
 */
export function purgeLessons(db: WritableDb, lessonIds: readonly string[]): PurgedRows {
  const rows = rowsToPurge(db, lessonIds);
  const ids = JSON.stringify(lessonIds);
  const sql = `SELECT operation_seq AS seq FROM ${CHANGES} UNION SELECT seq FROM ${QUOTING}`;
  const touched = all<{ seq: number }>(db, sql, { ids });
  run(db, `UPDATE operation SET summary = 'Purged' WHERE seq IN (SELECT seq FROM ${QUOTING})`, { ids });
  forgetTags(db, CHANGES, ids);
  run(db, `UPDATE operation_change SET before = NULL, after = NULL WHERE entity_id IN ${SUBJECTS}`, { ids });
  for (const { seq } of touched) rehashOperation(db, seq);
  run(db, `DELETE FROM feedback WHERE reflection_id IN ${IDS}`, { ids });
  run(db, `DELETE FROM exposure_release WHERE attempt_id IN ${IDS}`, { ids });
  const removed = run(db, `DELETE FROM reflection WHERE id IN ${IDS}`, { ids });
  if (removed !== lessonIds.length) throw new Error(`${lessonIds.length} lessons to purge, ${removed} there`);
  return rows;
}

/** Names under which an answer contains a record or its changes. */
const HELD = /"(?:id|entityId|reflectionId|episodeId)":"((?:refl|epis|sess|atmp|turn)_[0-9A-Z]{26})"/g;

/** Stored answers that contain one of the records, in groups; `after` is null when done. */
export function answersHolding(
  db: ReadableDb,
  ids: ReadonlySet<string>,
  from: number,
  limit: number,
): { found: number[]; after: number | null } {
  const sql = 'SELECT rowid AS row, answer FROM request_key WHERE rowid > ? ORDER BY rowid LIMIT ?';
  const rows = all<{ row: number; answer: string }>(db, sql, [from, limit]);
  const holds = ({ answer }: { answer: string }) => [...answer.matchAll(HELD)].some(([, id]) => ids.has(id ?? ''));
  const last = rows.at(-1);
  return { found: rows.filter(holds).map(({ row }) => row), after: last && rows.length === limit ? last.row : null };
}

/** Replaces stored answers. The keys stay, because otherwise a repeated request would be carried out again. */
export function replaceAnswers(db: WritableDb, rows: readonly number[], answer: string): number {
  const sql = 'UPDATE request_key SET answer = ? WHERE rowid IN (SELECT value FROM json_each(?))';
  return run(db, sql, [answer, JSON.stringify(rows)]);
}

/** Merges the write-ahead log into the file and empties it; false at once while a reader holds it. */
export function emptyLog(db: ReadableDb): boolean {
  const file = connection(db);
  const patience = file.pragma('busy_timeout', { simple: true });
  // SQLite would wait for the reader that long, and hold up everything else.
  file.pragma('busy_timeout = 0');
  try {
    const [result] = file.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } finally {
    file.pragma(`busy_timeout = ${patience}`);
  }
}

/** Names of backups that contain one of the records, if only in their operations log. */
export function backupsHolding(paths: StorePaths, recordIds: readonly string[]): string[] {
  const ids = JSON.stringify(recordIds);
  return listBackups(paths).flatMap(({ path, name }) => (existsSync(path) && holdsAny(path, ids) ? [name] : []));
}

function holdsAny(path: string, ids: string): boolean {
  const db = new Database(path, { readonly: true });
  try {
    const sql = `SELECT 1 FROM operation_change WHERE entity_id IN (SELECT value FROM json_each(?))
      AND (before IS NOT NULL OR after IS NOT NULL) LIMIT 1`;
    return db.prepare(sql).get(ids) !== undefined;
  } catch {
    // An unreadable backup may contain them.
    return true;
  } finally {
    db.close();
  }
}
