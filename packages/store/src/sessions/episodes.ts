import {
  type Episode,
  type EpisodeSummary,
  episode,
  episodeSummary,
  type MemoryRef,
  type ParsedInputOf,
} from '@twicewise/contract';
import type { EntityRecord } from '../runtime/records.ts';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb, type SqlValue } from '../sql/database.ts';
import { likePatterns } from '../sql/like-patterns.ts';
import { EPISODES } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

const PARTS = {
  from: 'episode e JOIN session s ON s.id = e.session_id JOIN project p ON p.id = s.project_id',
  alias: 'e',
  computed: { projectId: 's.project_id', projectName: 'p.name', sessionNativeId: 's.native_id' },
};
const FROM = `FROM ${PARTS.from}`;
const WHOLE = view(episode, EPISODES, PARTS);

/** Number of items in a list cell; 0 when the cell is damaged. */
const itemsIn = (column: string) => `json_array_length(iif(json_valid(e.${column}), e.${column}, '[]'))`;
const LISTED = view(episodeSummary, EPISODES, {
  ...PARTS,
  computed: {
    ...PARTS.computed,
    decisions: itemsIn('decisions'),
    events: itemsIn('events'),
    links: itemsIn('links'),
    attempts: '(SELECT COUNT(*) FROM attempt a WHERE a.session_id = e.session_id AND a.deleted_at IS NULL)',
  },
});

/** When an episode `e` happened, as far as known: the order of lists. */
export const HAPPENED = 'coalesce(e.occurred_at, e.created_at)';

/** One episode, deleted ones included, or null. */
export function getEpisode(db: ReadableDb, id: string): Episode | null {
  const row = one<RowOf<Episode>>(db, `${WHOLE.select} WHERE e.id = ?`, [id]);
  return row ? WHOLE.decode(row) : null;
}

/** The episode of a session, deleted ones included, or null. */
export function episodeOfSession(db: ReadableDb, sessionId: string): Episode | null {
  const row = one<RowOf<Episode>>(db, `${WHOLE.select} WHERE e.session_id = ?`, [sessionId]);
  return row ? WHOLE.decode(row) : null;
}

/** Id of a project's episode with this native id, deleted ones included, or null. */
export function episodeByNativeId(db: ReadableDb, projectId: string, nativeId: string): string | null {
  const sql =
    'SELECT e.id FROM episode e JOIN session s ON s.id = e.session_id WHERE e.native_id = ? AND s.project_id = ?';
  return one<{ id: string }>(db, sql, [nativeId, projectId])?.id ?? null;
}

/** Names of a project's episodes by id, deleted ones included: the native id, or our own where there is none. */
export function episodeNames(db: ReadableDb, projectId: string): Map<string, string> {
  const sql =
    'SELECT e.id, COALESCE(e.native_id, e.id) AS name FROM episode e JOIN session s ON s.id = e.session_id WHERE s.project_id = ?';
  return new Map(all<{ id: string; name: string }>(db, sql, [projectId]).map(({ id, name }) => [id, name]));
}

/** Filter of `episode.list` with references resolved to ids; filters without an index are given as `seq` values. */
export type EpisodeFilter = Pick<ParsedInputOf<'episode.list'>, 'outcome' | 'since' | 'until' | 'deleted'> & {
  projectIds?: string[];
  sessionIds?: string[];
  /** Only episodes with these `seq` values. */
  seqs?: readonly number[];
};

/** Keys of items whose values are not free text. */
const NO_TEXT =
  "('id', 'at', 'timeQuality', 'outcome', 'outcomeSource', 'hash', 'pointer', 'relation', 'basis', 'from', 'to')";
/** SQL condition that a free text in a list of an episode `e`, as `cell.value`, meets a condition. */
export const textCells = (column: string, condition: string): string =>
  `EXISTS (SELECT 1 FROM json_tree(iif(json_valid(e.${column}), e.${column}, '[]')) AS cell
    WHERE cell.type = 'text' AND (typeof(cell.key) = 'integer' OR cell.key NOT IN ${NO_TEXT}) AND ${condition})`;
