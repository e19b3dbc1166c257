import { all, one, type ReadableDb } from '../sql/database.ts';
import { parseList } from '../sql/json-cell.ts';

/** The data of a session that search needs. */
export interface SessionText {
  seq: number;
  id: string;
  nativeId: string | null;
  projectId: string;
  goal: string | null;
  branch: string | null;
  agent: string | null;
  outcome: string;
  isDeleted: boolean;
  createdAt: string;
  /** The texts of its episode; null without an episode, or if that is in the bin. */
  episode: { task: string; texts: string[] } | null;
}

// Texts of an episode in reading order. Values that are not text, such as ids, are not searched.
/** A damaged cell has no texts, so that one damaged episode does not fail the search for the others. */
const cell = (name: string) => `iif(json_valid(e.${name}), e.${name}, '[]')`;
const EPISODE_TEXTS = `(SELECT json_group_array(value) FROM (
  SELECT value FROM json_each(${cell('lessons')})
  UNION ALL SELECT item.value ->> field.value FROM json_each(${cell('decisions')}) AS item, json_each('["chosen","context","rationale"]') AS field
  UNION ALL SELECT option.value FROM json_each(${cell('decisions')}) AS item, json_each(item.value, '$.options') AS option
  UNION ALL SELECT risk.value FROM json_each(${cell('decisions')}) AS item, json_each(item.value, '$.risks') AS risk
  UNION ALL SELECT item.value ->> 'content' FROM json_each(${cell('events')}) AS item) WHERE value IS NOT NULL)`;

const SESSION = `SELECT s.seq, s.id, s.native_id AS nativeId, s.project_id AS projectId, s.goal, s.branch, s.agent, s.outcome,
  s.deleted_at IS NOT NULL AS isDeleted, s.started_at AS createdAt, e.task AS episodeTask,
  iif(e.id IS NULL, NULL, ${EPISODE_TEXTS}) AS episodeTexts
  FROM session s LEFT JOIN episode e ON e.session_id = s.id AND e.deleted_at IS NULL`;

interface SessionRow extends Omit<SessionText, 'isDeleted' | 'episode'> {
  isDeleted: number;
  episodeTask: string | null;
  episodeTexts: string | null;
}

function toSessionText({ isDeleted, episodeTask, episodeTexts, ...row }: SessionRow): SessionText {
  const episode = episodeTask === null ? null : { task: episodeTask, texts: parseList(episodeTexts ?? '[]') };
  return { ...row, isDeleted: isDeleted === 1, episode };
}

/** The next sessions after `seq`, in order of `seq`, at most `limit`. */
export function sessionTextsAfter(db: ReadableDb, seq: number, limit: number): SessionText[] {
  return all<SessionRow>(db, `${SESSION} WHERE s.seq > ? ORDER BY s.seq LIMIT ?`, [seq, limit]).map(toSessionText);
}

/** One session for search, or null. */
export function sessionText(db: ReadableDb, id: string): SessionText | null {
  const row = one<SessionRow>(db, `${SESSION} WHERE s.id = ?`, [id]);
  return row ? toSessionText(row) : null;
}
