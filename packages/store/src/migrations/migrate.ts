import { connection, transaction, type WritableDb } from '../database.ts';

/** One forward step of the schema. Numbers go in tens, so that a fix can be put between two steps before a release. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Marks a SQLite file as ours ("TwWs"), so that a foreign database is refused instead of changed. */
export const APPLICATION_ID = 0x54775773;

/** Reads `user_version`: 0 for a file that no migration has touched. */
export function schemaVersion(db: WritableDb): number {
  return connection(db).pragma('user_version', { simple: true }) as number;
}

/**
 * Applies every migration above the file's version, each in one transaction together with its `user_version`:
 * after a kill the file is at the old or the new version, never between. Returns the versions applied.
 */
export function migrate(db: WritableDb, migrations: readonly Migration[]): number[] {
  const from = schemaVersion(db);
  const pending = migrations.filter((migration) => migration.version > from);
  for (const migration of pending) {
    transaction(db, () => {
      connection(db).exec(migration.sql);
      connection(db).pragma(`application_id = ${APPLICATION_ID}`);
      connection(db).pragma(`user_version = ${migration.version}`);
    });
  }
  return pending.map((migration) => migration.version);
}
