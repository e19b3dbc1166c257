import type { Author, Outcome, Reflection } from '@twicewise/contract';
import { WHEN } from '../attempts/attempt-filter.ts';
import { all, each, one, type ReadableDb } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';

/** Which lessons are counted: those that `reflection.list` finds with the same filters. Times are in UTC. */
export interface InsightScope {
  projectId: string | null;
  /** Inclusive; '' for the beginning. */
  since: string;
  /** Exclusive. */
  until: string;
}

/** Number of lessons per local day, outcome, source of outcome and kind of author. */
export interface LessonDay {
  /** `YYYY-MM-DD`. */
  day: string;
  outcome: Outcome;
  source: Reflection['outcomeSource'];
  author: Author['kind'];
  count: number;
}

/** What agents were shown on one local day. */
export interface TellingDay {
  day: string;
  asked: number;
  unasked: number;
  shown: number;
  tokens: number;
}

/** Number of lessons with a value and an outcome. */
export interface MixCount {
  value: string | null;
  label: string | null;
  outcome: Outcome;
  source: Reflection['outcomeSource'];
  count: number;
}

/** What lessons can be grouped by. */
export type MixBy = 'project' | 'tag' | 'agent';

/** The statements of one lesson. */
export interface Said {
  id: string;
  statements: string[];
}

const LESSONS = `r.deleted_at IS NULL AND r.state <> 'rejected' AND r.created_at >= :since AND r.created_at < :until
  AND (:projectId IS NULL OR r.project_id = :projectId)`;

function bound({ projectId, since, until }: InsightScope) {
  return { projectId, since, until };
}

/** SQLite modifier for a time zone, given in minutes ahead of UTC. */
function shift(utcOffset: number): string {
  return `${utcOffset >= 0 ? '+' : '-'}${Math.abs(utcOffset)} minutes`;
}

/** Time of the first lesson or agent answer of a project or of all; null when there is none. */
export function firstInstant(db: ReadableDb, projectId: string | null): string | null {
  const sql = `SELECT MIN(at) AS at FROM (
    SELECT MIN(created_at) AS at FROM reflection r
      WHERE deleted_at IS NULL AND state <> 'rejected' AND (:projectId IS NULL OR project_id = :projectId)
    UNION ALL SELECT MIN(${WHEN}) FROM attempt a WHERE deleted_at IS NULL AND (:projectId IS NULL OR project_id = :projectId)
    UNION ALL SELECT MIN(at) FROM agent_call WHERE (:projectId IS NULL OR project_id = :projectId))`;
  return one<{ at: string | null }>(db, sql, { projectId })?.at ?? null;
}

/** Lessons per local day; reads every lesson of the scope. */
export function lessonDays(db: ReadableDb, scope: InsightScope, utcOffset: number): LessonDay[] {
  const sql = `SELECT date(r.created_at, :shift) AS day, r.outcome, r.outcome_source AS source, r.author_kind AS author,
      COUNT(*) AS count
    FROM reflection r WHERE ${LESSONS} GROUP BY 1, 2, 3, 4 ORDER BY 1`;
  return all(db, sql, { ...bound(scope), shift: shift(utcOffset) });
}

/** Rows that are not answers: notes that a context was compacted or that a session is a copy. */
const IS_NOTE = "(forked_from IS NOT NULL OR (trigger = 'context_cut' AND tokens IS NULL))";

/** Answers to agents per local day. Calls without a result count as asked, too. */
export function tellingDays(db: ReadableDb, scope: InsightScope, utcOffset: number): TellingDay[] {
  const sql = `SELECT date(at, :shift) AS day, SUM(trigger = 'tool') AS asked, SUM(trigger <> 'tool') AS unasked,
      SUM(shown) AS shown, SUM(COALESCE(tokens, 0)) AS tokens
    FROM agent_call WHERE at >= :since AND at < :until AND (:projectId IS NULL OR project_id = :projectId)
      AND NOT ${IS_NOTE}
    GROUP BY 1 ORDER BY 1`;
  return all(db, sql, { ...bound(scope), shift: shift(utcOffset) });
}

const MIX: Record<MixBy, string> = {
  project: `SELECT r.project_id AS value, p.name AS label, r.outcome, r.outcome_source AS source, COUNT(*) AS count
    FROM reflection r JOIN project p ON p.id = r.project_id WHERE ${LESSONS} GROUP BY 1, 3, 4`,
  // DISTINCT, because a lesson may list a tag twice. A damaged cell counts as empty, as in lists.
  tag: `SELECT value, NULL AS label, outcome, source, COUNT(*) AS count FROM (
      SELECT DISTINCT r.seq, t.value, r.outcome, r.outcome_source AS source
        FROM reflection r, json_each(iif(json_valid(r.tags), r.tags, '[]')) t WHERE ${LESSONS})
    GROUP BY 1, 3, 4`,
  agent: `SELECT r.agent AS value, NULL AS label, r.outcome, r.outcome_source AS source, COUNT(*) AS count
    FROM reflection r WHERE ${LESSONS} GROUP BY 1, 3, 4`,
};

/** Outcomes per project, tag or agent. A lesson with three tags counts three times. */
export function mixCounts(db: ReadableDb, scope: InsightScope, by: MixBy): MixCount[] {
  return all(db, MIX[by], bound(scope));
}

const STATEMENTS = {
  failed: { column: 'r.what_did_not_work', outcomes: `'failure', 'partial'` },
  worked: { column: 'r.what_worked', outcomes: `'success', 'partial'` },
};

/** What lessons say worked, or did not work, one lesson at a time, newest first. */
export function* saidStatements(db: ReadableDb, scope: InsightScope, sort: keyof typeof STATEMENTS): Generator<Said> {
  const { column, outcomes } = STATEMENTS[sort];
  const sql = `SELECT r.id, ${column} AS statements FROM reflection r
    WHERE ${LESSONS} AND r.outcome IN (${outcomes}) ORDER BY r.created_at DESC, r.seq DESC`;
  for (const { id, statements } of each<{ id: string; statements: string }>(db, sql, bound(scope)))
    yield { id, statements: parseCell(statements, []) };
}

/** Number of accepted lessons, and of those never shown to an agent. */
export function neverShown(db: ReadableDb, scope: InsightScope): { value: number; n: number } {
  const sql = `SELECT COUNT(*) AS n,
      COALESCE(SUM(NOT EXISTS (SELECT 1 FROM exposure e WHERE e.reflection_id = r.id AND e.trigger <> 'named')), 0) AS value
    FROM reflection r WHERE ${LESSONS} AND r.state = 'accepted'`;
  return one(db, sql, bound(scope)) ?? { value: 0, n: 0 };
}
