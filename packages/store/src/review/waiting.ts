import { one, type ReadableDb } from '../sql/database.ts';

/** Which lessons are meant; times in UTC. */
export interface WaitingScope {
  projectId: string | null;
  /** Lessons besides drafts that a person is asked about. */
  besides: readonly string[];
  /** Inclusive. */
  shownSince: string;
}

/** What waits for a person, in numbers that say why it matters. */
export interface WaitingWorth {
  /** Drafts that say what did not work. */
  warnings: number;
  /** When the oldest draft came in, or was last changed; null where there is none. */
  oldestAt: string | null;
  /** Times that agents were shown drafts, or the lessons besides them. */
  shown: number;
}

const DRAFTS = `FROM reflection r WHERE r.deleted_at IS NULL AND r.state = 'draft'
  AND (:projectId IS NULL OR r.project_id = :projectId)`;

/** Counts what waits. Reads every draft, and how often each was shown, so run it on the second thread. */
export function countWaitingWorth(db: ReadableDb, { projectId, besides, shownSince }: WaitingScope): WaitingWorth {
  const drafts = one<Pick<WaitingWorth, 'warnings' | 'oldestAt'>>(
    db,
    `SELECT COALESCE(SUM(r.what_did_not_work <> '[]'), 0) AS warnings, MIN(r.updated_at) AS oldestAt ${DRAFTS}`,
    { projectId },
  );
  const shown = one<{ n: number }>(
    db,
    `SELECT COUNT(*) AS n FROM exposure e WHERE e.trigger <> 'named' AND e.shown_at >= :shownSince
      AND e.reflection_id IN (SELECT r.id ${DRAFTS} UNION SELECT value FROM json_each(:besides))`,
    { projectId, shownSince, besides: JSON.stringify(besides) },
  );
  return { warnings: 0, oldestAt: null, ...drafts, shown: shown?.n ?? 0 };
}
