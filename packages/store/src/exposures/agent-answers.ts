import type { AgentAnswer } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { titleOfLesson } from '../tables/lesson-title.ts';

const CURSOR: CursorKind = ['tellings', 'number'];

type Attempt = NonNullable<AgentAnswer['attempt']>;

interface CallRow extends Omit<AgentAnswer, 'lessons' | 'sessions' | 'attempt'> {
  shown: number;
  toldEpisodes: string | null;
}

/** A lesson of an answer, and the attempt that followed it, which is the same for all its lessons. */
interface LessonRow extends Omit<AgentAnswer['lessons'][number], 'actedOn'> {
  actedOn: number;
  attemptId: string | null;
  attemptTask: string | null;
  attemptOutcome: Attempt['outcome'] | null;
  attemptSource: Attempt['outcomeSource'] | null;
}

const CALL = `SELECT c.seq, c.operation, c.trigger, c.task, c.project_id AS projectId, p.name AS projectName,
    c.session_ref AS sessionRef, c.client, c.at, c.tokens, c.took_ms AS tookMs, c.shown,
    c.told_episodes AS toldEpisodes, iif(t.text IS NULL, NULL, t.length) AS textLength
  FROM agent_call c LEFT JOIN project p ON p.id = c.project_id LEFT JOIN told_text t ON t.call_seq = c.seq`;
const NEWEST = 'ORDER BY c.seq DESC LIMIT :limit';

/** The lessons of an answer were inserted right after it, so their numbers follow its own. */
const LESSONS = `SELECT e.id AS exposureId, e.reflection_id AS reflectionId, ${titleOfLesson('r')} AS taskDescription, r.outcome,
    e.tokens, e.acted_on AS actedOn, a.id AS attemptId, ${titleOfLesson('a')} AS attemptTask, a.outcome AS attemptOutcome,
    a.outcome_source AS attemptSource
  FROM exposure e LEFT JOIN reflection r ON r.id = e.reflection_id AND r.deleted_at IS NULL
    LEFT JOIN reflection a ON a.id = e.attempt_id AND a.deleted_at IS NULL
  WHERE e.seq > :seq AND e.seq <= :last AND e.call_seq = :seq ORDER BY e.seq`;

function attemptOf(rows: readonly LessonRow[]): Attempt | null {
  const row = rows.find(({ attemptId }) => attemptId !== null);
  if (!row || row.attemptId === null) return null;
  const { attemptId: id, attemptTask, attemptOutcome, attemptSource } = row;
  return {
    id,
    taskDescription: attemptTask ?? '',
    outcome: attemptOutcome ?? 'unknown',
    outcomeSource: attemptSource ?? 'defaulted',
  };
}

const EPISODES = `SELECT told.value AS episodeId, e.session_id AS sessionId, e.task, e.outcome
  FROM json_each(:told) told LEFT JOIN episode e ON e.id = told.value AND e.deleted_at IS NULL ORDER BY told.key`;

function sessionsOf(db: ReadableDb, told: string | null): AgentAnswer['sessions'] {
  return told === null ? [] : all<AgentAnswer['sessions'][number]>(db, EPISODES, { told });
}

function toAgentAnswer(db: ReadableDb, { shown, toldEpisodes, ...call }: CallRow): AgentAnswer {
  const rows = all<LessonRow>(db, LESSONS, { seq: call.seq, last: call.seq + shown });
  const lessons = rows.map(({ exposureId, reflectionId, taskDescription, outcome, tokens, actedOn, attemptId }) => {
    return { exposureId, reflectionId, taskDescription, outcome, tokens, actedOn: actedOn === 1 && attemptId !== null };
  });
  return { ...call, lessons, sessions: sessionsOf(db, toldEpisodes), attempt: attemptOf(rows) };
}

/**
 * The answers of a session include those without a project, because an agent's first question may come before its project is
 * known, and those of projects merged into its own. Other projects may have a session of the same name. The signs keep SQLite from
 * going through all answers of the project instead of those of the session.
 */
const OF_SESSION = `AND (+c.project_id IS NULL OR +c.project_id IN
  (SELECT id FROM project WHERE id = :projectId OR json_extract(extra, '$.mergedInto') = :projectId))`;

/** Filter of agent answers. */
export interface AgentAnswerFilter {
  projectId: string | null;
  /** Names that agents may have used for one session; null for all sessions. */
  sessionRefs?: readonly string[] | null;
  /** Include answers without lessons or sessions. */
  empty: boolean;
}

/** What asks an agent to store, or says that it is stuck, shows no lesson and counts as shown. */
const SHOWS = `AND (c.shown > 0 OR c.told_episodes IS NOT NULL OR c.trigger IN ('turn_end', 'stuck')
  OR (c.trigger IN ('session_start', 'context_cut') AND c.tokens > 0))`;

/** The condition of a filter, and its values. */
function conditionOf({ projectId, sessionRefs = null, empty }: AgentAnswerFilter) {
  // Separate conditions, because each has its own index.
  const ofProject = projectId === null ? '' : sessionRefs === null ? 'AND c.project_id = :projectId' : OF_SESSION;
  const ofSession = sessionRefs === null ? '' : 'AND c.session_ref IN (SELECT value FROM json_each(:refs))';
  const values = {
    ...(projectId === null ? {} : { projectId }),
    ...(sessionRefs === null ? {} : { refs: JSON.stringify(sessionRefs) }),
  };
  return { where: `WHERE c.seq < :before ${empty ? '' : SHOWS} ${ofProject} ${ofSession}`, values };
}

/**
 * The number of answers that {@link findAgentAnswers} lists in all. It reads every answer, or every one of the project, so it
 * belongs beside the thread that writes.
 */
export function countAgentAnswers(db: ReadableDb, filter: AgentAnswerFilter): number {
  const { where, values } = conditionOf(filter);
  const counted = one<{ total: number }>(db, `SELECT count(*) AS total FROM agent_call c ${where}`, {
    ...values,
    before: Number.MAX_SAFE_INTEGER,
  });
  return counted?.total ?? 0;
}

/** What agents were shown in one project, one session or anywhere, newest first. */
export function findAgentAnswers(db: ReadableDb, filter: AgentAnswerFilter, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = Number(decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER);
  const { where, values } = conditionOf(filter);
  const rows = all<CallRow>(db, `${CALL} ${where} ${NEWEST}`, { ...values, before, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    CURSOR,
    ({ seq }) => [seq],
    (row) => toAgentAnswer(db, row),
  );
}
