import { BUNDLE_SETTINGS, type BundleKind } from '@twicewise/contract';
import { closeStore, openReader } from '../memory-file/open.ts';
import { VIEW_KEYS } from '../settings/setting-keys.ts';
import { all, connection, one, type ReadableDb } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';
import { inUse } from '../tables/belonging.ts';
import { ENTITY_TABLES } from '../tables/entities.ts';

/** The source record that the import of a bundle creates. It is exported only when lessons refer to it. */
const BUNDLE_SYSTEM = 'bundle';

const OWN_SETTINGS = BUNDLE_SETTINGS.map((key) => `'${key}'`).join(', ');

/** The rows of each table that a bundle of everything contains. */
const CARRIED: Readonly<Record<BundleKind, string>> = {
  project: 'TRUE',
  source: `x.system <> '${BUNDLE_SYSTEM}' OR ${inUse('source', 'x.id')}`,
  session: 'TRUE',
  reflection: 'TRUE',
  feedback: 'TRUE',
  episode: 'TRUE',
  claim: 'TRUE',
  attempt: 'TRUE',
  turn: 'TRUE',
  setting: `(${VIEW_KEYS}) OR x.key IN (${OWN_SETTINGS})`,
};

/** Ids of a kind for a bundle of everything, in order, after a given id. */
export function carriedIds(db: ReadableDb, kind: BundleKind, after: string, limit: number): string[] {
  const { table, key } = ENTITY_TABLES[kind];
  const sql = `SELECT x.${key} AS id FROM ${table} x WHERE x.${key} > ? AND (${CARRIED[kind]}) ORDER BY x.${key} LIMIT ?`;
  return all<{ id: string }>(db, sql, [after, limit]).map(({ id }) => id);
}

/** Whether a project with this native id exists, deleted ones included. */
export function hasProjectNativeId(db: ReadableDb, nativeId: string): boolean {
  return one(db, 'SELECT 1 FROM project WHERE native_id = ?', [nativeId]) !== undefined;
}

/** Ids of sessions and of what is in them or beside them: what is to be carried of it. */
export type Content = Record<Referring, string[]>;

/** Ids of lessons, episodes, claims, attempts and turns outside the bin, and of sessions, that belong to projects. */
export function contentOfProjects(db: ReadableDb, projects: readonly string[]): Content {
  const of = (sql: string) => all<{ id: string }>(db, sql, [JSON.stringify(projects)]).map(({ id }) => id);
  const inProjects = 'project_id IN (SELECT value FROM json_each(?))';
  return {
    session: of(`SELECT id FROM session WHERE ${inProjects}`),
    reflection: of(`SELECT id FROM reflection WHERE ${inProjects} AND deleted_at IS NULL`),
    claim: of(`SELECT id FROM claim WHERE ${inProjects} AND deleted_at IS NULL`),
    attempt: of(`SELECT id FROM attempt WHERE ${inProjects} AND deleted_at IS NULL`),
    turn: of(`SELECT id FROM turn WHERE ${inProjects} AND deleted_at IS NULL`),
    episode: of(
      `SELECT e.id FROM episode e JOIN session s ON s.id = e.session_id WHERE s.${inProjects} AND e.deleted_at IS NULL`,
    ),
  };
}

/** Chosen sessions. */
export interface ChosenSessions {
  /** `seq` of episodes. */
  episodes: readonly number[];
  /** `seq` of sessions without one. */
  sessions: readonly number[];
  /** Ids of those of them whose attempts and turns are all in the bin. */
  binned: readonly string[];
}

/**
 * Chosen sessions with their episodes and everything else outside the bin that belongs to them; of those in the bin without an
 * episode, their attempts and turns.
 */
export function contentOfSessions(db: ReadableDb, { episodes, sessions, binned }: ChosenSessions): Content {
  const idsIn = (sql: string, given: readonly unknown[]) =>
    all<{ id: string }>(db, sql, [JSON.stringify(given)]).map(({ id }) => id);
  const among = 'IN (SELECT value FROM json_each(?))';
  const session = [
    ...idsIn(`SELECT session_id AS id FROM episode WHERE seq ${among}`, episodes),
    ...idsIn(`SELECT id FROM session WHERE seq ${among}`, sessions),
  ];
  const outside = (kind: Referring) =>
    idsIn(`SELECT id FROM ${kind} WHERE session_id ${among} AND deleted_at IS NULL`, session);
  const ofBinned = (kind: Referring) => idsIn(`SELECT id FROM ${kind} WHERE session_id ${among}`, binned);
  return {
    session,
    reflection: outside('reflection'),
    claim: outside('claim'),
    attempt: [...outside('attempt'), ...ofBinned('attempt')],
    turn: [...outside('turn'), ...ofBinned('turn')],
    episode: idsIn(`SELECT id FROM episode WHERE seq ${among}`, episodes),
  };
}

