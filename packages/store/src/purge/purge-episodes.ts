import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { emptyGoal, sessionsSaying } from './goals.ts';
import { logRowsToPurge, type PurgedLogRows, purgeFromLog } from './purge-log.ts';

/** Number of rows with parts of episodes, by table. */
export interface PurgedEpisodeRows extends PurgedLogRows {
  episode: number;
  /** Sessions whose goal is the task of their episode, set when the episode was read. */
  session: number;
}

const IDS = '(SELECT value FROM json_each(:ids))';

/** Describes what a purge of these episodes removes. */
export function episodeRowsToPurge(db: ReadableDb, episodeIds: readonly string[]): PurgedEpisodeRows {
  const ids = JSON.stringify(episodeIds);
  return {
    episode: one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM episode WHERE id IN ${IDS}`, { ids })?.n ?? 0,
    session: sessionsSaying(db, 'episode', episodeIds).length,
    ...logRowsToPurge(db, episodeIds),
  };
}

/**
 * Purges episodes: their rows, their contents in the operations log, and the goals of sessions that repeat their tasks. The log
 * keeps which operations touched them, without any text. Returns the affected sessions, whose search texts change.
 */
export function purgeEpisodes(
  db: WritableDb,
  episodeIds: readonly string[],
): { rows: PurgedEpisodeRows; sessions: string[] } {
  const rows = episodeRowsToPurge(db, episodeIds);
  const ids = JSON.stringify(episodeIds);
  const had = all<{ id: string }>(db, `SELECT session_id AS id FROM episode WHERE id IN ${IDS}`, { ids });
  for (const id of sessionsSaying(db, 'episode', episodeIds)) emptyGoal(db, id);
  purgeFromLog(db, episodeIds);
  const removed = run(db, `DELETE FROM episode WHERE id IN ${IDS}`, { ids });
  if (removed !== episodeIds.length) throw new Error(`${episodeIds.length} episodes to purge, ${removed} there`);
  return { rows, sessions: had.map(({ id }) => id) };
}
