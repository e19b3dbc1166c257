import type { Author, Outcome, Reflection } from '@twicewise/contract';
import { WHEN } from '../attempts/attempt-filter.ts';
import { all, each, one, type ReadableDb } from '../sql/database.ts';
import { ofProject } from './of-project.ts';

/** Which lessons are counted: those that `reflection.list` finds with the same filters. Times are in UTC. */
export interface InsightScope {
  projectId: string | null;
  /** Inclusive; '' for the beginning. */
  since: string;
  /** Exclusive. */
  until: string;
}

/** What lessons have in common with many others. */
export interface CountedFacts {
  projectId: string;
  agent: string | null;
  outcome: Outcome;
  source: Reflection['outcomeSource'];
  author: Author['kind'];
}

/** A lesson of a scope. Its row is the same as at an earlier reading if the checksum is. */
export interface LessonMark {
  seq: number;
  rowHash: number;
  /** 1 if no agent was ever shown it, else 0; null for one that is not accepted, which agents are not shown. */
  isUnshown: 0 | 1 | null;
}

/** What the row of a lesson says that is counted. */
export interface CountedLesson extends CountedFacts {
  seq: number;
  id: string;
  createdAt: string;
  /** Lists as they are stored, because most lessons have one that was read before; see {@link parseList}. */
  tags: string;
  /** What it says failed; null where its outcome says nothing about that. */
  failed: string | null;
  /** What it says worked; null likewise. */
  worked: string | null;
}

/** What agents were shown on one local day. */
export interface TellingDay {
  day: string;
  asked: number;
  unasked: number;
  shown: number;
  tokens: number;
}

const lessonsOf = ({ projectId }: InsightScope) => `r.deleted_at IS NULL AND r.state <> 'rejected'
  AND r.created_at >= :since AND r.created_at < :until ${ofProject('r.project_id', projectId)}`;

function bound({ projectId, since, until }: InsightScope) {
  return { projectId, since, until };
}

/** SQLite modifier for a time zone, given in minutes ahead of UTC. */
function shift(utcOffset: number): string {
  return `${utcOffset >= 0 ? '+' : '-'}${Math.abs(utcOffset)} minutes`;
}

/** Time of the first lesson or agent answer of a project or of all; null when there is none. */
export function firstInstant(db: ReadableDb, projectId: string | null): string | null {
  const own = ofProject('project_id', projectId);
  const sql = `SELECT MIN(at) AS at FROM (
    SELECT MIN(created_at) AS at FROM reflection r
      WHERE deleted_at IS NULL AND state <> 'rejected' ${own}
    UNION ALL SELECT MIN(${WHEN}) FROM attempt a WHERE deleted_at IS NULL ${own}
    UNION ALL SELECT MIN(at) FROM agent_call WHERE true ${own})`;
  return one<{ at: string | null }>(db, sql, { projectId })?.at ?? null;
}

/** The lessons of a scope, newest first. */
export function lessonMarks(db: ReadableDb, scope: InsightScope): LessonMark[] {
  const sql = `SELECT r.seq, r.row_hash AS rowHash,
      iif(r.state = 'accepted', NOT EXISTS (SELECT 1 FROM exposure e WHERE e.reflection_id = r.id AND e.trigger <> 'named'), NULL)
        AS isUnshown
    FROM reflection r WHERE ${lessonsOf(scope)} ORDER BY r.created_at DESC, r.seq DESC`;
  return all(db, sql, bound(scope));
}

/** Reads what is counted of lessons. No other statement may run on the connection meanwhile. */
export function countedLessons(db: ReadableDb, seqs: readonly number[]): IterableIterator<CountedLesson> {
  const sql = `SELECT r.seq, r.id, r.created_at AS createdAt, r.project_id AS projectId, r.agent, r.outcome,
      r.outcome_source AS source, r.author_kind AS author, r.tags,
      iif(r.outcome IN ('partial', 'failure'), r.what_did_not_work, NULL) AS failed,
      iif(r.outcome IN ('success', 'partial'), r.what_worked, NULL) AS worked
    FROM json_each(:seqs) wanted CROSS JOIN reflection r ON r.seq = wanted.value`;
  return each(db, sql, { seqs: JSON.stringify(seqs) });
}

/** Rows that are not answers: notes that a context was compacted or that a session is a copy. */
const IS_NOTE = "(forked_from IS NOT NULL OR (trigger = 'context_cut' AND tokens IS NULL))";

/** Answers to agents per local day. Calls without a result count as asked, too. */
export function tellingDays(db: ReadableDb, scope: InsightScope, utcOffset: number): TellingDay[] {
  const sql = `SELECT date(at, :shift) AS day, SUM(trigger = 'tool') AS asked, SUM(trigger <> 'tool') AS unasked,
      SUM(shown) AS shown, SUM(COALESCE(tokens, 0)) AS tokens
    FROM agent_call WHERE at >= :since AND at < :until ${ofProject('project_id', scope.projectId)}
      AND NOT ${IS_NOTE}
    GROUP BY 1 ORDER BY 1`;
  return all(db, sql, { ...bound(scope), shift: shift(utcOffset) });
}
