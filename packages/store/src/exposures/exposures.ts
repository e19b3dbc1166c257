import { type Exposure, exposure } from '@twicewise/contract';
import { nextSeq } from '../runtime/counters.ts';
import type { NewId } from '../runtime/ids.ts';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb, run, type SqlValue, type WritableDb } from '../sql/database.ts';
import { document } from '../tables/columns.ts';
import { titleOfLesson } from '../tables/lesson-title.ts';
import { CALLS, EXPOSURES } from '../tables/log.ts';
import { columnNames, encodeRecord, insertInto } from '../tables/table.ts';
import { type RowOf, view } from '../tables/view.ts';
import { saveToldText, type ToldText } from './told-texts.ts';

const CURSOR: CursorKind = ['exposures', 'number'];
const INSERT_CALL = insertInto('agent_call', columnNames(CALLS));
const INSERT_EXPOSURE = insertInto('exposure', columnNames(EXPOSURES));

/** A lesson that was shown to an agent. */
export interface ShownLesson {
  reflectionId: string;
  /** Position in the answer, from 1; null when the answer has no ranking. */
  rank: number | null;
  score: number | null;
  /** From 0 to 1; null when nothing was ranked. */
  relevance: number | null;
  /** Tokens of its part of the answer, when counted. */
  tokens: number | null;
}

/** An agent's question, with everything that was shown. */
export interface AgentCall {
  /** Operation of the contract. */
  operation: string;
  /** What it asked about, without secrets; null if the question named no task. */
  task: string | null;
  projectId: string | null;
  /** Session as the asker named it. */
  sessionRef: string | null;
  /** The subagent that asked; absent for the main agent of the session. */
  subagent?: string | null;
  client: string | null;
  /** Why it was shown: `tool` when the agent asked, otherwise the name of the hook. */
  trigger: string;
  tokens: number | null;
  /** From the request to the answer, in milliseconds, without the time of transport. */
  tookMs: number | null;
  lessons: readonly ShownLesson[];
  /** Episodes of the earlier sessions that were shown. */
  episodeIds?: readonly string[];
  /** Session that the asker's session is a copy of; stated once, when it begins. */
  forkedFrom?: string | null;
  /** The source that says so; absent for what happens here. */
  sourceId?: string | null;
  /** The exact text of the answer, without secrets; null or absent where none is kept. */
  told?: ToldText | null;
}

/** Records a question and what was shown; `ids` are those of the exposures, in the order of the lessons. */
export function recordAgentCall(db: WritableDb, call: AgentCall, ids: readonly string[], at: string): void {
  const seq = nextSeq(db);
  const { projectId, sessionRef, subagent = null, client, trigger, lessons, episodeIds = [], told = null } = call;
  const toldEpisodes = episodeIds.length === 0 ? null : episodeIds;
  run(db, INSERT_CALL, encodeRecord(CALLS, { ...call, seq, at, shown: lessons.length, toldEpisodes }));
  if (told !== null) saveToldText(db, seq, told);
  lessons.forEach((lesson, index) => {
    const id = ids[index];
    if (id === undefined) throw new Error('an exposure without an id');
    const exposure = {
      id,
      seq: nextSeq(db),
      callSeq: seq,
      projectId,
      sessionRef,
      subagent,
      client,
      shownAt: at,
      trigger,
    };
    insertExposure(db, { ...lesson, ...exposure });
  });
}

interface NewExposure extends ShownLesson {
  id: string;
  seq: number;
  callSeq: number | null;
  projectId: string | null;
  sessionRef: string | null;
  subagent?: string | null;
  client: string | null;
  shownAt: string;
  trigger: string;
  attemptId?: string;
  actedOn?: boolean;
}

function insertExposure(db: WritableDb, exposure: NewExposure): void {
  run(db, INSERT_EXPOSURE, encodeRecord(EXPOSURES, { actedOn: false, ...exposure }));
}

/** A lesson that has just been stored, and the lessons that its author used for what it tells of. */
export interface FollowingLesson {
  reflectionId: string;
  projectId: string;
  /** Names the session may have been called by: our id and its own. */
  sessionRefs: readonly string[];
  client: string | null;
  used: readonly string[];
  at: string;
}

/** How long after a lesson was shown another one still counts as following it. */
const FOLLOWS_WITHIN_MS = 24 * 3_600_000;

/**
 * Links what a session was shown to the lesson that followed. A lesson that the author names as used, but that was not shown here (it
 * came from elsewhere), gets its own exposure with the trigger `named`.
 *
 * The column `attempt_id` holds the id of that lesson: it is older than the records that are called attempts.
 */
