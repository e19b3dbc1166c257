import type { Binned, BinPage, BinPlace } from '../runtime/bin.ts';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { TASK } from '../turns/row-texts.ts';
import { countTexts, purgeTexts } from '../turns/texts.ts';
import { logRowsToPurge, type PurgedLogRows, purgeFromLog } from './purge-log.ts';

/** Turns in the bin after a position. Reads only the index entries of deleted turns. */
export function binnedTurnsAfter(db: ReadableDb, after: BinPlace | null, limit: number): BinPage {
  const sql = `SELECT seq, id, revision, ${TASK} AS task, deleted_at FROM turn t
    WHERE (deleted_at, seq) > (?, ?) ORDER BY deleted_at, seq LIMIT ?`;
  const rows = all<Binned & { deleted_at: string }>(db, sql, [after?.[0] ?? '', after?.[2] ?? 0, limit]);
  return rows.map(({ deleted_at, ...row }) => ({ ...row, place: [deleted_at, '', row.seq] }));
}

/** Those of the given turns that are in the bin. */
export function binnedTurnsOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  const sql = `SELECT seq, id, revision, ${TASK} AS task FROM turn t
    WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL ORDER BY seq`;
  return all(db, sql, [JSON.stringify(ids)]);
}

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
