import { connection, type ReadableDb, transaction, type WritableDb } from '../sql/database.ts';

/** One forward step of the schema. Numbers go in tens, so that a fix can be put between two steps before a release. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Marks a SQLite file as ours ("TwWs"), so that a foreign database is refused instead of changed. */
export const APPLICATION_ID = 0x54775773;

/** Reads `user_version`: 0 for a file that no migration has touched. */
export function schemaVersion(db: ReadableDb): number {
  return connection(db).pragma('user_version', { simple: true }) as number;
}

/**
 * Applies every migration above the file's version, all in one transaction together with `user_version`: after a kill, or
 * when one of them fails, the file is as it was, and the program that wrote it can still read it. Returns the versions applied.
 */
export function migrate(db: WritableDb, migrations: readonly Migration[]): number[] {
  const from = schemaVersion(db);
  const pending = migrations.filter((migration) => migration.version > from);
  if (pending.length === 0) return [];
  transaction(db, () => {
    for (const migration of pending) connection(db).exec(migration.sql);
    connection(db).pragma(`application_id = ${APPLICATION_ID}`);
    connection(db).pragma(`user_version = ${newestOf(pending)}`);
  });
  return pending.map((migration) => migration.version);
}

/** Version that a list of migrations leads to. */
export const newestOf = (steps: readonly Migration[]): number => Math.max(...steps.map((step) => step.version));