export function tieExposures(db: WritableDb, newId: NewId, following: FollowingLesson): void {
  const { reflectionId, projectId, sessionRefs, used, at } = following;
  const since = new Date(Date.parse(at) - FOLLOWS_WITHIN_MS).toISOString();
  for (const ref of sessionRefs) {
    run(
      db,
      `UPDATE exposure INDEXED BY exposure_awaiting SET attempt_id = ?, acted_on = 0
        WHERE session_ref = ? AND attempt_id IS NULL
        AND trigger <> 'named' AND (project_id = ? OR project_id IS NULL) AND shown_at >= ? AND reflection_id <> ?`,
      [reflectionId, ref, projectId, since, reflectionId],
    );
  }
  for (const id of used) {
    const sql = 'UPDATE exposure SET acted_on = 1 WHERE attempt_id = ? AND reflection_id = ?';
    if (run(db, sql, [reflectionId, id]) > 0) continue;
    insertExposure(db, {
      reflectionId: id,
      rank: null,
      score: null,
      relevance: null,
      tokens: null,
      id: newId('exposure'),
      seq: nextSeq(db),
      callSeq: null,
      projectId,
      sessionRef: sessionRefs[0] ?? null,
      client: following.client,
      shownAt: at,
      trigger: 'named',
      attemptId: reflectionId,
      actedOn: true,
    });
  }
}

/** Unlinks the exposures of a lesson whose storing was undone; they wait for the next lesson. */
export function releaseExposures(db: WritableDb, lessonId: string): void {
  const note = `INSERT OR REPLACE INTO exposure_release (attempt_id, exposure_id, acted_on)
    SELECT attempt_id, id, acted_on FROM exposure WHERE attempt_id = ?`;
  run(db, note, [lessonId]);
  run(db, 'UPDATE exposure SET attempt_id = NULL, acted_on = 0 WHERE attempt_id = ?', [lessonId]);
}

/** Links the exposures again when the storing of a lesson is redone, except those that another lesson has followed since. */
export function reclaimExposures(db: WritableDb, lessonId: string): void {
  const sql = `UPDATE exposure SET attempt_id = r.attempt_id, acted_on = r.acted_on
    FROM exposure_release r WHERE r.attempt_id = ? AND exposure.id = r.exposure_id AND exposure.attempt_id IS NULL`;
  run(db, sql, [lessonId]);
  run(db, 'DELETE FROM exposure_release WHERE attempt_id = ?', [lessonId]);
}

const EXPOSURE = view(exposure, EXPOSURES, {
  from: `exposure e LEFT JOIN agent_call c ON c.seq = e.call_seq LEFT JOIN told_text t ON t.call_seq = e.call_seq
    LEFT JOIN reflection r ON r.id = e.attempt_id AND r.deleted_at IS NULL`,
  alias: 'e',
  computed: {
    operation: 'c.operation',
    task: 'c.task',
    answerSeq: 'e.call_seq',
    textLength: 'iif(t.text IS NULL, NULL, t.length)',
    // The attempt that followed, while it is neither removed nor in the bin.
    attempt:
      document(`iif(r.id IS NULL, NULL, json_object('id', r.id, 'taskDescription', ${titleOfLesson('r')}, 'outcome', r.outcome,
      'outcomeSource', r.outcome_source))`),
  },
});

function toExposure(row: RowOf<Exposure>): Exposure {
  const shown = EXPOSURE.decode(row);
  return { ...shown, actedOn: shown.actedOn && shown.attempt !== null };
}

/** Exposures of a lesson, the newest first. One that only an undone attempt named does not count. */
export function findExposures(db: ReadableDb, reflectionId: string, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER;
  const sql = `${EXPOSURE.select} WHERE e.reflection_id = ? AND e.seq < ? AND NOT (e.trigger = 'named' AND e.attempt_id IS NULL) ORDER BY e.seq DESC LIMIT ?`;
  const rows = all<RowOf<Exposure>>(db, sql, [reflectionId, before as SqlValue, limit + 1]);
  return toPage(rows, limit, CURSOR, (row) => [row.seq], toExposure);
}

/** The lesson that an exposure showed, or null. */
export function exposedLesson(db: ReadableDb, exposureId: string): string | null {
  const sql = 'SELECT reflection_id AS id FROM exposure WHERE id = ?';
  return one<{ id: string }>(db, sql, [exposureId])?.id ?? null;
}

/** An agent that is shown lessons: the main agent of a session, or one of its subagents. Each has its own exposures. */
export interface Listener {
  sessionRef: string;
  /** Null for the main agent. */
  subagent: string | null;
}

/** Part of the order of truth, after one position and before another. */
export interface Span {
  after: number;
  before: number;
}

/**
 * The last time before a position that an agent was told something on this occasion; null if it never was. An answer without
 * tokens was only recorded, not shown.
 */
export function lastAgentCall(
  db: ReadableDb,
  { sessionRef, subagent }: Listener,
  trigger: string,
  before = Number.MAX_SAFE_INTEGER,
): { seq: number; at: string; tokens: number | null } | null {
  const sql = `SELECT seq, at, tokens FROM agent_call WHERE session_ref = ? AND trigger = ? AND subagent IS ? AND seq < ?
    ORDER BY seq DESC LIMIT 1`;
  return (
    one<{ seq: number; at: string; tokens: number | null }>(db, sql, [sessionRef, trigger, subagent, before]) ?? null
  );
}

