import { type UnrecordedSession, unrecordedSession } from '@twicewise/contract';
import { WHEN } from '../attempts/attempt-filter.ts';
import { all, type ReadableDb } from '../sql/database.ts';
import { required } from '../tables/columns.ts';
import { SESSIONS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

/** The attempts of a session outside the bin, and the latest of them. */
const OWN = 'FROM attempt a WHERE a.session_id = s.id AND a.deleted_at IS NULL';
const LATEST = `${OWN} ORDER BY ${WHEN} DESC, a.seq DESC LIMIT 1`;

/** The turns of a session outside the bin. */
const TURNS = 'FROM turn t WHERE t.session_id = s.id AND t.deleted_at IS NULL';

const UNRECORDED = view(unrecordedSession, SESSIONS, {
  from: 'session s JOIN project p ON p.id = s.project_id',
  alias: 's',
  computed: {
    projectName: 'p.name',
    task: `coalesce((SELECT a.task ${LATEST}), '')`,
    tasks: `(SELECT COUNT(DISTINCT a.task_identity) ${OWN})`,
    attempts: required<UnrecordedSession['attempts']>(
      `(SELECT json_object('success', COUNT(iif(a.outcome = 'success', 1, NULL)), 'partial', COUNT(iif(a.outcome = 'partial', 1, NULL)),
        'failure', COUNT(iif(a.outcome = 'failure', 1, NULL)), 'unknown', COUNT(iif(a.outcome = 'unknown', 1, NULL))) ${OWN})`,
    ),
    turns: `(SELECT COUNT(*) ${TURNS})`,
    match: 'NULL',
  },
});

/** What lists filter and sort a session without an episode by. */
export interface UnrecordedPlace
  extends Pick<UnrecordedSession, 'id' | 'seq' | 'projectId' | 'startedAt' | 'outcome' | 'outcomeSource'> {
  /** Author of its latest attempt, else of its latest turn: `person`, or the kind and the name with a colon between. */
  author: string;
}

/** An author as lists filter by it. */
const authorOf = (alias: string) =>
  `iif(${alias}.author_kind = 'person', ${alias}.author_kind, ${alias}.author_kind || ':' || ${alias}.author_name)`;

/** The sessions that have a turn outside the bin: from one to the next in the index, however many turns each has. */
export function turnedSessions(db: ReadableDb): string[] {
  const sql = `WITH RECURSIVE own (id) AS (
      SELECT MIN(session_id) FROM turn
      UNION ALL SELECT (SELECT MIN(session_id) FROM turn WHERE session_id > own.id) FROM own WHERE own.id IS NOT NULL)
    SELECT id FROM own WHERE EXISTS (SELECT 1 FROM turn t WHERE t.session_id = own.id AND t.deleted_at IS NULL)`;
  return all<{ id: string }>(db, sql).map(({ id }) => id);
}

/** Those of these sessions, which have attempts or turns, of which no episode is stored, in the bin or outside. In no order. */
export function unrecordedPlaces(db: ReadableDb, sessionIds: readonly string[]): UnrecordedPlace[] {
  const sql = `SELECT s.id, s.seq, s.project_id AS projectId, s.started_at AS startedAt, s.outcome, s.outcome_source AS outcomeSource,
      coalesce((SELECT ${authorOf('a')} ${LATEST}), (SELECT ${authorOf('t')} ${TURNS} ORDER BY t.seq DESC LIMIT 1), 'person') AS author
    FROM session s WHERE s.id IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.session_id = s.id)`;
  return all<UnrecordedPlace>(db, sql, [JSON.stringify(sessionIds)]);
}

/** These sessions with their attempts by outcome, in the order of the ids. */
export function readUnrecorded(db: ReadableDb, ids: readonly string[]): UnrecordedSession[] {
  const sql = `${UNRECORDED.select} WHERE s.id IN (SELECT value FROM json_each(?))`;
  const rows = all<RowOf<UnrecordedSession>>(db, sql, [JSON.stringify(ids)]);
  const byId = new Map(rows.map((row) => [row.id, UNRECORDED.decode(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The sessions to which these attempts or turns, by `seq`, belong. */
export function sessionsOf(db: ReadableDb, kind: 'attempt' | 'turn', seqs: readonly number[]): Set<string> {
  const sql = `SELECT DISTINCT x.session_id AS id FROM ${kind} x
    WHERE x.seq IN (SELECT value FROM json_each(?)) AND x.session_id IS NOT NULL`;
  return new Set(all<{ id: string }>(db, sql, [JSON.stringify(seqs)]).map(({ id }) => id));
}
