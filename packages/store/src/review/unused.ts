import { lessonBytes } from '../lessons/lesson-bytes.ts';
import { keepKeyOf } from '../settings/setting-keys.ts';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';

const CURSOR: CursorKind = ['neglected', 'text', 'number'];

/** The limits for counting as unused; times in UTC. */
export interface UnusedScope {
  projectId: string | null;
  /** For lessons never shown: neither stored nor changed since then. */
  unreadBefore: string;
  /** For lessons shown before: neither shown nor changed since then. */
  staleBefore: string;
}

/** A lesson in use that no agent is shown. */
export interface UnusedLessonRow {
  reflectionId: string;
  reason: 'never_shown' | 'stale';
  shown: number;
  lastShownAt: string | null;
  lastChangedAt: string;
}

type Row = Omit<UnusedLessonRow, 'reason'> & { seq: number; bytes: number };

// A pinned or kept lesson is wanted by somebody, whether or not agents see it.
const FOUND = `WITH used AS (
    SELECT r.seq, r.id AS reflectionId, r.updated_at AS lastChangedAt, ${lessonBytes('r')} AS bytes,
      (SELECT COUNT(*) FROM exposure e WHERE e.reflection_id = r.id AND e.trigger <> 'named') AS shown,
      (SELECT MAX(e.shown_at) FROM exposure e WHERE e.reflection_id = r.id AND e.trigger <> 'named') AS lastShownAt
    FROM reflection r
    WHERE r.deleted_at IS NULL AND r.state = 'accepted' AND r.pinned = 0
      AND (:projectId IS NULL OR r.project_id = :projectId)
      AND r.updated_at < MAX(:unreadBefore, :staleBefore)
      AND NOT EXISTS (SELECT 1 FROM setting WHERE ${keepKeyOf('r.id')})
  ), unused AS (
    SELECT * FROM used WHERE (shown = 0 AND lastChangedAt < :unreadBefore)
      OR (shown > 0 AND lastShownAt < :staleBefore AND lastChangedAt < :staleBefore)
  )`;

/** Unused lessons, least recently changed first. Reads every lesson in use, so run it on the second thread. */
export function findUnusedLessons(db: ReadableDb, scope: UnusedScope, limit: number, cursor?: string) {
  const after = decodeCursor(cursor, CURSOR);
  const { projectId, unreadBefore, staleBefore } = scope;
  const bound = { projectId, unreadBefore, staleBefore };
  const counts = one<{ neverShown: number; stale: number }>(
    db,
    `${FOUND} SELECT COALESCE(SUM(shown = 0), 0) AS neverShown, COALESCE(SUM(shown > 0), 0) AS stale FROM unused`,
    bound,
  ) ?? { neverShown: 0, stale: 0 };
  if (limit === 0) return { items: [], nextCursor: null, counts };
  const rows = all<Row>(
    db,
    `${FOUND} SELECT * FROM unused WHERE (lastChangedAt, seq) > (:at, :seq) ORDER BY lastChangedAt, seq LIMIT :limit`,
    { ...bound, at: after?.[0] ?? '', seq: after?.[1] ?? 0, limit: limit + 1 },
  );
  const toItem = ({ seq: _seq, bytes: _bytes, ...row }: Row): UnusedLessonRow => ({
    ...row,
    reason: row.shown === 0 ? 'never_shown' : 'stale',
  });
  const page = toPage(
    rows,
    limit,
    CURSOR,
    ({ lastChangedAt, seq }) => [lastChangedAt, seq],
    toItem,
    ({ bytes }) => bytes,
  );
  return { ...page, counts };
}
