import {
  type Attempt,
  type AttemptSummary,
  attempt,
  attemptSummary,
  blankAttemptContent,
  MAX_RECENT_CHECKS,
} from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { list, plain } from '../tables/columns.ts';
import { ATTEMPTS } from '../tables/entities.ts';
import { titleOfLesson } from '../tables/lesson-title.ts';
import { type RowOf, view } from '../tables/view.ts';
import {
  type AttemptFilter,
  CHANGED_FILES,
  changedLines,
  conditions,
  contentAt,
  lengthOf,
  SCORED_CHECKS,
  type ScoredCheck,
  sound,
  WHEN,
} from './attempt-filter.ts';

const PARTS = {
  from: 'attempt a JOIN project p ON p.id = a.project_id LEFT JOIN session s ON s.id = a.session_id',
  alias: 'a',
  computed: { projectName: 'p.name', sessionNativeId: 's.native_id' },
};
const WHOLE = view(attempt, ATTEMPTS, PARTS);

/** The last checks as JSON, in their order. Those that a list shows are few, so that an answer stays small. */
const RECENT_CHECKS = `(SELECT json_group_array(json_object('kind', value ->> '$.kind', 'verdict', value ->> '$.verdict',
      'passed', value ->> '$.counts.passed', 'failed', value ->> '$.counts.failed'))
    FROM json_each(${sound('content')}, '$.checks') WHERE key >= ${lengthOf('content', '$.checks')} - ${MAX_RECENT_CHECKS})`;

/** An attempt of a list with the reward that its author stated, and the checks from which another follows. */
export type ListedAttempt = Omit<AttemptSummary, 'rewardSource'> & { scoredChecks: ScoredCheck[] };

const LISTED = view(attemptSummary.omit({ rewardSource: true }), ATTEMPTS, {
  ...PARTS,
  computed: {
    ...PARTS.computed,
    episodeId: '(SELECT id FROM episode WHERE session_id = a.session_id AND deleted_at IS NULL)',
    checks: lengthOf('content', '$.checks'),
    errors: lengthOf('content', '$.errors'),
    calls: lengthOf('content', '$.calls'),
    files: CHANGED_FILES,
    recentChecks: list(RECENT_CHECKS),
    linesAdded: changedLines('linesAdded', 'additions'),
    linesDeleted: changedLines('linesDeleted', 'deletions'),
    tokens: contentAt('$.cost.tokens'),
    ms: contentAt('$.cost.ms'),
    lessons: lengthOf('lesson_ids'),
    followed: lengthOf('exposure_ids'),
    reward: contentAt('$.reward'),
    progress: contentAt('$.progress'),
  },
  also: { listedAt: plain(WHEN), scoredChecks: list<ScoredCheck>(SCORED_CHECKS) },
});

/** The content of an attempt of which a damaged cell reads as saying nothing, and a field of a later version as one without a value. */
function whole(row: RowOf<Attempt>): Attempt {
  const found = WHOLE.decode(row);
  return { ...found, content: { ...blankAttemptContent(), ...found.content } };
}

/** One attempt, deleted ones included, or null. */
export function getAttempt(db: ReadableDb, id: string): Attempt | null {
  const row = one<RowOf<Attempt>>(db, `${WHOLE.select} WHERE a.id = ?`, [id]);
  return row ? whole(row) : null;
}

/** Which attempts are the latest: those that ended last, or those that were recorded last. */
export type LatestBy = 'ended' | 'recorded';

/**
 * The latest matching attempts, complete, the oldest first: at most `most`, and no more than `maxBytes` of content, counted from
 * the latest one, which is always among them.
 */
