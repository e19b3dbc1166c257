import type { TurnSummary } from '@twicewise/contract';
import { all, type ReadableDb } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';
import { LAST_SUMMARY, saidLast } from './row-texts.ts';

/** What tells turns of a scope apart without their texts. */
export interface TurnPlace {
  id: string;
  seq: number;
  nativeId: string | null;
  number: number;
  take: number;
  /** Null: its texts are there. */
  prunedAt: string | null;
}

/** Where turns are looked for: one session, or all of a project. */
export type TurnScope = { sessionId: string } | { projectId: string };

const scoped = (scope: TurnScope): [condition: string, value: string] =>
  'sessionId' in scope ? ['t.session_id = ?', scope.sessionId] : ['t.project_id = ?', scope.projectId];

/** The turns of a scope outside the bin, in the order in which they were saved. */
export function turnPlaces(db: ReadableDb, scope: TurnScope): TurnPlace[] {
  const [where, value] = scoped(scope);
  const sql = `SELECT t.id, t.seq, t.native_id AS nativeId, t.number, t.take, t.pruned_at AS prunedAt FROM turn t
    WHERE ${where} AND t.deleted_at IS NULL ORDER BY t.seq`;
  return all(db, sql, [value]);
}

/** The last summary of a turn. */
export interface SummarisedTurn extends Pick<TurnPlace, 'id' | 'number' | 'take'> {
  /** Null while nobody wrote one. */
  summary: TurnSummary | null;
}

/** The turns of a session outside the bin with their last summaries, by number, those made again after those before. */
export function summarisedTurns(db: ReadableDb, sessionId: string): SummarisedTurn[] {
  const sql = `SELECT t.id, t.number, t.take, ${LAST_SUMMARY} AS summary FROM turn t
    WHERE t.session_id = ? AND t.deleted_at IS NULL ORDER BY t.number, t.take`;
  const rows = all<Omit<SummarisedTurn, 'summary'> & { summary: string | null }>(db, sql, [sessionId]);
  return rows.map((row) => ({ ...row, summary: row.summary === null ? null : parseCell(row.summary, null) }));
}

/** Ids of the turns of a scope whose last summary or calls have a word, as it is written or as a part of another one. */
export function turnsSaying(db: ReadableDb, scope: TurnScope, word: string): string[] {
  const [where, value] = scoped(scope);
  const [said, patterns] = saidLast(word);
  const sql = `SELECT t.id FROM turn t WHERE ${where} AND t.deleted_at IS NULL AND (${said})`;
  return all<{ id: string }>(db, sql, [value, ...patterns]).map(({ id }) => id);
}
