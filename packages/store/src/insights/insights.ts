import type { Author, Outcome, Reflection } from '@twicewise/contract';
import { WHEN } from '../attempts/attempt-filter.ts';
import { all, each, one, type ReadableDb } from '../sql/database.ts';
import { parseList } from '../sql/json-cell.ts';

/** Which lessons are counted: those that `reflection.list` finds with the same filters. Times are in UTC. */
export interface InsightScope {
  projectId: string | null;
  /** Inclusive; '' for the beginning. */
  since: string;
  /** Exclusive. */
  until: string;
}

/** Number of lessons that are alike in everything by which they are grouped, except their tags. */
export interface LessonGroup {
  /** The local day, as `YYYY-MM-DD`. */
  day: string;
  projectId: string;
  agent: string | null;
  outcome: Outcome;
  source: Reflection['outcomeSource'];
  author: Author['kind'];
  count: number;
}

/** Number of lessons with a tag and an outcome. A lesson counts for each of its tags. */
export interface TagGroup extends Pick<LessonGroup, 'outcome' | 'source' | 'count'> {
  tag: string;
}

/** What agents were shown on one local day. */
export interface TellingDay {
  day: string;
  asked: number;
  unasked: number;
  shown: number;
  tokens: number;
}

/** What one lesson says failed, and what it says worked; null where its outcome says nothing about that. */
export interface LessonStatements {
  id: string;
  failed: string[] | null;
  worked: string[] | null;
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

/** Lessons in groups, ordered by day. All in one pass, because reading the rows takes longest. */
export function lessonGroups(db: ReadableDb, scope: InsightScope, utcOffset: number): LessonGroup[] {
  const sql = `SELECT date(r.created_at, :shift) AS day, r.project_id AS projectId, r.agent, r.outcome,
      r.outcome_source AS source, r.author_kind AS author, COUNT(*) AS count
    FROM reflection r WHERE ${LESSONS} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1`;
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

/** Lessons per tag. Lists are grouped first, as text: there are far fewer of them than lessons. */
export function tagGroups(db: ReadableDb, scope: InsightScope): TagGroup[] {
  const sql = `SELECT r.tags, r.outcome, r.outcome_source AS source, COUNT(*) AS count
    FROM reflection r WHERE ${LESSONS} GROUP BY 1, 2, 3`;
  const lists = all<Omit<TagGroup, 'tag'> & { tags: string }>(db, sql, bound(scope));
  // A set, because a lesson may list a tag twice. A damaged cell counts as empty, as in lists.
  return lists.flatMap(({ tags, ...group }) => [...new Set(parseList(tags))].map((tag) => ({ tag, ...group })));
}

/** What lessons say worked, or did not work, one lesson at a time, newest first. */
export function* lessonStatements(db: ReadableDb, scope: InsightScope): Generator<LessonStatements> {
  const sql = `SELECT r.id, iif(r.outcome = 'success', NULL, r.what_did_not_work) AS failed,
      iif(r.outcome = 'failure', NULL, r.what_worked) AS worked
    FROM reflection r WHERE ${LESSONS} AND r.outcome IN ('success', 'partial', 'failure')
    ORDER BY r.created_at DESC, r.seq DESC`;
  const list = (cell: string | null) => (cell === null ? null : parseList(cell));
  for (const row of each<{ id: string; failed: string | null; worked: string | null }>(db, sql, bound(scope)))
    yield { id: row.id, failed: list(row.failed), worked: list(row.worked) };
}

/** Number of accepted lessons, and of those never shown to an agent. */
export function neverShown(db: ReadableDb, scope: InsightScope): { value: number; n: number } {
  const sql = `SELECT COUNT(*) AS n,
      COALESCE(SUM(NOT EXISTS (SELECT 1 FROM exposure e WHERE e.reflection_id = r.id AND e.trigger <> 'named')), 0) AS value
    FROM reflection r WHERE ${LESSONS} AND r.state = 'accepted'`;
  return one(db, sql, bound(scope)) ?? { value: 0, n: 0 };
}
