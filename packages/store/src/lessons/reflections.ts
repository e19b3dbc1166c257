import { BAND_FROM, LESSON_TEXT_FIELDS, type ParsedInputOf, type Reflection, reflection } from '@twicewise/contract';
import type { EntityRecord } from '../runtime/records.ts';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, each, one, type ReadableDb, remember, type SqlValue } from '../sql/database.ts';
import { soundCell } from '../sql/json-cell.ts';
import { likePatterns } from '../sql/like-patterns.ts';
import { REFLECTIONS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';
import { ruleIn } from './lesson-rule.ts';

/** Filter of `reflection.list` with references resolved to ids. */
export type ReflectionFilter = Omit<
  ParsedInputOf<'reflection.list'>,
  'projectId' | 'sessionId' | 'sort' | 'groupBy' | 'limit' | 'cursor' | 'withTotal'
> & { projectIds?: string[]; sessionIds?: string[] };

const LESSON = view(reflection, REFLECTIONS, {
  from: 'reflection r',
  alias: 'r',
  computed: {
    projectName: '(SELECT name FROM project WHERE id = r.project_id)',
    sessionNativeId: '(SELECT native_id FROM session WHERE id = r.session_id)',
  },
});

type Row = RowOf<Reflection>;

/** Names that a lesson shows besides its own fields. */
export type LessonNames = Pick<Reflection, 'projectName' | 'sessionNativeId'>;

/** Builds the lesson from a record just written, without reading it back. */
export function recordToReflection(record: EntityRecord, names: LessonNames): Reflection {
  return LESSON.fromRecord(record, names);
}

const NEWEST: CursorKind = ['lessons newest', 'text', 'number'];
const OLDEST: CursorKind = ['lessons oldest', 'text', 'number'];
const ORDER = 'ORDER BY r.created_at DESC, r.seq DESC';
// Statements below have `+?` where SQLite would look at the bound value to plan: in a limit, and in an equality beside an order or an
// outer join. With a plain `?` it plans such a statement anew each time that it is run, which takes longer than most of them.

/** One lesson, deleted ones included, or null. */
export function getReflection(db: ReadableDb, id: string): Reflection | null {
  const row = one<Row>(db, `${LESSON.select} WHERE r.id = ?`, [id]);
  return row ? LESSON.decode(row) : null;
}

class Conditions {
  readonly parts: string[] = [];
  readonly values: SqlValue[] = [];

  add(sql: string, ...values: SqlValue[]): void {
    this.parts.push(sql);
    this.values.push(...values);
  }

  /**
   * A single value becomes an equality, so that an index can supply the order as well. `isTold` tells the planner which, because there
   * is an index of the rows with one of the values.
   */
  anyOf(column: string, wanted: string | string[] | undefined, isTold = false): void {
    if (wanted === undefined) return;
    const values = Array.isArray(wanted) ? wanted : [wanted];
    const [only] = values;
    if (values.length === 1 && only !== undefined) this.add(`${column} = ${isTold ? '?' : '+?'}`, only);
    else this.add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
  }
}

const SOURCE = "iif(r.author_kind = 'importer', 'importer:' || r.author_name, r.author_kind)";
const BAND = `iif(r.confidence IS NULL, 'none', iif(r.confidence < ${BAND_FROM.medium}, 'low',
  iif(r.confidence < ${BAND_FROM.high}, 'medium', 'high')))`;

/** What most verdicts on a lesson say, as `standingOf` of search finds it. There are far fewer verdicts than lessons. */
const MAJORITY = `CASE sign(2 * SUM(verdict = 'helpful') - COUNT(*)) WHEN 1 THEN 'helpful' WHEN -1 THEN
  iif(SUM(verdict = 'harmful') >= SUM(verdict = 'unhelpful'), 'harmful', 'unhelpful') END`;

/** A damaged cell counts as empty, so that one damaged lesson does not fail the search for the others. */
const holds = (list: string, condition: string) =>
  `EXISTS (SELECT 1 FROM json_each(${soundCell(`r.${list}`, '[]')}) WHERE ${condition})`;

const LIKE = "LIKE :w ESCAPE '\\'";
const TEXT_MATCH = `(${LESSON_TEXT_FIELDS.map((field) => {
  const { name, codec } = REFLECTIONS.columns[field];
  return codec === 'list' ? holds(name, `value ${LIKE}`) : `r.${name} ${LIKE}`;
}).join(' OR ')})`;
const TEXT_PLACES = TEXT_MATCH.split(':w').length - 1;

function addText(where: Conditions, text: string | undefined): void {
  for (const pattern of likePatterns(text)) {
    where.add(TEXT_MATCH.replaceAll(':w', '?'), ...Array<string>(TEXT_PLACES).fill(pattern));
  }
}

type Narrowing<Value> = (where: Conditions, value: Exclude<Value, undefined>) => void;

const anyOf =
  (column: string) =>
  (where: Conditions, wanted: string | string[]): void =>
    where.anyOf(column, wanted);

/** The SQL condition of each filter. The two that always apply are in {@link conditions}. */
const NARROWING: {
  [K in keyof Required<Omit<ReflectionFilter, 'deleted' | 'state'>>]: Narrowing<ReflectionFilter[K]>;
} = {
  projectIds: anyOf('r.project_id'),
  sessionIds: anyOf('r.session_id'),
  outcome: anyOf('r.outcome'),
  kind: (where, wanted) => where.anyOf('r.kind', wanted, true),
  failureCategory: anyOf('r.failure_category'),
  agent: anyOf('r.agent'),
  source: anyOf(SOURCE),
  sourceId: anyOf('r.source_id'),
  rule: anyOf(ruleIn('r.extra')),
  confidence: anyOf(BAND),
  feedback: (where, wanted) =>
    where.add(
      `r.id IN (SELECT reflection_id FROM feedback GROUP BY reflection_id HAVING ${MAJORITY} IN (SELECT value FROM json_each(?)))`,
      JSON.stringify([wanted].flat()),
    ),
  month: anyOf('substr(r.created_at, 1, 7)'),
  minConfidence: (where, least) => where.add('r.confidence >= ?', least),
  since: (where, instant) => where.add('r.created_at >= ?', new Date(instant).toISOString()),
  until: (where, instant) => where.add('r.created_at < ?', new Date(instant).toISOString()),
  pinned: (where, pinned) => where.add('r.pinned = ?', pinned ? 1 : 0),
  tags: (where, tags) => {
    for (const tag of tags) where.add(holds('tags', 'value = ?'), tag);
  },
  entityId: (where, id) => where.add(holds('related_entity_ids', 'value = ?'), id),
  text: addText,
};
const NARROWING_NAMES = Object.keys(NARROWING) as (keyof typeof NARROWING)[];

function narrow<K extends keyof typeof NARROWING>(where: Conditions, name: K, value: ReflectionFilter[K]): void {
  const narrowing: Narrowing<ReflectionFilter[K]> = NARROWING[name];
  if (value !== undefined) narrowing(where, value as Exclude<ReflectionFilter[K], undefined>);
}

function conditions(filter: ReflectionFilter): Conditions {
  const where = new Conditions();
  where.add(filter.deleted === 'only' ? 'r.deleted_at IS NOT NULL' : 'r.deleted_at IS NULL');
  if (filter.state === undefined) where.add("r.state <> 'rejected'");
  else where.anyOf('r.state', filter.state);
  for (const name of NARROWING_NAMES) narrow(where, name, filter[name]);
  return where;
}

/** Which of these lessons, by `seq`, pass the text filter. */
export function lessonsWithText(db: ReadableDb, seqs: readonly number[], text: string): number[] {
  const where = new Conditions();
  where.add('r.seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs));
  addText(where, text);
  const sql = `SELECT r.seq FROM reflection r WHERE ${where.parts.join(' AND ')}`;
  return all<{ seq: number }>(db, sql, where.values).map(({ seq }) => seq);
}

/** A page of matching lessons, newest first (creation time, then `seq`). */
export function findReflections(
  db: ReadableDb,
  filter: ReflectionFilter,
  limit: number,
  cursor?: string,
): { items: Reflection[]; nextCursor: string | null } {
  const where = conditions(filter);
  const after = decodeCursor(cursor, NEWEST);
  if (after) where.add('(r.created_at, r.seq) < (?, ?)', ...after);
  if (limit === 0) return { items: [], nextCursor: null };
  const sql = `${LESSON.select} WHERE ${where.parts.join(' AND ')} ${ORDER} LIMIT +?`;
  const rows = each<Row>(db, sql, [...where.values, limit + 1]);
  return toPage(rows, limit, NEWEST, (row) => [row.createdAt, row.seq], LESSON.decode);
}

/** Like the above, oldest first. */
export function findOldestReflections(
  db: ReadableDb,
  filter: ReflectionFilter,
  limit: number,
  cursor?: string,
): { items: Reflection[]; nextCursor: string | null } {
  const where = conditions(filter);
  const after = decodeCursor(cursor, OLDEST);
  if (after) where.add('(r.created_at, r.seq) > (?, ?)', ...after);
  if (limit === 0) return { items: [], nextCursor: null };
  const sql = `${LESSON.select} WHERE ${where.parts.join(' AND ')} ORDER BY r.created_at, r.seq LIMIT +?`;
  const rows = each<Row>(db, sql, [...where.values, limit + 1]);
  return toPage(rows, limit, OLDEST, (row) => [row.createdAt, row.seq], LESSON.decode);
}

/** Ids of the lessons that match, newest first, at most `limit`. */
export function findReflectionIds(db: ReadableDb, filter: ReflectionFilter, limit: number): string[] {
  const where = conditions(filter);
  // Left alone, SQLite follows the order through all lessons until it has found enough of a few old ones.
  const by = filter.sourceId === undefined ? '' : 'INDEXED BY reflection_by_source';
  const sql = `SELECT r.id FROM reflection r ${by} WHERE ${where.parts.join(' AND ')} ${ORDER} LIMIT +?`;
  return all<{ id: string }>(db, sql, [...where.values, limit]).map(({ id }) => id);
}

/** Number of matching lessons, independent of paging. */
export function countReflections(db: ReadableDb, filter: ReflectionFilter): number {
  const where = conditions(filter);
  const sql = `SELECT COUNT(*) AS n FROM reflection r WHERE ${where.parts.join(' AND ')}`;
  return one<{ n: number }>(db, sql, where.values)?.n ?? 0;
}

/** Sessions and projects to include; both conditions must hold, and omitted ones are ignored. */
export interface LessonScope {
  sessionIds?: string[];
  projectIds?: string[];
  /** When left out: drafts and accepted lessons. */
  states?: Reflection['state'][];
}

/**
 * Ids of the newest lessons that agents may see, within a window of `window` rows. Pinned lessons keep their place in the window
 * at any age (X3: windows limit what is shown and never change a row).
 */
export function recentReflections(db: ReadableDb, scope: LessonScope, window: number, limit: number): string[] {
  const wanted = Math.min(limit, window);
  const newest = placesOf(db, scope, false, wanted);
  if (newest.length < wanted) return newest.map(({ id }) => id);
  const pinned = placesOf(db, scope, true, window);
  const older = pinned.filter((row) => !newest.some((other) => other.seq === row.seq));
  const kept = keepWithin(newest, window - older.length);
  return [...kept, ...older].slice(0, wanted).map(({ id }) => id);
}

/** Lessons of the scope that agents may see. This restriction is not a filter: no caller can remove it. */
function liveIn(scope: LessonScope): Conditions {
  const where = new Conditions();
  where.add("r.deleted_at IS NULL AND r.state IN ('draft', 'accepted')");
  where.anyOf('r.state', scope.states);
  where.anyOf('r.session_id', scope.sessionIds);
  where.anyOf('r.project_id', scope.projectIds);
  return where;
}

/** The newest lessons that agents may see and whose outcome is one of these, at most `limit`. */
export function newestReflections(
  db: ReadableDb,
  scope: LessonScope,
  outcomes: Reflection['outcome'][] | undefined,
  limit: number,
): Reflection[] {
  const where = liveIn(scope);
  where.anyOf('r.outcome', outcomes);
  const sql = `${LESSON.select} WHERE ${where.parts.join(' AND ')} ${ORDER} LIMIT +?`;
  return all<Row>(db, sql, [...where.values, limit]).map(LESSON.decode);
}

/** The newest pinned lessons that agents may see, at most `limit`. */
export function pinnedReflections(db: ReadableDb, scope: LessonScope, limit: number): Reflection[] {
  const where = liveIn(scope);
  where.add('r.pinned = 1');
  const sql = `${LESSON.select} WHERE ${where.parts.join(' AND ')} ${ORDER} LIMIT +?`;
  return all<Row>(db, sql, [...where.values, limit]).map(LESSON.decode);
}

/** The newest notes that agents may see, at most `limit`. */
export function newestNotes(db: ReadableDb, scope: LessonScope, limit: number): Reflection[] {
  const where = liveIn(scope);
  where.add("r.kind = 'note'");
  const sql = `${LESSON.select} WHERE ${where.parts.join(' AND ')} ${ORDER} LIMIT +?`;
  return all<Row>(db, sql, [...where.values, limit]).map(LESSON.decode);
}

/** Number of lessons that agents may see, per outcome and source of outcome. Reads an index, no rows. */
export function countOutcomes(
  db: ReadableDb,
  scope: LessonScope,
): (Pick<Reflection, 'outcome' | 'outcomeSource'> & { count: number })[] {
  const where = liveIn(scope);
  const sql = `SELECT r.outcome, r.outcome_source AS outcomeSource, COUNT(*) AS count FROM reflection r
    WHERE ${where.parts.join(' AND ')} GROUP BY r.outcome, r.outcome_source ORDER BY r.outcome, r.outcome_source`;
  return all(db, sql, where.values);
}

/** A lesson's place in the order, without its texts. */
type PlaceRow = Pick<Row, 'id' | 'seq' | 'pinned'>;

function placesOf(db: ReadableDb, scope: LessonScope, onlyPinned: boolean, limit: number): PlaceRow[] {
  const where = liveIn(scope);
  if (onlyPinned) where.add('r.pinned = 1');
  const sql = `SELECT r.id, r.seq, r.pinned FROM reflection r WHERE ${where.parts.join(' AND ')} ${ORDER} LIMIT +?`;
  return all<PlaceRow>(db, sql, [...where.values, limit]);
}

/** Drops the oldest unpinned rows until `size` are left. */
function keepWithin(rows: PlaceRow[], size: number): PlaceRow[] {
  const drop = new Set(rows.filter((row) => row.pinned === 0).slice(Math.max(0, size - countPinned(rows))));
  return rows.filter((row) => !drop.has(row));
}

function countPinned(rows: PlaceRow[]): number {
  return rows.filter((row) => row.pinned === 1).length;
}

/** The display names for a lesson of this project and session. */
export function lessonNames(db: ReadableDb, projectId: string, sessionId: string | null): LessonNames {
  const known = remember(db, 'names', () => new Map<string, LessonNames>());
  const key = sessionId ?? projectId;
  const names = known.get(key) ?? readNames(db, projectId, sessionId);
  known.set(key, names);
  return names;
}

function readNames(db: ReadableDb, projectId: string, sessionId: string | null): LessonNames {
  const sql = `SELECT p.name AS projectName, s.native_id AS sessionNativeId
    FROM project p LEFT JOIN session s ON s.id = +? WHERE p.id = +?`;
  const names = one<LessonNames>(db, sql, [sessionId, projectId]);
  if (!names) throw new Error(`project ${projectId} is missing`);
  return names;
}

/** Ids of the project's lessons with exactly this content, oldest first, at most ten. */
export function identicalReflections(db: ReadableDb, projectId: string, contentHash: string): string[] {
  const from = 'FROM reflection WHERE content_hash = ? AND project_id = ? AND deleted_at IS NULL';
  // Usually there is none, and querying one row is four times faster than querying a list.
  if (!one(db, `SELECT seq ${from}`, [contentHash, projectId])) return [];
  const sql = `SELECT id ${from} ORDER BY seq LIMIT 10`;
  return all<{ id: string }>(db, sql, [contentHash, projectId]).map((row) => row.id);
}

/** Id of the lesson with this native id, deleted ones included, or null. */
export function reflectionByNativeId(db: ReadableDb, projectId: string, nativeId: string): string | null {
  const sql = 'SELECT id FROM reflection WHERE project_id = ? AND native_id = ?';
  return one<{ id: string }>(db, sql, [projectId, nativeId])?.id ?? null;
}

/** Those of these lessons into which a lesson that is none of them was merged, so that they say what it said. */
export function mergedFromOthers(db: ReadableDb, ids: readonly string[]): Set<string> {
  const sql = `SELECT DISTINCT extra ->> 'mergedInto' AS id FROM reflection
    WHERE project_id IN (SELECT project_id FROM reflection WHERE id IN (SELECT value FROM json_each(:ids)))
      AND state = 'superseded' AND id NOT IN (SELECT value FROM json_each(:ids))
      AND extra ->> 'mergedInto' IN (SELECT value FROM json_each(:ids))`;
  return new Set(all<{ id: string }>(db, sql, { ids: JSON.stringify(ids) }).map(({ id }) => id));
}
