import { type UnrecordedSession, unrecordedSession } from '@twicewise/contract';
import { WHEN } from '../attempts/attempt-filter.ts';
import { all, type ReadableDb } from '../sql/database.ts';
import { required } from '../tables/columns.ts';
import { SESSIONS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

/** Whether records outside the bin are meant, or those in it. */
export type InBin = 'exclude' | 'only';

/** The condition that a record is outside the bin, or in it. */
export const placeSql = (alias: string, deleted: InBin) =>
  `${alias}.deleted_at IS ${deleted === 'only' ? 'NOT NULL' : 'NULL'}`;

/** The attempts of a session `s` outside the bin, or in it. */
const attemptsOf = (deleted: InBin) => `FROM attempt a WHERE a.session_id = s.id AND ${placeSql('a', deleted)}`;
/** The latest attempt `a` of a session `s` outside the bin, or in it. */
export const latestOf = (deleted: InBin) => `${attemptsOf(deleted)} ORDER BY ${WHEN} DESC, a.seq DESC LIMIT 1`;
/** The turns of a session `s` outside the bin, or in it. */
const turnsOf = (deleted: InBin) => `FROM turn t WHERE t.session_id = s.id AND ${placeSql('t', deleted)}`;

/** When the last attempt or turn of a session `s` was deleted, of which all are in the bin; null outside. */
const deletedAtOf = (deleted: InBin) => {
  const last = (table: string) => `coalesce((SELECT MAX(x.deleted_at) FROM ${table} x WHERE x.session_id = s.id), '')`;
  return deleted === 'only' ? `max(${last('attempt')}, ${last('turn')})` : 'NULL';
};

const viewOf = (deleted: InBin) =>
  view(unrecordedSession, SESSIONS, {
    from: 'session s JOIN project p ON p.id = s.project_id',
    alias: 's',
    computed: {
      projectName: 'p.name',
      task: `coalesce((SELECT a.task ${latestOf(deleted)}), '')`,
      tasks: `(SELECT COUNT(DISTINCT a.task_identity) ${attemptsOf(deleted)})`,
      attempts: required<UnrecordedSession['attempts']>(
        `(SELECT json_object('success', COUNT(iif(a.outcome = 'success', 1, NULL)), 'partial', COUNT(iif(a.outcome = 'partial', 1, NULL)),
        'failure', COUNT(iif(a.outcome = 'failure', 1, NULL)), 'unknown', COUNT(iif(a.outcome = 'unknown', 1, NULL))) ${attemptsOf(deleted)})`,
      ),
      turns: `(SELECT COUNT(*) ${turnsOf(deleted)})`,
      deletedAt: deletedAtOf(deleted),
      match: 'NULL',
      found: 'NULL',
    },
  });
const VIEWS = { exclude: viewOf('exclude'), only: viewOf('only') };

/** What lists filter and sort an unrecorded session by. */
export interface UnrecordedPlace
  extends Pick<
    UnrecordedSession,
    'id' | 'seq' | 'projectId' | 'startedAt' | 'deletedAt' | 'outcome' | 'outcomeSource'
  > {
  /** Author of its latest attempt, else of its latest turn: `person`, or the kind and the name with a colon between. */
  author: string;
}

/** An author as lists filter by it. */
const authorOf = (alias: string) =>
  `iif(${alias}.author_kind = 'person', ${alias}.author_kind, ${alias}.author_kind || ':' || ${alias}.author_name)`;

/** The sessions that have a turn outside the bin, or one in it: from one to the next in the index, however many turns each has. */
export function turnedSessions(db: ReadableDb, deleted: InBin): string[] {
  const sql = `WITH RECURSIVE own (id) AS (
      SELECT MIN(session_id) FROM turn
      UNION ALL SELECT (SELECT MIN(session_id) FROM turn WHERE session_id > own.id) FROM own WHERE own.id IS NOT NULL)
    SELECT id FROM own WHERE EXISTS (SELECT 1 FROM turn t WHERE t.session_id = own.id AND ${placeSql('t', deleted)})`;
  return all<{ id: string }>(db, sql).map(({ id }) => id);
}

/**
 * Those of these sessions, which have attempts or turns outside the bin or in it, of which no episode is stored, in the bin or
 * outside. In no order.
 */
export function unrecordedPlaces(db: ReadableDb, sessionIds: readonly string[], deleted: InBin): UnrecordedPlace[] {
  const sql = `SELECT s.id, s.seq, s.project_id AS projectId, s.started_at AS startedAt, s.outcome, s.outcome_source AS outcomeSource,
      ${deletedAtOf(deleted)} AS deletedAt,
      coalesce((SELECT ${authorOf('a')} ${latestOf(deleted)}), (SELECT ${authorOf('t')} ${turnsOf(deleted)} ORDER BY t.seq DESC LIMIT 1), 'person') AS author
    FROM session s WHERE s.id IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.session_id = s.id)`;
  return all<UnrecordedPlace>(db, sql, [JSON.stringify(sessionIds)]);
}

/** These sessions with their attempts by outcome, those outside the bin or in it, in the order of the ids. */
export function readUnrecorded(db: ReadableDb, ids: readonly string[], deleted: InBin): UnrecordedSession[] {
  const { select, decode } = VIEWS[deleted];
  const sql = `${select} WHERE s.id IN (SELECT value FROM json_each(?))`;
  const rows = all<RowOf<UnrecordedSession>>(db, sql, [JSON.stringify(ids)]);
  const byId = new Map(rows.map((row) => [row.id, decode(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The sessions to which these attempts or turns, by `seq`, belong. */
export function sessionsOf(db: ReadableDb, kind: 'attempt' | 'turn', seqs: readonly number[]): Set<string> {
  const sql = `SELECT DISTINCT x.session_id AS id FROM ${kind} x
    WHERE x.seq IN (SELECT value FROM json_each(?)) AND x.session_id IS NOT NULL`;
  return new Set(all<{ id: string }>(db, sql, [JSON.stringify(seqs)]).map(({ id }) => id));
}
