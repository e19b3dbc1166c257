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

/** What is counted of one lesson. */
export interface CountedLesson {
  id: string;
  createdAt: string;
  /** As one text, because lessons with the same facts are found faster by one text than by five; see {@link readFacts}. */
  facts: string;
  /** Lists as they are stored, because most lessons have one that was read before; see {@link parseList}. */
  tags: string;
  /** What it says failed; null where its outcome says nothing about that. */
  failed: string | null;
  /** What it says worked; null likewise. */
  worked: string | null;
  /** 1 if no agent was ever shown it, else 0; null for one that is not accepted, which agents are not shown. */
  isUnshown: 0 | 1 | null;
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

/** The lessons, newest first, all in one pass: reading the rows takes longest. No other statement may run on the connection meanwhile. */
export function countedLessons(db: ReadableDb, scope: InsightScope): IterableIterator<CountedLesson> {
  const sql = `SELECT r.id, r.created_at AS createdAt, r.tags,
      json_array(r.project_id, r.agent, r.outcome, r.outcome_source, r.author_kind) AS facts,
      iif(r.outcome IN ('partial', 'failure'), r.what_did_not_work, NULL) AS failed,
      iif(r.outcome IN ('success', 'partial'), r.what_worked, NULL) AS worked,
      iif(r.state = 'accepted', NOT EXISTS (SELECT 1 FROM exposure e WHERE e.reflection_id = r.id AND e.trigger <> 'named'), NULL)
        AS isUnshown
    FROM reflection r WHERE ${lessonsOf(scope)} ORDER BY r.created_at DESC, r.seq DESC`;
  return each(db, sql, bound(scope));
}

/** The facts of a counted lesson. */
export function readFacts(facts: string): CountedFacts {
  const [projectId, agent, outcome, source, author] = JSON.parse(facts);
  return { projectId, agent, outcome, source, author };
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
