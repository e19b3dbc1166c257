import type { Author } from '@twicewise/contract';
import { lessonBytes } from '../lessons/lesson-bytes.ts';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';

const CURSOR: CursorKind = ['harmful', 'number'];

/** Maximum number of verdicts read per lesson, newest first. */
const MAX_JUDGEMENTS = 5;

/** One verdict that a lesson is harmful. */
export interface HarmfulJudgement {
  note: string;
  author: Author;
  at: string;
}

// A later verdict of a person settles it: they looked at the lesson and disagree.
const FOUND = `WITH last AS (
    SELECT reflection_id, MAX(seq) AS seq FROM feedback WHERE verdict = 'harmful' GROUP BY reflection_id
  ), waiting AS (
    SELECT r.id AS reflectionId, last.seq, ${lessonBytes('r')} AS bytes FROM last JOIN reflection r ON r.id = last.reflection_id
    WHERE r.deleted_at IS NULL AND r.state IN ('draft', 'accepted') AND (:projectId IS NULL OR r.project_id = :projectId)
      AND NOT EXISTS (SELECT 1 FROM feedback w WHERE w.reflection_id = r.id AND w.seq > last.seq
        AND w.verdict <> 'harmful' AND w.author_kind = 'person')
  )`;

/**
 * Lessons that agents are shown and that were judged harmful, most recent verdict first, until a person retracts them or judges
 * them otherwise (B1-19). Reads an index of all verdicts, which are far fewer than lessons.
 */
export function findHarmful(db: ReadableDb, projectId: string | null, limit: number, cursor?: string) {
  const after = decodeCursor(cursor, CURSOR);
  const total = one<{ n: number }>(db, `${FOUND} SELECT COUNT(*) AS n FROM waiting`, { projectId })?.n ?? 0;
  if (limit === 0) return { items: [], nextCursor: null, total };
  const sql = `${FOUND} SELECT * FROM waiting WHERE seq < :before ORDER BY seq DESC LIMIT :limit`;
  const bound = { projectId, before: after?.[0] ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
  const rows = all<{ reflectionId: string; seq: number; bytes: number }>(db, sql, bound);
  return {
    ...toPage(
      rows,
      limit,
      CURSOR,
      ({ seq }) => [seq],
      ({ reflectionId }) => reflectionId,
      ({ bytes }) => bytes,
    ),
    total,
  };
}

/** The newest verdicts that a lesson is harmful, at most five. */
export function harmfulJudgements(db: ReadableDb, reflectionId: string): HarmfulJudgement[] {
  const sql = `SELECT note, author_kind AS kind, author_name AS name, at FROM feedback
    WHERE reflection_id = ? AND verdict = 'harmful' ORDER BY seq DESC LIMIT ${MAX_JUDGEMENTS}`;
  const rows = all<{ note: string; kind: Author['kind']; name: string; at: string }>(db, sql, [reflectionId]);
  return rows.map(({ note, kind, name, at }) => ({ note, at, author: { kind, name } }));
}