const TEXT_CELLS = ['decisions', 'events', 'lessons'];
const IN_CELLS = TEXT_CELLS.map((cell) => `OR ${textCells(cell, "cell.value LIKE ? ESCAPE '\\'")}`).join(' ');
const TEXT_MATCH = `(e.task LIKE ? ESCAPE '\\' ${IN_CELLS})`;

function conditions(filter: EpisodeFilter): { where: string; values: SqlValue[] } {
  const parts = [filter.deleted === 'only' ? 'e.deleted_at IS NOT NULL' : 'e.deleted_at IS NULL'];
  const values: SqlValue[] = [];
  const add = (sql: string, ...given: SqlValue[]) => {
    parts.push(sql);
    values.push(...given);
  };
  const anyOf = (column: string, wanted: readonly string[] | undefined) => {
    if (wanted) add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted));
  };
  anyOf('s.project_id', filter.projectIds);
  anyOf('e.session_id', filter.sessionIds);
  anyOf('e.outcome', filter.outcome === undefined ? undefined : [filter.outcome].flat());
  if (filter.since !== undefined) add(`${HAPPENED} >= ?`, new Date(filter.since).toISOString());
  if (filter.until !== undefined) add(`${HAPPENED} < ?`, new Date(filter.until).toISOString());
  if (filter.seqs) add('e.seq IN (SELECT value FROM json_each(?))', JSON.stringify(filter.seqs));
  return { where: parts.join(' AND '), values };
}

type Listed = RowOf<EpisodeSummary>;
const placeOf = ({ occurredAt, createdAt, seq }: Listed): [string, number] => [occurredAt ?? createdAt, seq];

/** Orders of a list, each by columns of the index by time, and what is known of its last row. */
const ORDERS = {
  newest: { cursor: ['episodes', 'text', 'number'], by: [HAPPENED, 'e.seq'], keyOf: placeOf },
  deleted: {
    cursor: ['episodes by deletion', 'text', 'text', 'number'],
    by: ['e.deleted_at', HAPPENED, 'e.seq'],
    keyOf: (row: Listed) => [row.deletedAt ?? '', ...placeOf(row)],
  },
} as const satisfies Record<
  string,
  { cursor: CursorKind; by: readonly string[]; keyOf: (row: Listed) => readonly (string | number)[] }
>;

/** A page of matching episodes, newest first; or of those in the bin, the last deleted first. */
export function findEpisodes(
  db: ReadableDb,
  filter: EpisodeFilter,
  limit: number,
  cursor?: string,
  order: keyof typeof ORDERS = 'newest',
): { items: EpisodeSummary[]; nextCursor: string | null } {
  const { where, values } = conditions(filter);
  const { cursor: kind, by, keyOf } = ORDERS[order];
  const after = decodeCursor(cursor, kind);
  if (limit === 0) return { items: [], nextCursor: null };
  // The first condition is implied by the second; it lets SQLite start inside the index.
  const next = after ? `AND ${by[0]} <= ? AND (${by.join(', ')}) < (${by.map(() => '?').join(', ')})` : '';
  const place = after ? [after[0] as string, ...after] : [];
  const sql = `${LISTED.select} WHERE ${where} ${next} ORDER BY ${by.map((one) => `${one} DESC`).join(', ')} LIMIT ?`;
  const rows = all<Listed>(db, sql, [...values, ...place, limit + 1]);
  return toPage(rows, limit, kind, keyOf, LISTED.decode);
}

/** These episodes as lists show them, in the order of `seqs`; one at a time, because a page may end early. */
export function* readListed(db: ReadableDb, seqs: readonly number[]): Generator<EpisodeSummary> {
  for (const seq of seqs) {
    const row = one<RowOf<EpisodeSummary>>(db, `${LISTED.select} WHERE e.seq = ?`, [seq]);
    if (row) yield LISTED.decode(row);
  }
}

/** Number of matching episodes, independent of paging. */
export function countEpisodes(db: ReadableDb, filter: EpisodeFilter): number {
  const { where, values } = conditions(filter);
  return one<{ n: number }>(db, `SELECT COUNT(*) AS n ${FROM} WHERE ${where}`, values)?.n ?? 0;
}

