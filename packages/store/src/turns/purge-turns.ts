import { all, one, type ReadableDb, run, type WritableDb } from '../database.ts';
import { rehashOperation } from '../operations-log.ts';
import type { Binned, BinPage, BinPlace } from '../purge.ts';
import { countTexts, purgeTexts } from './texts.ts';

/** What stands for the task of a turn where the bin is shown: its last summary, else its number. */
const TASK = `substr(coalesce(iif(json_valid(summaries), summaries, '[]') ->> '$[#-1].text', 'Turn ' || number), 1, 300)`;

/** Turns in the bin after a position. Reads only the index entries of deleted turns. */
export function binnedTurnsAfter(db: ReadableDb, after: BinPlace | null, limit: number): BinPage {
  const sql = `SELECT seq, id, revision, ${TASK} AS task, deleted_at FROM turn
    WHERE (deleted_at, seq) > (?, ?) ORDER BY deleted_at, seq LIMIT ?`;
  const rows = all<Binned & { deleted_at: string }>(db, sql, [after?.[0] ?? '', after?.[2] ?? 0, limit]);
  return rows.map(({ deleted_at, ...row }) => ({ ...row, place: [deleted_at, '', row.seq] }));
}

/** Those of the given turns that are in the bin. */
export function binnedTurnsOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  const sql = `SELECT seq, id, revision, ${TASK} AS task FROM turn
    WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL ORDER BY seq`;
  return all(db, sql, [JSON.stringify(ids)]);
}

/** Number of rows with parts of turns, by table. */
export interface PurgedTurnRows {
  turn: number;
  turn_part: number;
  /** Those that no other turn has. */
  turn_chunk: number;
  operation_change: number;
  operation: number;
}

const IDS = '(SELECT value FROM json_each(:ids))';
const CHANGES = `operation_change WHERE entity_id IN ${IDS} AND (before IS NOT NULL OR after IS NOT NULL)`;
/** The summary of an operation on a single turn may quote it; those of jobs do not. */
const QUOTING = `seq IN (SELECT operation_seq FROM ${CHANGES}) AND job_id IS NULL AND name NOT LIKE 'project.%'`;

/** Describes what a purge of these turns removes. */
export function turnRowsToPurge(db: ReadableDb, turnIds: readonly string[]): PurgedTurnRows {
  const ids = JSON.stringify(turnIds);
  const count = (sql: string) => one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${sql}`, { ids })?.n ?? 0;
  return {
    turn: count(`turn WHERE id IN ${IDS}`),
    ...countTexts(db, turnIds),
    operation_change: count(CHANGES),
    operation: count(`operation WHERE ${QUOTING}`),
  };
}

/** Purges turns: their rows, their texts, and their contents in the operations log, which keeps that there were some. */
export function purgeTurns(db: WritableDb, turnIds: readonly string[]): PurgedTurnRows {
  const rows = turnRowsToPurge(db, turnIds);
  const ids = JSON.stringify(turnIds);
  const touched = all<{ seq: number }>(db, `SELECT DISTINCT operation_seq AS seq FROM ${CHANGES}`, { ids });
  run(db, `UPDATE operation SET summary = 'Purged' WHERE ${QUOTING}`, { ids });
  run(db, `UPDATE operation_change SET before = NULL, after = NULL WHERE entity_id IN ${IDS}`, { ids });
  for (const { seq } of touched) rehashOperation(db, seq);
  purgeTexts(db, turnIds);
  const removed = run(db, `DELETE FROM turn WHERE id IN ${IDS}`, { ids });
  if (removed !== turnIds.length) throw new Error(`${turnIds.length} turns to purge, ${removed} there`);
  return rows;
}