/** Kinds of records with references. */
export const REFERRING = ['session', 'reflection', 'episode', 'claim', 'attempt', 'turn'] as const;
/** See {@link REFERRING}. */
export type Referring = (typeof REFERRING)[number];

/** Records that others refer to. */
export interface Referred {
  project: string[];
  source: string[];
  session: string[];
  feedback: string[];
}

/** What some lessons, sessions or episodes refer to, and the feedback on the lessons. */
export function referredBy(db: ReadableDb, kind: Referring, ids: readonly string[]): Referred {
  const session = kind === 'session' ? 'parent_id' : 'session_id';
  // An episode's project is reached through its session.
  const project = kind === 'episode' ? 'NULL' : 'project_id';
  const sql = `SELECT ${project} AS project, source_id AS source, ${session} AS session FROM ${kind}
    WHERE id IN (SELECT value FROM json_each(?))`;
  const rows = all<Record<'project' | 'source' | 'session', string | null>>(db, sql, [JSON.stringify(ids)]);
  const of = (field: 'project' | 'source' | 'session') =>
    [...new Set(rows.map((row) => row[field]))].filter((id) => id !== null);
  const judged = 'SELECT id FROM feedback WHERE reflection_id IN (SELECT value FROM json_each(?))';
  const feedback = kind !== 'reflection' ? [] : all<{ id: string }>(db, judged, [JSON.stringify(ids)]);
  return {
    project: of('project'),
    source: of('source'),
    session: of('session'),
    feedback: feedback.map(({ id }) => id),
  };
}

/** Earlier values of a record's fields, newest change first; at most `limit` changes. */
export function earlierFields(db: ReadableDb, id: string, limit: number): Record<string, unknown>[] {
  const sql = `SELECT before FROM operation_change WHERE entity_id = ? AND before IS NOT NULL AND after IS NOT NULL
    ORDER BY operation_seq DESC, position DESC LIMIT ?`;
  return all<{ before: string }>(db, sql, [id, limit]).map(({ before }) => parseCell(before, {}));
}

/** Which of these records changed after their creation. */
export function changedIds(db: ReadableDb, ids: readonly string[]): Set<string> {
  const sql = `SELECT value AS id FROM json_each(?) WHERE EXISTS (
    SELECT 1 FROM operation_change WHERE entity_id = value AND before IS NOT NULL AND after IS NOT NULL)`;
  return new Set(all<{ id: string }>(db, sql, [JSON.stringify(ids)]).map(({ id }) => id));
}

/** Number of rows that a bundle does not contain. */
export function countNotCarried(
  db: ReadableDb,
): Record<'exposures' | 'calls' | 'operations' | 'jobs' | 'other settings', number> {
  const count = (from: string) => `(SELECT COUNT(*) FROM ${from})`;
  const sql = `SELECT ${count('exposure')} AS exposures, ${count('agent_call')} AS calls, ${count('operation')} AS operations,
    ${count('job')} AS jobs, ${count(`setting x WHERE NOT (${CARRIED.setting})`)} AS "other settings"`;
  const found = one<ReturnType<typeof countNotCarried>>(db, sql);
  if (!found) throw new Error('counting answered nothing');
  return found;
}

/** The memory at one moment, for as long as the reader needs it. Does not block writers. */
export interface Snapshot {
  readonly db: ReadableDb;
  close(): void;
}

/** Opens a {@link Snapshot} on a connection of its own. */
export function openSnapshot(path: string): Snapshot {
  const db = openReader(path);
  connection(db).exec('BEGIN');
  // A transaction sees the database as of its first read.
  one(db, 'SELECT name FROM counter LIMIT 1');
  return { db, close: () => closeStore(db) };
}
