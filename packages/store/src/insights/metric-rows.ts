import type { Reflection } from '@twicewise/contract';
import type { Verdicts } from '../exposures/exposures.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { ofProject } from './of-project.ts';

/** An agent's question with a ranked answer. */
export interface SearchRow {
  operation: 'reflection.search' | 'memory.search' | 'memory.brief';
  /** Number of lessons relevant enough to be shown. */
  shown: number;
  /** Tokens of the answer, when counted. */
  tokens: number | null;
}

/** An attempt (a lesson stored by an agent), with what its session was shown before. */
export interface AttemptRow extends Pick<Reflection, 'outcome' | 'outcomeSource'> {
  /** True when its session was shown at least one lesson before. */
  wasShown: boolean;
  /** True when it names at least one lesson as used. */
  used: boolean;
}

/** One time that a lesson was shown, or named as used without having been shown. */
export interface ExposureRow {
  reflectionId: string;
  /** `named` for a lesson that was used but not shown by Twicewise. */
  trigger: string;
  actedOn: boolean;
  /** Whether an attempt has followed; before that, nothing is known about use. */
  isSettled: boolean;
  /** The session that used the lesson, and the one that stored it; null when unknown. */
  usedInSession: string | null;
  storedInSession: string | null;
}

/** The data for metrics, limited to a project and time. */
export interface MetricRows {
  /** Number of lessons stored. */
  stored: number;
  searches: readonly SearchRow[];
  attempts: readonly AttemptRow[];
  exposures: readonly ExposureRow[];
  verdicts: Readonly<Verdicts>;
}

interface Scope {
  readonly [name: string]: string | null;
  readonly projectId: string | null;
  readonly since: string;
}

function searches(db: ReadableDb, scope: Scope): SearchRow[] {
  const sql = `SELECT operation, shown, tokens FROM agent_call WHERE at >= :since ${ofProject('project_id', scope.projectId)}
    AND operation IN ('reflection.search', 'memory.search', 'memory.brief')`;
  return all(db, sql, scope);
}

function attempts(db: ReadableDb, scope: Scope): AttemptRow[] {
  const sql = `SELECT outcome, outcome_source AS outcomeSource,
      EXISTS (SELECT 1 FROM exposure WHERE attempt_id = r.id AND trigger <> 'named') AS wasShown,
      EXISTS (SELECT 1 FROM exposure WHERE attempt_id = r.id AND acted_on = 1) AS used
    FROM reflection r
    WHERE deleted_at IS NULL AND author_kind = 'agent' AND created_at >= :since ${ofProject('project_id', scope.projectId)}`;
  const rows = all<Omit<AttemptRow, 'wasShown' | 'used'> & Record<'wasShown' | 'used', number>>(db, sql, scope);
  return rows.map((row) => ({ ...row, wasShown: row.wasShown === 1, used: row.used === 1 }));
}

function exposures(db: ReadableDb, scope: Scope): ExposureRow[] {
  const sql = `SELECT e.reflection_id AS reflectionId, e.trigger, e.acted_on AS actedOn, a.id IS NOT NULL AS isSettled,
      a.session_id AS usedInSession, l.session_id AS storedInSession
    FROM exposure e
    LEFT JOIN reflection a ON a.id = e.attempt_id AND a.deleted_at IS NULL
    LEFT JOIN reflection l ON l.id = e.reflection_id
    WHERE e.shown_at >= :since ${ofProject('e.project_id', scope.projectId)}`;
  type Row = Omit<ExposureRow, 'actedOn' | 'isSettled'> & Record<'actedOn' | 'isSettled', number>;
  const rows = all<Row>(db, sql, scope);
  return rows.map((row) => ({ ...row, actedOn: row.actedOn === 1, isSettled: row.isSettled === 1 }));
}

function verdicts(db: ReadableDb, scope: Scope): Verdicts {
  const sql = `SELECT f.verdict, COUNT(*) AS n FROM feedback f JOIN reflection r ON r.id = f.reflection_id
    WHERE f.at >= :since ${ofProject('r.project_id', scope.projectId)} GROUP BY f.verdict`;
  const counts: Verdicts = { helpful: 0, unhelpful: 0, harmful: 0 };
  for (const { verdict, n } of all<{ verdict: keyof Verdicts; n: number }>(db, sql, scope)) counts[verdict] = n;
  return counts;
}

/** Rows of one project or of all, since a time (inclusive) or from the beginning. Reads whole tables. */
export function readMetricRows(db: ReadableDb, projectId: string | null, since: string | null): MetricRows {
  const scope = { projectId, since: since ?? '' };
  const sql = `SELECT COUNT(*) AS n FROM reflection
    WHERE deleted_at IS NULL AND created_at >= :since ${ofProject('project_id', scope.projectId)}`;
  return {
    stored: one<{ n: number }>(db, sql, scope)?.n ?? 0,
    searches: searches(db, scope),
    attempts: attempts(db, scope),
    exposures: exposures(db, scope),
    verdicts: verdicts(db, scope),
  };
}
