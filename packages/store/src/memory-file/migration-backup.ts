import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { schemaVersion } from '../migrations/migrate.ts';
import { all, asWritable, connection, type ReadableDb } from '../sql/database.ts';
import { createBackup, listBackups, verifyDatabase } from './backups.ts';
import type { StorePaths } from './store-paths.ts';

/** Digest of all rows of all tables in order, which a copy preserves. Reads everything, holding one row at a time. */
function contentDigest(db: ReadableDb): string {
  const digest = createHash('sha256');
  const sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  for (const table of all<{ name: string; sql: string }>(db, sql)) {
    digest.update(JSON.stringify(table));
    const rows = connection(db).prepare(`SELECT * FROM "${table.name}" NOT INDEXED`).raw();
    for (const row of rows.iterate()) digest.update(JSON.stringify(row));
  }
  return digest.digest('hex');
}

/** Whether a file is an intact copy with this version and the same content. */
function isCopy(path: string, version: number, digest: () => string): boolean {
  try {
    const raw = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const copy = asWritable(raw);
      if (schemaVersion(copy) !== version || contentDigest(copy) !== digest()) return false;
    } finally {
      raw.close();
    }
    verifyDatabase(path);
    return true;
  } catch {
    // Whatever is wrong with it, it is not a reliable copy.
    return false;
  }
}

/**
 * Backs the memory up before a migration, once: a failing migration is retried at every start, and must not fill the disk with
 * equal copies or displace older backups.
 */
export function backUpBeforeMigration(db: ReadableDb, paths: StorePaths, version: number, now: number): void {
  let known: string | null = null;
  const digest = () => {
    known ??= contentDigest(db);
    return known;
  };
  const earlier = listBackups(paths).filter(({ cause }) => cause === 'migration');
  if (earlier.some(({ path }) => isCopy(path, version, digest))) return;
  createBackup(db, paths, 'migration', now);
}
