import type { FailureCategory, Outcome, Reflection } from '@twicewise/contract';
import { contentAt, SCORED_CHECKS, type ScoredCheck, sound, WHEN } from '../attempts/attempt-filter.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import type { InsightScope } from './insights.ts';
import { ofProject } from './of-project.ts';

/** What is counted of an attempt. */
export interface CountedAttempt {
  id: string;
  projectId: string;
  sessionId: string | null;
  taskIdentity: string;
  /** When it ended, else began, else was recorded. */
  at: string;
  startedAt: string;
  /** Local day of `at`, `YYYY-MM-DD`. */
  day: string;
  outcome: Outcome;
  outcomeSource: Reflection['outcomeSource'];
  /** As its author stated it. */
  reward: number | null;
  scoredChecks: ScoredCheck[];
  /** Tests that failed in its last check that counted. */
  failed: number | null;
  /** Kind of its last check; null where none ran. */
  kind: string | null;
  confidence: number | null;
  category: FailureCategory | null;
}

const inScope = (projectId: string | null) =>
  `a.deleted_at IS NULL AND ${WHEN} >= :since AND ${WHEN} < :until ${ofProject('a.project_id', projectId)}`;

/** A value of the last check, or of the last that counted its failures. */
const lastOf = (path: string, where = '1') =>
  `(SELECT value ->> '${path}' FROM (SELECT MAX(key), value FROM json_each(${sound('content')}, '$.checks') WHERE ${where}))`;

/** Attempts of a time, the latest `most` of them in the order in which they ended, and how many there are. */
export function countedAttempts(
  db: ReadableDb,
  { projectId, since, until }: InsightScope,
  utcOffset: number,
  most: number,
): { total: number; attempts: CountedAttempt[] } {
  const values = { projectId, since, until };
  const shift = `${utcOffset >= 0 ? '+' : '-'}${Math.abs(utcOffset)} minutes`;
  const sql = `SELECT a.id, a.project_id AS projectId, a.session_id AS sessionId, a.task_identity AS taskIdentity, ${WHEN} AS at,
      coalesce(a.started_at, ${WHEN}) AS startedAt, date(${WHEN}, :shift) AS day, a.outcome, a.outcome_source AS outcomeSource,
      ${contentAt('$.reward')} AS reward, ${SCORED_CHECKS} AS scoredChecks,
      ${lastOf('$.counts.failed', "value ->> '$.counts.failed' IS NOT NULL")} AS failed, ${lastOf('$.kind')} AS kind,
      ${contentAt('$.reflection.confidence')} AS confidence, ${contentAt('$.reflection.category')} AS category
    FROM attempt a WHERE ${inScope(projectId)} ORDER BY ${WHEN} DESC, a.seq DESC LIMIT :most`;
  const rows = all<Omit<CountedAttempt, 'scoredChecks'> & { scoredChecks: string }>(db, sql, {
    ...values,
    shift,
    most,
  });
  const attempts = rows.map((row): CountedAttempt => ({ ...row, scoredChecks: JSON.parse(row.scoredChecks) }));
  const total =
    one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM attempt a WHERE ${inScope(projectId)}`, values)?.n ?? 0;
  return { total, attempts: attempts.reverse() };
}

/** When an agent was first shown a lesson in each project, by project id. */
export function firstShownIn(db: ReadableDb): Map<string, string> {
  const sql = `SELECT project_id AS projectId, MIN(shown_at) AS at FROM exposure
    WHERE trigger <> 'named' AND project_id IS NOT NULL GROUP BY project_id`;
  return new Map(all<{ projectId: string; at: string }>(db, sql).map(({ projectId, at }) => [projectId, at]));
}
