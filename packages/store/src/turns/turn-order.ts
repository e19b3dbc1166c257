import type { TurnSummary } from '@twicewise/contract';
import { all, type ReadableDb, type SqlValue } from '../database.ts';
import { parseCell } from '../json-cell.ts';
import { likePatterns } from '../like-patterns.ts';

/** What tells turns of a scope apart without their texts. */
export interface TurnPlace {
  id: string;
  seq: number;
  nativeId: string | null;
  number: number;
  take: number;
}

/** Where turns are looked for: one session, or all of a project. */
export type TurnScope = { sessionId: string } | { projectId: string };

const scoped = (scope: TurnScope): [condition: string, value: string] =>
  'sessionId' in scope ? ['t.session_id = ?', scope.sessionId] : ['t.project_id = ?', scope.projectId];

/** The turns of a scope outside the bin, in the order in which they were saved. */
export function turnPlaces(db: ReadableDb, scope: TurnScope): TurnPlace[] {
  const [where, value] = scoped(scope);
  const sql = `SELECT t.id, t.seq, t.native_id AS nativeId, t.number, t.take FROM turn t
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
  const sql = `SELECT id, number, take, iif(json_valid(summaries), summaries, '[]') -> '$[#-1]' AS summary FROM turn
    WHERE session_id = ? AND deleted_at IS NULL ORDER BY number, take`;
  const rows = all<Omit<SummarisedTurn, 'summary'> & { summary: string | null }>(db, sql, [sessionId]);
  return rows.map((row) => ({ ...row, summary: row.summary === null ? null : parseCell(row.summary, null) }));
}

const ATOM = "atom IS NOT NULL AND type = 'text' AND value LIKE ? ESCAPE '\\'";
/** What the last summary and the calls of a turn say; not our names of their fields, nor words that only we write. */
const SAYS = `EXISTS (SELECT 1 FROM json_tree(iif(json_valid(t.summaries), t.summaries, '[]'), '$[#-1]')
    WHERE key NOT IN ('id', 'source', 'at') AND ${ATOM})
  OR EXISTS (SELECT 1 FROM json_tree(iif(json_valid(t.content), t.content, '{}'), '$.calls') WHERE key <> 'outcome' AND ${ATOM})`;

/** Ids of the turns of a scope whose last summary or calls have a word, as it is written or as a part of another one. */
export function turnsSaying(db: ReadableDb, scope: TurnScope, word: string): string[] {
  const [where, value] = scoped(scope);
  const [pattern = ''] = likePatterns(word);
  const values: SqlValue[] = [value, pattern, pattern];
  const sql = `SELECT t.id FROM turn t WHERE ${where} AND t.deleted_at IS NULL AND (${SAYS})`;
  return all<{ id: string }>(db, sql, values).map(({ id }) => id);
}
