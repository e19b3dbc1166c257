import type { Binned, BinPage, BinPlace } from '../runtime/bin.ts';
import { all, one, type ReadableDb, type SqlValue } from '../sql/database.ts';
import { TASK } from './row-texts.ts';
import { ownChunks } from './texts.ts';

/** Which turns a rule prunes; each field narrows it. */
export interface PruneRule {
  /** Newest turns of each session that are kept. */
  keepNewest: number;
  /** ISO time; turns that were saved at it or later are kept. Null: their age keeps none. */
  keepSince: string | null;
  projectIds?: readonly string[];
  sessionIds?: readonly string[];
  /** Keeps turns that a person saved. */
  sparesPersons: boolean;
}

/** A turn that a rule prunes. */
export interface PrunableTurn {
  id: string;
  sessionId: string;
  contextBytes: number;
}

/** The `seq` of the turns that a rule prunes, from the index of turns that have their texts alone. */
function dueSql({ keepNewest, keepSince, sessionIds, projectIds, sparesPersons }: PruneRule): [string, SqlValue[]] {
  const values: SqlValue[] = [];
  const given = (sql: string, value: SqlValue) => {
    values.push(value);
    return ` AND ${sql}`;
  };
  const within = sessionIds ? given('session_id IN (SELECT value FROM json_each(?))', JSON.stringify(sessionIds)) : '';
  const ranked = `SELECT seq, created_at, row_number() OVER (PARTITION BY session_id ORDER BY seq DESC) AS place
    FROM turn WHERE deleted_at IS NULL AND pruned_at IS NULL${within}`;
  const aged = given('d.place > ?', keepNewest) + (keepSince === null ? '' : given('d.created_at < ?', keepSince));
  const ofProjects = projectIds
    ? given('t.project_id IN (SELECT value FROM json_each(?))', JSON.stringify(projectIds))
    : '';
  const ofOthers = sparesPersons ? " AND t.author_kind <> 'person'" : '';
  // Rows of turns are long: where nothing is asked of them, they are not read to find out which are due.
  const joined = ofProjects === '' && ofOthers === '' ? '' : ' JOIN turn t ON t.seq = d.seq';
  return [`SELECT d.seq FROM (${ranked}) d${joined} WHERE TRUE${aged}${ofProjects}${ofOthers}`, values];
}

/** Turns that a rule prunes, the oldest first. */
export function prunableTurns(db: ReadableDb, rule: PruneRule, limit: number): PrunableTurn[] {
  const [due, values] = dueSql(rule);
  const sql = `SELECT id, session_id AS sessionId, context_bytes AS contextBytes FROM turn
    WHERE seq IN (${due} ORDER BY d.seq LIMIT ?) ORDER BY seq`;
  return all(db, sql, [...values, limit]);
}

/** Number of turns that a rule prunes. */
export function countPrunable(db: ReadableDb, rule: PruneRule): number {
  const [due, values] = dueSql(rule);
  return one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM (${due})`, values)?.n ?? 0;
}

/** Bytes of the stored texts of turns, without those that other turns have. Reads the lists of all parts. */
export function bytesOfTheirOwn(db: ReadableDb, turnIds: readonly string[]): number {
  const sql = 'SELECT sum(length(text)) AS n FROM turn_chunk WHERE id IN (SELECT value FROM json_each(?))';
  return one<{ n: number | null }>(db, sql, [JSON.stringify(ownChunks(db, turnIds))])?.n ?? 0;
}

/** Whether the texts of a turn are there. A turn without parts has none to miss. */
export function hasTexts(db: ReadableDb, turnId: string): boolean {
  return one(db, 'SELECT 1 FROM turn_part WHERE turn_id = ? LIMIT 1', [turnId]) !== undefined;
}

const THERE = 'EXISTS (SELECT 1 FROM turn_part p WHERE p.turn_id = t.id)';

/** Pruned turns whose texts are still there, after a position. */
export function prunedTurnsAfter(db: ReadableDb, after: BinPlace | null, limit: number): BinPage {
  const sql = `SELECT seq, id, revision, ${TASK} AS task, pruned_at FROM turn t
    WHERE pruned_at IS NOT NULL AND (pruned_at, seq) > (?, ?) AND ${THERE} ORDER BY pruned_at, seq LIMIT ?`;
  const rows = all<Binned & { pruned_at: string }>(db, sql, [after?.[0] ?? '', after?.[2] ?? 0, limit]);
  return rows.map(({ pruned_at, ...row }) => ({ ...row, place: [pruned_at, '', row.seq] }));
}

/** Those of the given turns that are pruned and whose texts are still there. */
export function prunedTurnsOf(db: ReadableDb, ids: readonly string[]): Binned[] {
  const sql = `SELECT seq, id, revision, ${TASK} AS task FROM turn t
    WHERE id IN (SELECT value FROM json_each(?)) AND pruned_at IS NOT NULL AND ${THERE} ORDER BY seq`;
  return all(db, sql, [JSON.stringify(ids)]);
}