/** The session that this one is a copy of, and the position in the order of truth at which it began; null if it began empty. */
export function forkOf(
  db: ReadableDb,
  sessionRef: string,
  { after, before }: Span,
): { from: string; seq: number } | null {
  const sql = `SELECT forked_from AS "from", seq FROM agent_call
    WHERE session_ref = ? AND trigger = 'session_start' AND seq > ? AND seq < ? AND forked_from IS NOT NULL
    ORDER BY seq DESC LIMIT 1`;
  return one<{ from: string; seq: number }>(db, sql, [sessionRef, after, before]) ?? null;
}

/** Lessons shown to an agent within a span, asked for or not. */
export function lessonsShownIn(
  db: ReadableDb,
  { sessionRef, subagent }: Listener,
  { after, before }: Span,
): Set<string> {
  const sql = `SELECT reflection_id AS id FROM exposure
    WHERE session_ref = ? AND seq > ? AND seq < ? AND trigger <> 'named' AND subagent IS ?`;
  return new Set(all<{ id: string }>(db, sql, [sessionRef, after, before, subagent]).map(({ id }) => id));
}

/** Episodes of earlier sessions shown to an agent within a span. */
export function episodesToldIn(
  db: ReadableDb,
  { sessionRef, subagent }: Listener,
  { after, before }: Span,
): Set<string> {
  const sql = `SELECT told.value AS id FROM agent_call c, json_each(c.told_episodes) told
    WHERE c.session_ref = ? AND c.seq > ? AND c.seq < ? AND c.told_episodes IS NOT NULL AND c.subagent IS ?`;
  return new Set(all<{ id: string }>(db, sql, [sessionRef, after, before, subagent]).map(({ id }) => id));
}

/** Lessons that a session stored itself within a span. */
export function lessonsStoredIn(db: ReadableDb, sessionId: string, { after, before }: Span): string[] {
  const sql = 'SELECT id FROM reflection WHERE session_id = ? AND seq > ? AND seq < ?';
  return all<{ id: string }>(db, sql, [sessionId, after, before]).map(({ id }) => id);
}

/** Drafts found in the transcript of a session that wait for a person. The agent of that session knows their content. */
export function draftsFoundIn(db: ReadableDb, sessionId: string): string[] {
  const sql = `SELECT id FROM reflection WHERE session_id = ? AND state = 'draft' AND author_kind = 'importer'`;
  return all<{ id: string }>(db, sql, [sessionId]).map(({ id }) => id);
}

/** Whether a rule found something in the transcript of a session, whatever happened to the draft. */
export function hasDraftByRule(db: ReadableDb, sessionId: string, rule: string): boolean {
  const sql = `SELECT 1 FROM reflection WHERE session_id = ? AND author_kind = 'importer'
    AND json_extract(extra, '$.rule') = ? LIMIT 1`;
  return one(db, sql, [sessionId, rule]) !== undefined;
}

/** Whether the agent of a session, or a person in it, has stored a lesson there. */
export function hasStored(db: ReadableDb, sessionId: string): boolean {
  const sql = `SELECT 1 FROM reflection WHERE session_id = ? AND author_kind <> 'importer' LIMIT 1`;
  return one(db, sql, [sessionId]) !== undefined;
}

/** Whether a lesson was shown to a session on any occasion, or, without a session, to a client of that name. */
export function wasShown(
  db: ReadableDb,
  reflectionId: string,
  to: { session: string | null; client: string | null },
): boolean {
  const sql = `SELECT 1 FROM exposure WHERE reflection_id = :reflectionId
    AND session_ref IS :session AND (:session IS NOT NULL OR client IS :client) LIMIT 1`;
  return one(db, sql, { reflectionId, ...to }) !== undefined;
}

/** Id of the newest judgement of an author on a lesson in a session. */
export function judgementOf(
  db: ReadableDb,
  reflectionId: string,
  author: { kind: string; name: string },
  sessionRef: string | null,
): string | null {
  const sql = `SELECT id FROM feedback WHERE reflection_id = ? AND author_kind = ? AND author_name = ? AND session_ref IS ?
    ORDER BY seq DESC LIMIT 1`;
  return one<{ id: string }>(db, sql, [reflectionId, author.kind, author.name, sessionRef])?.id ?? null;
}

/** Ids of all judgements of a lesson. */
export function judgementsOf(db: ReadableDb, reflectionId: string): string[] {
  return all<{ id: string }>(db, 'SELECT id FROM feedback WHERE reflection_id = ?', [reflectionId]).map(({ id }) => id);
}

/** Number of each verdict on a lesson. */
export interface Verdicts {
  helpful: number;
  unhelpful: number;
  harmful: number;
}

/** Verdicts on one lesson. */
export function verdictsOn(db: ReadableDb, reflectionId: string): Verdicts {
  const sql = 'SELECT verdict, COUNT(*) AS n FROM feedback WHERE reflection_id = ? GROUP BY verdict';
  const counts: Verdicts = { helpful: 0, unhelpful: 0, harmful: 0 };
  for (const { verdict, n } of all<{ verdict: keyof Verdicts; n: number }>(db, sql, [reflectionId]))
    counts[verdict] = n;
  return counts;
}
