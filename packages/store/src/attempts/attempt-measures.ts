import type { AttemptContent, AttemptReflection, FailureCategory, Outcome } from '@twicewise/contract';
import { all, one, type ReadableDb } from '../sql/database.ts';
import {
  type AttemptFilter,
  conditions,
  contentAt,
  SCORED_CHECKS,
  type ScoredCheck,
  sound,
  WHEN,
} from './attempt-filter.ts';

/** What an analysis reads of a reflection. */
export type ReflectionMeasures = Pick<
  AttemptReflection,
  'text' | 'rootCause' | 'failingActions' | 'insights' | 'lessons' | 'confidence'
>;

/** Length to which texts of a reflection are cut, and its lists. */
const MAX_TEXT = 400;
const MAX_LIST = 20;
const textOf = (field: string) => `substr(${contentAt(`$.reflection.${field}`)}, 1, ${MAX_TEXT})`;
const listOf = (field: string) => `json((SELECT json_group_array(substr(value, 1, ${MAX_TEXT}))
      FROM (SELECT value FROM json_each(${sound('content')}, '$.reflection.${field}') LIMIT ${MAX_LIST})))`;
const REFLECTION = `iif(json_type(${sound('content')}, '$.reflection') = 'object', json_object('text', ${textOf('text')},
      'rootCause', ${textOf('rootCause')}, 'failingActions', json(coalesce(${contentAt('$.reflection.failingActions')}, '[]')),
      'insights', ${listOf('insights')}, 'lessons', ${listOf('lessons')}, 'confidence', ${contentAt('$.reflection.confidence')}), 'null')`;

/** What an analysis reads of an attempt. */
export interface AttemptMeasures {
  id: string;
  projectId: string;
  sessionId: string | null;
  /** When it ended, else began, else was recorded. */
  at: string;
  /** When it began, else what `at` says. Once known, it does not change. */
  startedAt: string;
  /** The same as `at`, but null where it came from a file that gives no time: when it was read says nothing of it. */
  knownAt: string | null;
  strategy: string | null;
  taskIdentity: string;
  task: string;
  outcome: Outcome;
  /** As its author stated it. */
  reward: number | null;
  scoredChecks: ScoredCheck[];
  progress: string | null;
  /** Tests that failed in its last check that counted. */
  failed: number | null;
  /** The command of that check. */
  failedIn: string | null;
  confidence: number | null;
  category: FailureCategory | null;
  /** What was made of it, long texts and lists cut; null where nobody did. */
  reflection: ReflectionMeasures | null;
  /** Signatures of its errors. */
  errors: string[];
  edits: AttemptContent['edits'];
  repeats: AttemptContent['repeats'];
}

type Lists = 'errors' | 'edits' | 'repeats' | 'scoredChecks' | 'reflection';
/** Lists as JSON. */
type MeasuredRow = Omit<AttemptMeasures, Lists> & Record<Lists, string>;

/** Maximum number of different errors of one attempt that are compared. */
const MAX_COMPARED = 50;

/** A value of the last check that counted its failures. Beside a maximum, SQLite answers the other columns of its row. */
const lastCounted = (path: string) => `(SELECT value ->> '${path}' FROM (SELECT MAX(key), value
        FROM json_each(${sound('content')}, '$.checks') WHERE value ->> '$.counts.failed' IS NOT NULL))`;

/**
 * Number of matching attempts, and the measures of the latest of them, in the order in which they ended. `course` leaves out what
 * only rewards and reflections are judged by (`scoredChecks`, `reflection`), as if there were none: it takes a third of the time,
 * and an agent waits for its hooks.
 */
export function measureAttempts(
  db: ReadableDb,
  filter: AttemptFilter,
  limit: number,
  reads: 'all' | 'course' = 'all',
): { total: number; measures: AttemptMeasures[] } {
  const isCourse = reads === 'course';
  const { where, values } = conditions(filter);
  const matching = `FROM attempt a WHERE ${where.join(' AND ')}`;
  const sql = `SELECT a.id, a.project_id AS projectId, a.session_id AS sessionId, ${WHEN} AS at,
      coalesce(a.started_at, ${WHEN}) AS startedAt,
      coalesce(a.ended_at, a.started_at, iif(a.source_id IS NULL, a.created_at, NULL)) AS knownAt, a.strategy, a.task_identity AS taskIdentity, a.task, a.outcome, ${contentAt('$.reward')} AS reward,
      ${contentAt('$.progress')} AS progress, ${contentAt('$.reflection.confidence')} AS confidence,
      ${contentAt('$.reflection.category')} AS category,
      ${lastCounted('$.counts.failed')} AS failed, ${lastCounted('$.command')} AS failedIn,
      (SELECT json_group_array(signature) FROM (SELECT DISTINCT value ->> '$.signature' AS signature
        FROM json_each(${sound('content')}, '$.errors') WHERE signature IS NOT NULL LIMIT ${MAX_COMPARED})) AS errors,
      coalesce(${contentAt('$.edits')}, '[]') AS edits, coalesce(${contentAt('$.repeats')}, '[]') AS repeats,
      ${isCourse ? "'[]'" : SCORED_CHECKS} AS scoredChecks, ${isCourse ? "'null'" : REFLECTION} AS reflection
    ${matching} ORDER BY ${WHEN} DESC, a.seq DESC LIMIT ?`;
  const rows = all<MeasuredRow>(db, sql, [...values, limit]);
  const measures = rows.map(({ errors, edits, repeats, scoredChecks, reflection, ...row }): AttemptMeasures => {
    const lists = { errors: JSON.parse(errors), edits: JSON.parse(edits), repeats: JSON.parse(repeats) };
    return { ...row, ...lists, scoredChecks: JSON.parse(scoredChecks), reflection: JSON.parse(reflection) };
  });
  return {
    total: one<{ n: number }>(db, `SELECT COUNT(*) AS n ${matching}`, values)?.n ?? 0,
    measures: measures.reverse(),
  };
}

/** How many attempts match, how many of them have a reflection, and how many failure categories these name. */
export function countReflected(
  db: ReadableDb,
  filter: AttemptFilter,
): { attempts: number; reflections: number; categories: number } {
  const { where, values } = conditions(filter);
  const sql = `SELECT COUNT(*) AS attempts, COUNT(${contentAt('$.reflection')}) AS reflections,
      COUNT(DISTINCT ${contentAt('$.reflection.category')}) AS categories FROM attempt a WHERE ${where.join(' AND ')}`;
  return one(db, sql, values) ?? { attempts: 0, reflections: 0, categories: 0 };
}

/** Id of the attempt at the same task in its project that ended next, or null. */
export function nextAttempt(db: ReadableDb, id: string): string | null {
  const sql = `SELECT a.id FROM attempt a, (SELECT project_id, task_identity, ${WHEN} AS at, seq FROM attempt a WHERE id = ?) b
    WHERE a.project_id = b.project_id AND a.task_identity = b.task_identity AND a.deleted_at IS NULL
      AND ${WHEN} >= b.at AND (${WHEN}, a.seq) > (b.at, b.seq) ORDER BY ${WHEN}, a.seq LIMIT 1`;
  return one<{ id: string }>(db, sql, [id])?.id ?? null;
}
