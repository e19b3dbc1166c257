import { one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { countTexts, purgeTexts } from '../turns/texts.ts';
import { logRowsToPurge, type PurgedLogRows, purgeFromLog } from './purge-log.ts';

/** Number of rows with parts of turns, by table. */
export interface PurgedTurnRows extends PurgedLogRows {
  turn: number;
  turn_part: number;
  /** Those that no other turn has. */
  turn_chunk: number;
}

/** Describes what a purge of these turns removes. */
export function turnRowsToPurge(db: ReadableDb, turnIds: readonly string[]): PurgedTurnRows {
  const sql = 'SELECT COUNT(*) AS n FROM turn WHERE id IN (SELECT value FROM json_each(?))';
  const turn = one<{ n: number }>(db, sql, [JSON.stringify(turnIds)])?.n ?? 0;
  return { turn, ...countTexts(db, turnIds), ...logRowsToPurge(db, turnIds) };
}

/** Purges turns: their rows, their texts, and their contents in the operations log, which keeps that there were some. */
export function purgeTurns(db: WritableDb, turnIds: readonly string[]): PurgedTurnRows {
  const rows = turnRowsToPurge(db, turnIds);
  purgeFromLog(db, turnIds);
  purgeTexts(db, turnIds);
  const sql = 'DELETE FROM turn WHERE id IN (SELECT value FROM json_each(?))';
  const removed = run(db, sql, [JSON.stringify(turnIds)]);
  if (removed !== turnIds.length) throw new Error(`${turnIds.length} turns to purge, ${removed} there`);
  return rows;
}

/** Describes what a purge of the texts of these turns removes; the turns stay. */
export function turnTextsToPurge(db: ReadableDb, turnIds: readonly string[]): PurgedTurnRows {
  return { turn: 0, ...countTexts(db, turnIds), ...logRowsToPurge(db, turnIds) };
}

/** Purges the texts of turns, and what the operations log would bring back without them. The turns stay. */
export function purgeTurnTexts(db: WritableDb, turnIds: readonly string[]): PurgedTurnRows {
  const rows = turnTextsToPurge(db, turnIds);
  purgeFromLog(db, turnIds);
  purgeTexts(db, turnIds);
  return rows;
}
