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
}

const SESSION = `SELECT seq, id, native_id AS nativeId, project_id AS projectId, goal, branch, agent, outcome,
  deleted_at IS NOT NULL AS isDeleted, started_at AS createdAt FROM session`;

type SessionRow = Omit<SessionText, 'isDeleted'> & { isDeleted: number };

function toSessionText(row: SessionRow): SessionText {
  return { ...row, isDeleted: row.isDeleted === 1 };
}

/** The next sessions in the order of truth after `seq`, at most `limit`. */
export function sessionTextsAfter(db: ReadableDb, seq: number, limit: number): SessionText[] {
  return all<SessionRow>(db, `${SESSION} WHERE seq > ? ORDER BY seq LIMIT ?`, [seq, limit]).map(toSessionText);
}

/** One session for search, or null when it is not there. */
export function sessionText(db: ReadableDb, id: string): SessionText | null {
  const row = one<SessionRow>(db, `${SESSION} WHERE id = ?`, [id]);
  return row ? toSessionText(row) : null;
}
