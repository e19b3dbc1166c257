import {
  type Attempt,
  type AttemptContent,
  type AttemptSummary,
  attempt,
  attemptSummary,
  blankAttemptContent,
  type FailureCategory,
  MAX_RECENT_CHECKS,
  type Outcome,
} from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from './cursor.ts';
import { all, one, type ReadableDb, type SqlValue } from './database.ts';
import { list, plain } from './tables/columns.ts';
import { ATTEMPTS } from './tables/entities.ts';
import { type RowOf, view } from './tables/view.ts';

/** When an attempt ended, else began, else was recorded: the order of lists, and an expression of their indexes. */
const WHEN = 'coalesce(a.ended_at, a.started_at, a.created_at)';

const PARTS = {
  from: 'attempt a JOIN project p ON p.id = a.project_id LEFT JOIN session s ON s.id = a.session_id',
  alias: 'a',
  computed: { projectName: 'p.name', sessionNativeId: 's.native_id' },
};
const WHOLE = view(attempt, ATTEMPTS, PARTS);

/** A cell of JSON, or an empty one when it is damaged. */
const sound = (column: string) => `iif(json_valid(a.${column}), a.${column}, '{}')`;
const lengthOf = (column: string, path = '$') => `coalesce(json_array_length(${sound(column)}, '${path}'), 0)`;
const contentAt = (path: string) => `${sound('content')} ->> '${path}'`;
/** The last checks as JSON, in their order. Those that a list shows are few, so that an answer stays small. */
const RECENT_CHECKS = `(SELECT json_group_array(json_object('kind', value ->> '$.kind', 'verdict', value ->> '$.verdict',
      'passed', value ->> '$.counts.passed', 'failed', value ->> '$.counts.failed'))
    FROM json_each(${sound('content')}, '$.checks') WHERE key >= ${lengthOf('content', '$.checks')} - ${MAX_RECENT_CHECKS})`;

const LISTED = view(attemptSummary, ATTEMPTS, {
  ...PARTS,
  computed: {
    ...PARTS.computed,
    checks: lengthOf('content', '$.checks'),
    errors: lengthOf('content', '$.errors'),
    calls: lengthOf('content', '$.calls'),
    // A source may know how many files changed without naming them.
    files: `coalesce(${contentAt('$.actor.totalChanges.filesChanged')}, ${lengthOf('content', '$.actor.filesModified')})`,
    recentChecks: list(RECENT_CHECKS),
    linesAdded: contentAt('$.actor.totalChanges.linesAdded'),
    linesDeleted: contentAt('$.actor.totalChanges.linesDeleted'),
    tokens: contentAt('$.cost.tokens'),
    lessons: lengthOf('lesson_ids'),
    followed: lengthOf('exposure_ids'),
    reward: contentAt('$.reward'),
    progress: contentAt('$.progress'),
  },
  also: { listedAt: plain(WHEN) },
});

/** One attempt, deleted ones included, or null. */
export function getAttempt(db: ReadableDb, id: string): Attempt | null {
  const row = one<RowOf<Attempt>>(db, `${WHOLE.select} WHERE a.id = ?`, [id]);
  if (!row) return null;
  const found = WHOLE.decode(row);
  // A damaged cell reads as content that says nothing, and a field that a later version added as one without a value.
  return { ...found, content: { ...blankAttemptContent(), ...found.content } };
}

/** Filter of `attempt.list` with references resolved to ids. */
export interface AttemptFilter {
  deleted: 'exclude' | 'only';
  projectIds?: readonly string[];
  sessionIds?: readonly string[];
  /** Attempts of other sessions in the project of this one. */
  besideSession?: string;
  taskIdentity?: string;
  lessonId?: string;
  outcomes?: readonly Outcome[];
}

function conditions(filter: AttemptFilter): { where: string[]; values: SqlValue[] } {
  const where = [filter.deleted === 'only' ? 'a.deleted_at IS NOT NULL' : 'a.deleted_at IS NULL'];
  const values: SqlValue[] = [];
  const anyOf = (column: string, wanted: readonly string[] | undefined) => {
    if (!wanted) return;
    // A single value keeps the order of the index; several would be sorted.
    where.push(wanted.length === 1 ? `${column} = ?` : `${column} IN (SELECT value FROM json_each(?))`);
    values.push(wanted.length === 1 ? (wanted[0] ?? '') : JSON.stringify(wanted));
  };
  anyOf('a.project_id', filter.projectIds);
  anyOf('a.session_id', filter.sessionIds);
  anyOf('a.task_identity', filter.taskIdentity === undefined ? undefined : [filter.taskIdentity]);
  anyOf('a.outcome', filter.outcomes);
  if (filter.besideSession !== undefined) {
    where.push('a.project_id = (SELECT project_id FROM session WHERE id = ?)', 'a.session_id IS NOT ?');
    values.push(filter.besideSession, filter.besideSession);
  }
  if (filter.lessonId !== undefined) {
    where.push('a.id IN (SELECT attempt_id FROM attempt_link WHERE target_id = ?)');
    values.push(filter.lessonId);
  }
  return { where, values };
}

/** Orders of a list of attempts. */
export type AttemptOrder = 'newest' | 'oldest';

