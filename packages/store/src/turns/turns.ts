import { blankTurnContent, type Turn, type TurnRow, turn, turnRow } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb, type SqlValue } from '../sql/database.ts';
import { document, list } from '../tables/columns.ts';
import { TURNS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';
import { CONTENT, LAST_SUMMARY, saidInRow } from './row-texts.ts';

const PARTS = {
  from: 'turn t JOIN project p ON p.id = t.project_id JOIN session s ON s.id = t.session_id',
  alias: 't',
  computed: { projectName: 'p.name', sessionNativeId: 's.native_id' },
};
const WHOLE = view(turn, TURNS, PARTS);

const contentAt = (path: string) => `${CONTENT} ->> '${path}'`;
const lengthOf = (path: string) => `coalesce(json_array_length(${CONTENT}, '${path}'), 0)`;

/** Names of tools, each once, in the order of their first calls. */
const TOOLS = `(SELECT json_group_array(DISTINCT value ->> '$.tool') FROM json_each(${CONTENT}, '$.calls'))`;
/** Turns of which the model was reminded: those that it got when it asked, and those whose text is in its context. */
const RECALLED = `(SELECT COUNT(DISTINCT value) FROM (
    SELECT got.value FROM json_each(${CONTENT}, '$.rounds') round, json_each(round.value, '$.recalls') recall,
      json_each(recall.value, '$.found') got
    UNION ALL SELECT got.value FROM json_each(${CONTENT}, '$.parts') part, json_each(part.value, '$.about') got
    WHERE part.value ->> '$.kind' = 'recalled'))`;

const LISTED = view(turnRow, TURNS, {
  ...PARTS,
  computed: {
    ...PARTS.computed,
    summary: document<TurnRow['summary']>(LAST_SUMMARY),
    tools: list(TOOLS),
    calls: lengthOf('$.calls'),
    rounds: lengthOf('$.rounds'),
    recalls: RECALLED,
    inputTokens: contentAt('$.cost.inputTokens'),
    outputTokens: contentAt('$.cost.outputTokens'),
    ms: contentAt('$.cost.ms'),
    error: contentAt('$.error'),
  },
});

/** The content of a turn of which a damaged cell reads as saying nothing, and a field of a later version as one without a value. */
function whole(row: RowOf<Turn>): Turn {
  const found = WHOLE.decode(row);
  return { ...found, content: { ...blankTurnContent(), ...found.content } };
}

/** One turn without its texts, deleted ones included, or null. */
export function getTurn(db: ReadableDb, id: string): Turn | null {
  const row = one<RowOf<Turn>>(db, `${WHOLE.select} WHERE t.id = ?`, [id]);
  return row ? whole(row) : null;
}

/** Filter of a list of turns, with references resolved to ids. */
export interface TurnFilter {
  deleted: 'exclude' | 'only';
  projectIds?: readonly string[];
  sessionIds?: readonly string[];
  number?: number;
  /** Only turns with these `seq` values. */
  seqs?: readonly number[];
}

/** Orders of a list of turns, by when they were saved. */
export type TurnOrder = 'newest' | 'oldest';

function conditions(filter: TurnFilter): { where: string[]; values: SqlValue[] } {
  const where = [filter.deleted === 'only' ? 't.deleted_at IS NOT NULL' : 't.deleted_at IS NULL'];
  const values: SqlValue[] = [];
  const anyOf = (column: string, wanted: readonly (string | number)[] | undefined) => {
    if (!wanted) return;
    // A single value keeps the order of the index; several would be sorted.
    where.push(wanted.length === 1 ? `${column} = ?` : `${column} IN (SELECT value FROM json_each(?))`);
    values.push(wanted.length === 1 ? (wanted[0] ?? '') : JSON.stringify(wanted));
  };
  anyOf('t.project_id', filter.projectIds);
  anyOf('t.session_id', filter.sessionIds);
  anyOf('t.number', filter.number === undefined ? undefined : [filter.number]);
  anyOf('t.seq', filter.seqs);
  return { where, values };
}

const DIRECTIONS = { newest: ['<', 'DESC'], oldest: ['>', 'ASC'] } as const;

/** `seq` of the matching turns, in the order of their list. */
export function turnSeqs(db: ReadableDb, filter: TurnFilter, order: TurnOrder): number[] {
  const { where, values } = conditions(filter);
  const sql = `SELECT t.seq FROM turn t WHERE ${where.join(' AND ')} ORDER BY t.seq ${DIRECTIONS[order][1]}`;
  return all<{ seq: number }>(db, sql, values).map(({ seq }) => seq);
}

/** Number of matching turns. */
export function countTurns(db: ReadableDb, filter: TurnFilter): number {
  const { where, values } = conditions(filter);
  return one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM turn t WHERE ${where.join(' AND ')}`, values)?.n ?? 0;
}

/** A page of matching turns. */
export function findTurns(
  db: ReadableDb,
  filter: TurnFilter,
  order: TurnOrder,
  limit: number,
  cursor?: string,
): { items: TurnRow[]; nextCursor: string | null } {
  const { where, values } = conditions(filter);
  const kind: CursorKind = [`turns ${order}`, 'number'];
  const after = decodeCursor(cursor, kind);
  const [isLater, direction] = DIRECTIONS[order];
  if (after) {
    where.push(`t.seq ${isLater} ?`);
    values.push(...after);
  }
  if (limit === 0) return { items: [], nextCursor: null };
  const sql = `${LISTED.select} WHERE ${where.join(' AND ')} ORDER BY t.seq ${direction} LIMIT ?`;
  const rows = all<RowOf<TurnRow>>(db, sql, [...values, limit + 1]);
  return toPage(rows, limit, kind, (row) => [row.seq], LISTED.decode);
}

/** Turns of some ids as lists show them, deleted ones included, in no order. */
export function turnRows(db: ReadableDb, ids: readonly string[]): TurnRow[] {
  const sql = `${LISTED.select} WHERE t.id IN (SELECT value FROM json_each(?))`;
  return all<RowOf<TurnRow>>(db, sql, [JSON.stringify(ids)]).map(LISTED.decode);
}

/** A word of a text filter, and the terms by which chunks are found that have it. */
export interface FilterWord {
  word: string;
  terms: readonly string[];
}

const IN_CHUNK = `t.pruned_at IS NULL AND EXISTS (SELECT 1 FROM turn_part x, json_each(x.chunks) c
  WHERE x.turn_id = t.id AND c.value IN (SELECT rowid FROM turn_word WHERE turn_word MATCH ?))`;

/** Which of these turns, by `seq`, contain every word in their texts, or in what the row says of calls, thoughts and summaries. */
export function turnsWithText(db: ReadableDb, seqs: readonly number[], words: readonly FilterWord[]): number[] {
  const where = ['t.seq IN (SELECT value FROM json_each(?))'];
  const values: SqlValue[] = [JSON.stringify(seqs)];
  for (const { word, terms } of words) {
    const [inRow, patterns] = saidInRow(word);
    where.push(`(${inRow}${terms.length > 0 ? ` OR (${IN_CHUNK})` : ''})`);
    values.push(...patterns);
    if (terms.length > 0) values.push(terms.map((term) => `"${term}" *`).join(' AND '));
  }
  const sql = `SELECT t.seq FROM turn t WHERE ${where.join(' AND ')}`;
  return all<{ seq: number }>(db, sql, values).map(({ seq }) => seq);
}

/** The highest number of a turn in a session, those in the bin included; null while there is none. */
export function highestNumber(db: ReadableDb, sessionId: string): number | null {
  return (
    one<{ n: number | null }>(db, 'SELECT MAX(number) AS n FROM turn WHERE session_id = ?', [sessionId])?.n ?? null
  );
}

/** Which turn of its number in its session the next one is, from 1; those in the bin count. */
export function nextTake(db: ReadableDb, sessionId: string, number: number): number {
  const sql = 'SELECT MAX(take) AS last FROM turn WHERE session_id = ? AND number = ?';
  return (one<{ last: number | null }>(db, sql, [sessionId, number])?.last ?? 0) + 1;
}

/** Whether a session has this take of a number, in the bin or outside. */
export function hasTake(db: ReadableDb, sessionId: string, number: number, take: number): boolean {
  const sql = 'SELECT 1 FROM turn WHERE session_id = ? AND number = ? AND take = ?';
  return one(db, sql, [sessionId, number, take]) !== undefined;
}

/** Id of a project's turn with this native id, deleted ones included, or null. */
export function turnByNativeId(db: ReadableDb, projectId: string, nativeId: string): string | null {
  const sql = 'SELECT id FROM turn WHERE project_id = ? AND native_id = ?';
  return one<{ id: string }>(db, sql, [projectId, nativeId])?.id ?? null;
}
