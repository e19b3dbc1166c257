import type { Verdict } from '@twicewise/contract';
import { all, one, type ReadableDb } from './database.ts';
import { parseCell } from './json-cell.ts';

/** What search has to know of a lesson. */
export interface LessonText {
  seq: number;
  id: string;
  projectId: string;
  sessionId: string | null;
  kind: string;
  outcome: string;
  state: string;
  isDeleted: boolean;
  failureCategory: string | null;
  agent: string | null;
  confidence: number | null;
  pinned: boolean;
  authorKind: string;
  authorName: string;
  revision: number;
  createdAt: string;
  taskDescription: string;
  whatWorked: string[];
  whatDidNotWork: string[];
  nextStrategy: string;
  text: string;
  rootCause: string | null;
  causalReasoning: string | null;
  tags: string[];
  relatedEntityIds: string[];
  /** What was judged of it, one word per judgement. */
  verdicts: Verdict[];
}

const SELECT = `SELECT seq, id, project_id AS projectId, session_id AS sessionId, kind, outcome, state,
  deleted_at IS NOT NULL AS isDeleted, failure_category AS failureCategory, agent, confidence, pinned,
  author_kind AS authorKind, author_name AS authorName, revision,
  created_at AS createdAt, task AS taskDescription, what_worked AS whatWorked, what_did_not_work AS whatDidNotWork,
  next_strategy AS nextStrategy, text, root_cause AS rootCause, causal_reasoning AS causalReasoning, tags,
  related_entity_ids AS relatedEntityIds,
  (SELECT group_concat(verdict) FROM feedback WHERE reflection_id = reflection.id) AS verdicts FROM reflection`;

type Lists = 'whatWorked' | 'whatDidNotWork' | 'tags' | 'relatedEntityIds';
type Row = Omit<LessonText, Lists | 'isDeleted' | 'pinned' | 'verdicts'> & { verdicts: string | null } & Record<
    Lists,
    string
  > &
  Record<'isDeleted' | 'pinned', number>;

/** A cell that a flipped bit made something else than a list counts as empty. */
function list(cell: string): string[] {
  const value = parseCell<unknown>(cell, []);
  return Array.isArray(value) ? value.map(String) : [];
}

function toLessonText(row: Row): LessonText {
  return {
    ...row,
    isDeleted: row.isDeleted === 1,
    pinned: row.pinned === 1,
    whatWorked: list(row.whatWorked),
    whatDidNotWork: list(row.whatDidNotWork),
    tags: list(row.tags),
    relatedEntityIds: list(row.relatedEntityIds),
    verdicts: (row.verdicts?.split(',') ?? []) as Verdict[],
  };
}

/** The next lessons in the order of truth after `seq`, deleted ones included, at most `limit`. */
export function lessonTextsAfter(db: ReadableDb, seq: number, limit: number): LessonText[] {
  return all<Row>(db, `${SELECT} WHERE seq > ? ORDER BY seq LIMIT ?`, [seq, limit]).map(toLessonText);
}

/** One lesson for search, or null when it is not there. */
export function lessonText(db: ReadableDb, id: string): LessonText | null {
  const row = one<Row>(db, `${SELECT} WHERE id = ?`, [id]);
  return row ? toLessonText(row) : null;
}

/** What search has to know of a session. */
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
  /** What its episode says, unless that is in the bin; null without one. */
  episode: { task: string; texts: string[] } | null;
}

/** Texts of an episode in the order of reading. What is in no text, such as ids, is not looked for. */
/** A cell that a flipped bit made unreadable has no texts: one damaged episode must not fail the search for the others. */
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
  const episode = episodeTask === null ? null : { task: episodeTask, texts: list(episodeTexts ?? '[]') };
  return { ...row, isDeleted: isDeleted === 1, episode };
}

/** The next sessions in the order of truth after `seq`, at most `limit`. */
export function sessionTextsAfter(db: ReadableDb, seq: number, limit: number): SessionText[] {
  return all<SessionRow>(db, `${SESSION} WHERE s.seq > ? ORDER BY s.seq LIMIT ?`, [seq, limit]).map(toSessionText);
}

/** One session for search, or null when it is not there. */
export function sessionText(db: ReadableDb, id: string): SessionText | null {
  const row = one<SessionRow>(db, `${SESSION} WHERE s.id = ?`, [id]);
  return row ? toSessionText(row) : null;
}
