import { all, one, type ReadableDb } from './database.ts';
import type { Verdicts } from './use.ts';

/** What metrics are computed from; see `packages/core/src/briefing/metrics.ts` for the formulas. */
export interface UseRows {
  stored: number;
  searches: { operation: string; shown: number; tokens: number | null }[];
  attempts: { outcome: string; outcomeSource: string; wasShown: boolean; used: boolean }[];
  exposures: {
    reflectionId: string;
    trigger: string;
    actedOn: boolean;
    isSettled: boolean;
    usedInSession: string | null;
    storedInSession: string | null;
  }[];
  verdicts: Verdicts;
}

interface Scope {
  readonly [name: string]: string | null;
  readonly project: string | null;
  readonly since: string;
}

const inProject = (column: string) => `(:project IS NULL OR ${column} = :project)`;

function searches(db: ReadableDb, scope: Scope): UseRows['searches'] {
  const sql = `SELECT operation, shown, tokens FROM agent_call WHERE at >= :since AND ${inProject('project_id')}
    AND operation IN ('reflection.search', 'memory.search', 'memory.brief')`;
  return all(db, sql, scope);
}

function attempts(db: ReadableDb, scope: Scope): UseRows['attempts'] {
  const sql = `SELECT outcome, outcome_source AS outcomeSource,
      EXISTS (SELECT 1 FROM exposure WHERE attempt_id = r.id AND trigger <> 'named') AS wasShown,
      EXISTS (SELECT 1 FROM exposure WHERE attempt_id = r.id AND acted_on = 1) AS used
    FROM reflection r
    WHERE deleted_at IS NULL AND author_kind = 'agent' AND created_at >= :since AND ${inProject('project_id')}`;
  const rows = all<{ outcome: string; outcomeSource: string; wasShown: number; used: number }>(db, sql, scope);
  return rows.map((row) => ({ ...row, wasShown: row.wasShown === 1, used: row.used === 1 }));
}

type ExposureUse = UseRows['exposures'][number];

function exposures(db: ReadableDb, scope: Scope): ExposureUse[] {
  const sql = `SELECT e.reflection_id AS reflectionId, e.trigger, e.acted_on AS actedOn, a.id IS NOT NULL AS isSettled,
      a.session_id AS usedInSession, l.session_id AS storedInSession
    FROM exposure e
    LEFT JOIN reflection a ON a.id = e.attempt_id AND a.deleted_at IS NULL
    LEFT JOIN reflection l ON l.id = e.reflection_id
    WHERE e.shown_at >= :since AND ${inProject('e.project_id')}`;
  type Row = Omit<ExposureUse, 'actedOn' | 'isSettled'> & Record<'actedOn' | 'isSettled', number>;
  const rows = all<Row>(db, sql, scope);
  return rows.map((row) => ({ ...row, actedOn: row.actedOn === 1, isSettled: row.isSettled === 1 }));
}

function verdicts(db: ReadableDb, scope: Scope): Verdicts {
  const sql = `SELECT f.verdict, COUNT(*) AS n FROM feedback f JOIN reflection r ON r.id = f.reflection_id
    WHERE f.at >= :since AND ${inProject('r.project_id')} GROUP BY f.verdict`;
  const counts: Verdicts = { helpful: 0, unhelpful: 0, harmful: 0 };
  for (const { verdict, n } of all<{ verdict: keyof Verdicts; n: number }>(db, sql, scope)) counts[verdict] = n;
  return counts;
}

/** Rows of one project or of all, since an instant (inclusive) or from the beginning. Reads whole tables of use. */
export function useRows(db: ReadableDb, projectId: string | null, since: string | null): UseRows {
  const scope = { project: projectId, since: since ?? '' };
  const sql = `SELECT COUNT(*) AS n FROM reflection
    WHERE deleted_at IS NULL AND created_at >= :since AND ${inProject('project_id')}`;
  return {
    stored: one<{ n: number }>(db, sql, scope)?.n ?? 0,
    searches: searches(db, scope),
    attempts: attempts(db, scope),
    exposures: exposures(db, scope),
    verdicts: verdicts(db, scope),
  };
}