/** A page of matching attempts. */
export function findAttempts(
  db: ReadableDb,
  filter: AttemptFilter,
  order: AttemptOrder,
  limit: number,
  cursor?: string,
): { items: AttemptSummary[]; nextCursor: string | null } {
  const { where, values } = conditions(filter);
  const kind: CursorKind = [`attempts ${order}`, 'text', 'number'];
  const after = decodeCursor(cursor, kind);
  if (limit === 0) return { items: [], nextCursor: null };
  const [isLater, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC'];
  if (after) {
    // The first condition is implied by the second; it lets SQLite start inside the index.
    where.push(`${WHEN} ${isLater}= ?`, `(${WHEN}, a.seq) ${isLater} (?, ?)`);
    values.push(after[0] as string, ...after);
  }
  const sql = `${LISTED.select} WHERE ${where.join(' AND ')} ORDER BY ${WHEN} ${direction}, a.seq ${direction} LIMIT ?`;
  const rows = all<RowOf<AttemptSummary> & { listedAt: string }>(db, sql, [...values, limit + 1]);
  const toItem = (row: (typeof rows)[number]): AttemptSummary => {
    const { listedAt: _at, ...item } = LISTED.decode(row);
    return item;
  };
  return toPage(rows, limit, kind, (row) => [row.listedAt, row.seq], toItem);
}

/** What an analysis reads of an attempt. */
export interface AttemptMeasures {
  id: string;
  sessionId: string | null;
  /** When it ended, else began, else was recorded. */
  at: string;
  /** When it began, else what `at` says. Once known, it does not change. */
  startedAt: string;
  strategy: string | null;
  taskIdentity: string;
  task: string;
  outcome: Outcome;
  reward: number | null;
  progress: string | null;
  /** Tests that failed in its last check that counted. */
  failed: number | null;
  /** The command of that check. */
  failedIn: string | null;
  confidence: number | null;
  category: FailureCategory | null;
  /** Signatures of its errors. */
  errors: string[];
  edits: AttemptContent['edits'];
  repeats: AttemptContent['repeats'];
}

type Lists = 'errors' | 'edits' | 'repeats';
/** Lists as JSON. */
type MeasuredRow = Omit<AttemptMeasures, Lists> & Record<Lists, string>;

/** Maximum number of different errors of one attempt that are compared. */
const MAX_COMPARED = 50;

/** A value of the last check that counted its failures. Beside a maximum, SQLite answers the other columns of its row. */
const lastCounted = (path: string) => `(SELECT value ->> '${path}' FROM (SELECT MAX(key), value
        FROM json_each(${sound('content')}, '$.checks') WHERE value ->> '$.counts.failed' IS NOT NULL))`;

/** Number of matching attempts, and the measures of the latest of them, in the order in which they ended. */
export function measureAttempts(
  db: ReadableDb,
  filter: AttemptFilter,
  limit: number,
): { total: number; measures: AttemptMeasures[] } {
  const { where, values } = conditions(filter);
  const matching = `FROM attempt a WHERE ${where.join(' AND ')}`;
  const sql = `SELECT a.id, a.session_id AS sessionId, ${WHEN} AS at,
      coalesce(a.started_at, ${WHEN}) AS startedAt, a.strategy, a.task_identity AS taskIdentity, a.task, a.outcome, ${contentAt('$.reward')} AS reward,
      ${contentAt('$.progress')} AS progress, ${contentAt('$.reflection.confidence')} AS confidence,
      ${contentAt('$.reflection.category')} AS category,
      ${lastCounted('$.counts.failed')} AS failed, ${lastCounted('$.command')} AS failedIn,
      (SELECT json_group_array(signature) FROM (SELECT DISTINCT value ->> '$.signature' AS signature
        FROM json_each(${sound('content')}, '$.errors') WHERE signature IS NOT NULL LIMIT ${MAX_COMPARED})) AS errors,
      coalesce(${contentAt('$.edits')}, '[]') AS edits, coalesce(${contentAt('$.repeats')}, '[]') AS repeats
    ${matching} ORDER BY ${WHEN} DESC, a.seq DESC LIMIT ?`;
  const rows = all<MeasuredRow>(db, sql, [...values, limit]);
  const measures = rows.map(({ errors, edits, repeats, ...row }): AttemptMeasures => {
    return { ...row, errors: JSON.parse(errors), edits: JSON.parse(edits), repeats: JSON.parse(repeats) };
  });
  return {
    total: one<{ n: number }>(db, `SELECT COUNT(*) AS n ${matching}`, values)?.n ?? 0,
    measures: measures.reverse(),
  };
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
}

/** The lessons that an attempt's session was told before it. */
export function toldBefore(db: ReadableDb, attemptId: string): ToldBefore[] {
  const sql = `SELECT e.id AS exposureId, e.reflection_id AS reflectionId, r.task AS taskDescription, e.shown_at AS shownAt, e.trigger
    FROM attempt_link l JOIN exposure e ON e.id = l.target_id LEFT JOIN reflection r ON r.id = e.reflection_id
    WHERE l.attempt_id = ?`;
  // Ids sort by when they were made.
  return all<ToldBefore>(db, sql, [attemptId]).sort((a, b) => (a.exposureId < b.exposureId ? -1 : 1));
}