export function latestAttempts(
  db: ReadableDb,
  filter: AttemptFilter,
  { by, most, maxBytes }: { by: LatestBy; most: number; maxBytes: number },
): Attempt[] {
  const { where, values } = conditions(filter);
  const order = by === 'ended' ? `${WHEN} DESC, a.seq DESC` : 'a.seq DESC';
  const sql = `SELECT a.id, octet_length(a.content) AS bytes FROM attempt a WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ?`;
  const rows = all<{ id: string; bytes: number }>(db, sql, [...values, most]);
  let left = maxBytes;
  const fitting = rows.findIndex(({ bytes }, index) => {
    left -= bytes;
    return left < 0 && index > 0;
  });
  const ids = (fitting === -1 ? rows : rows.slice(0, fitting)).map(({ id }) => id);
  const found = all<RowOf<Attempt>>(db, `${WHOLE.select} WHERE a.id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(ids),
  ]);
  const byId = new Map(found.map((row) => [row.id, whole(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []).reverse();
}

/** Orders of a list of attempts. */
export type AttemptOrder = 'newest' | 'oldest';

/** What selects and sorts the matching attempts after the place of a cursor. */
function listed(filter: AttemptFilter, order: AttemptOrder, cursor: string | undefined) {
  const { where, values } = conditions(filter);
  const kind: CursorKind = [`attempts ${order}`, 'text', 'number'];
  const after = decodeCursor(cursor, kind);
  const [isLater, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC'];
  if (after) {
    // The first condition is implied by the second; it lets SQLite start inside the index.
    where.push(`${WHEN} ${isLater}= ?`, `(${WHEN}, a.seq) ${isLater} (?, ?)`);
    values.push(after[0] as string, ...after);
  }
  const rest = `WHERE ${where.join(' AND ')} ORDER BY ${WHEN} ${direction}, a.seq ${direction}`;
  return { rest, values, kind };
}

/** `seq` of the matching attempts after the place of a cursor, in the order of their list. */
export function attemptSeqs(db: ReadableDb, filter: AttemptFilter, order: AttemptOrder, cursor?: string): number[] {
  const { rest, values } = listed(filter, order, cursor);
  return all<{ seq: number }>(db, `SELECT a.seq FROM attempt a ${rest}`, values).map(({ seq }) => seq);
}

/** A page of matching attempts. */
export function findAttempts(
  db: ReadableDb,
  filter: AttemptFilter,
  order: AttemptOrder,
  limit: number,
  cursor?: string,
): { items: ListedAttempt[]; nextCursor: string | null } {
  const { rest, values, kind } = listed(filter, order, cursor);
  if (limit === 0) return { items: [], nextCursor: null };
  const sql = `${LISTED.select} ${rest} LIMIT ?`;
  const rows = all<RowOf<ListedAttempt> & { listedAt: string }>(db, sql, [...values, limit + 1]);
  const toItem = (row: (typeof rows)[number]): ListedAttempt => {
    const { listedAt: _at, ...item } = LISTED.decode(row);
    return item;
  };
  return toPage(rows, limit, kind, (row) => [row.listedAt, row.seq], toItem);
}

/** What tells which sessions have attempts. */
export interface AttemptPlace {
  id: string;
  seq: number;
  sessionId: string | null;
  isDeleted: boolean;
}

const PLACES = 'SELECT a.id, a.seq, a.session_id AS sessionId, a.deleted_at IS NOT NULL AS isDeleted FROM attempt a';
const placed = (row: { isDeleted: number } & Omit<AttemptPlace, 'isDeleted'>): AttemptPlace => ({
  ...row,
  isDeleted: row.isDeleted === 1,
});

/** Where the next attempts after `seq` belong, in order of `seq`, those in the bin included. */
export function attemptPlacesAfter(db: ReadableDb, seq: number, limit: number): AttemptPlace[] {
  return all<Parameters<typeof placed>[0]>(db, `${PLACES} WHERE a.seq > ? ORDER BY a.seq LIMIT ?`, [seq, limit]).map(
    placed,
  );
}

/** Where an attempt belongs, deleted ones included, or null. */
export function attemptPlace(db: ReadableDb, id: string): AttemptPlace | null {
  const row = one<Parameters<typeof placed>[0]>(db, `${PLACES} WHERE a.id = ?`, [id]);
  return row ? placed(row) : null;
}

/** What numbers an attempt among those of its session, where they are written as the files of a loop. */
export interface NumberedAttempt {
  id: string;
  /** The number that it had where it came from. */
  ordinalNative: number | null;
  hasReflection: boolean;
}

/** The attempts of the session of one, in the order in which they ended. Those in the bin are left out. */
export function attemptsBeside(
  db: ReadableDb,
  { id, sessionId }: Pick<Attempt, 'id' | 'sessionId'>,
): NumberedAttempt[] {
  const select = `SELECT a.id, a.ordinal_native AS ordinalNative, coalesce(${contentAt('$.reflection.text')}, '') <> '' AS hasReflection
    FROM attempt a WHERE`;
  const sql =
    sessionId === null
      ? `${select} a.id = ?`
      : `${select} a.session_id = ? AND a.deleted_at IS NULL ORDER BY ${WHEN}, a.seq`;
  const rows = all<Omit<NumberedAttempt, 'hasReflection'> & { hasReflection: number }>(db, sql, [sessionId ?? id]);
  return rows.map((row) => ({ ...row, hasReflection: row.hasReflection === 1 }));
}

/** The number of the next attempt at a task: one more than the highest taken, that of an attempt in the bin included. */
export function nextOrdinal(db: ReadableDb, projectId: string, taskIdentity: string): number {
  const sql = 'SELECT MAX(ordinal) AS last FROM attempt WHERE project_id = ? AND task_identity = ?';
  return (one<{ last: number | null }>(db, sql, [projectId, taskIdentity])?.last ?? 0) + 1;
}

/** Whether an attempt at a task has this number. */
export function hasOrdinal(db: ReadableDb, projectId: string, taskIdentity: string, ordinal: number): boolean {
  const sql = 'SELECT 1 FROM attempt WHERE project_id = ? AND task_identity = ? AND ordinal = ?';
  return one(db, sql, [projectId, taskIdentity, ordinal]) !== undefined;
}

/** Id of a project's attempt with this native id, deleted ones included, or null. */
export function attemptByNativeId(db: ReadableDb, projectId: string, nativeId: string): string | null {
  const sql = 'SELECT id FROM attempt WHERE project_id = ? AND native_id = ?';
  return one<{ id: string }>(db, sql, [projectId, nativeId])?.id ?? null;
}

/** An attempt that rules found in a file. */
export interface AttemptByRules {
  id: string;
  nativeId: string;
  ruleVersion: number;
  startedAt: string | null;
}

/** A session's attempts that rules up to a version found in a file, those in the bin left out. */
export function attemptsByRules(db: ReadableDb, sessionId: string, path: string, version: number): AttemptByRules[] {
  const sql = `SELECT a.id, a.native_id AS nativeId, a.rule_version AS ruleVersion, a.started_at AS startedAt
    FROM attempt a JOIN source s ON s.id = a.source_id
    WHERE a.session_id = ? AND s.path = ? AND a.rule_version <= ? AND a.deleted_at IS NULL ORDER BY a.seq`;
  return all(db, sql, [sessionId, path, version]);
}

/** Maximum number of exposures of one attempt. */
const MAX_FOLLOWED = 500;

/**
 * Ids of what a session was told up to a moment and no attempt has followed yet, the oldest first. Since each attempt takes what
 * there is, this is what was told since the attempt before it.
 */
export function exposuresToFollow(
  db: ReadableDb,
  { sessionRefs, projectId, until }: { sessionRefs: readonly string[]; projectId: string; until: string },
): string[] {
  const sql = `SELECT e.id FROM exposure e WHERE e.session_ref = ? AND (e.project_id = ? OR e.project_id IS NULL)
    AND e.trigger <> 'named' AND e.shown_at <= ? AND NOT EXISTS (SELECT 1 FROM attempt_link WHERE target_id = e.id)
    ORDER BY e.seq LIMIT ${MAX_FOLLOWED}`;
  const told = sessionRefs.flatMap((ref) => all<{ id: string }>(db, sql, [ref, projectId, until]));
  return told.map(({ id }) => id).slice(0, MAX_FOLLOWED);
}

/** A lesson that was told before an attempt. */
export interface ToldBefore {
  exposureId: string;
  reflectionId: string;
  taskDescription: string | null;
  shownAt: string;
  trigger: string;
  /** Whether it was acted on, as the lesson that the session stored next says; null where that names no lesson as used. */
  actedOn: boolean | null;
}

type ToldRow = Omit<ToldBefore, 'actedOn'> & { actedOn: number | null };

/** The lessons that an attempt's session was told before it. */
export function toldBefore(db: ReadableDb, attemptId: string): ToldBefore[] {
  const sql = `SELECT e.id AS exposureId, e.reflection_id AS reflectionId, ${titleOfLesson('r')} AS taskDescription, e.shown_at AS shownAt, e.trigger,
      CASE WHEN next.id IS NULL THEN NULL WHEN e.acted_on = 1 THEN 1
        WHEN EXISTS (SELECT 1 FROM exposure used WHERE used.attempt_id = e.attempt_id AND used.acted_on = 1) THEN 0 END AS actedOn
    FROM attempt_link l JOIN exposure e ON e.id = l.target_id LEFT JOIN reflection r ON r.id = e.reflection_id
      LEFT JOIN reflection next ON next.id = e.attempt_id AND next.deleted_at IS NULL
    WHERE l.attempt_id = ?`;
  return (
    all<ToldRow>(db, sql, [attemptId])
      .map(({ actedOn, ...told }) => ({ ...told, actedOn: actedOn === null ? null : actedOn === 1 }))
      // Ids sort by when they were made.
      .sort((a, b) => (a.exposureId < b.exposureId ? -1 : 1))
  );
}