/** `seq` of the matching episodes. */
export function episodeSeqs(db: ReadableDb, filter: EpisodeFilter): number[] {
  const { where, values } = conditions(filter);
  return all<{ seq: number }>(db, `SELECT e.seq ${FROM} WHERE ${where}`, values).map(({ seq }) => seq);
}

/** The episodes that these ids name, their own or those of their sessions, those in the bin included. In no order. */
export function episodesNamed(
  db: ReadableDb,
  ids: readonly string[],
): { seq: number; id: string; sessionId: string }[] {
  const sql = `SELECT seq, id, session_id AS sessionId FROM episode WHERE id IN (SELECT value FROM json_each(:ids))
    UNION SELECT seq, id, session_id FROM episode WHERE session_id IN (SELECT value FROM json_each(:ids))`;
  return all(db, sql, { ids: JSON.stringify(ids) });
}

/** What a change of many asks of an episode. */
export interface EpisodeFacts {
  seq: number;
  id: string;
  revision: number;
  sessionId: string;
  projectId: string;
  /** The first 300 characters of its task. */
  task: string;
  isDeleted: boolean;
}

/** Facts of episodes by `seq`, in that order. Missing episodes are left out. */
export function episodeFacts(db: ReadableDb, seqs: readonly number[]): EpisodeFacts[] {
  const sql = `SELECT e.seq, e.id, e.revision, e.session_id AS sessionId, s.project_id AS projectId,
      substr(e.task, 1, 300) AS task, e.deleted_at IS NOT NULL AS isDeleted
    FROM episode e JOIN session s ON s.id = e.session_id WHERE e.seq IN (SELECT value FROM json_each(?)) ORDER BY e.seq`;
  const rows = all<Omit<EpisodeFacts, 'isDeleted'> & { isDeleted: number }>(db, sql, [JSON.stringify(seqs)]);
  return rows.map((row) => ({ ...row, isDeleted: row.isDeleted === 1 }));
}

/** Which of these episodes, by `seq`, contain every word in their texts. */
export function episodesWithText(db: ReadableDb, seqs: readonly number[], text: string): number[] {
  const patterns = likePatterns(text);
  const values = patterns.flatMap((pattern) => Array<string>(TEXT_CELLS.length + 1).fill(pattern));
  const sql = `SELECT e.seq FROM episode e WHERE ${['e.seq IN (SELECT value FROM json_each(?))', ...patterns.map(() => TEXT_MATCH)].join(' AND ')}`;
  return all<{ seq: number }>(db, sql, [JSON.stringify(seqs), ...values]).map(({ seq }) => seq);
}

/** The next complete episodes after `seq`, in order of `seq`, those in the bin included. */
export function episodesAfter(db: ReadableDb, seq: number, limit: number): Episode[] {
  return all<RowOf<Episode>>(db, `${WHOLE.select} WHERE e.seq > ? ORDER BY e.seq LIMIT ?`, [seq, limit]).map(
    WHOLE.decode,
  );
}

/**
 * Ids of episodes that reference a memory of another system, those in the bin included; at most `limit`. Reads the references of
 * every episode.
 */
export function episodesWithRef(
  db: ReadableDb,
  { system, name }: MemoryRef,
  projectId: string | null,
  limit: number,
): string[] {
  const sql = `SELECT e.id FROM episode e JOIN session s ON s.id = e.session_id
    WHERE e.memory_refs <> '[]' AND (:projectId IS NULL OR s.project_id = :projectId)
      AND EXISTS (SELECT 1 FROM json_each(iif(json_valid(e.memory_refs), e.memory_refs, '[]')) ref
        WHERE ref.value ->> 'system' = :system AND ref.value ->> 'name' = :name)
    ORDER BY e.seq LIMIT :limit`;
  return all<{ id: string }>(db, sql, { projectId, system, name, limit }).map(({ id }) => id);
}

/** What the last extraction said of an episode, for merging the next one. */
export function extractedOf(record: EntityRecord): Record<string, unknown> | null {
  return (record.extracted as Record<string, unknown> | null) ?? null;
}
