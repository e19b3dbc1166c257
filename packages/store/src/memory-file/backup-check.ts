import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import type { Backup } from '@twicewise/contract';
import { SCHEMA_VERSION } from '../migrations/index.ts';
import { isDamage } from '../sql/sqlite-errors.ts';
import { findBackup, verifyDatabase } from './backups.ts';
import { type CheckResult, checkDatabase } from './check.ts';
import { closeStore, type Opened, openQueryOnly, openReader, readHeader } from './open.ts';
import type { StorePaths } from './store-paths.ts';

/** Identity of a backup file: a different file with the same name has another size or modification time. */
export function backupIdentity({ name, path, bytes }: Backup): string {
  return `${name} ${bytes} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`;
}

const one = (problem: string): CheckResult => ({ ok: false, total: 1, problems: [problem], milliseconds: 0, rows: 0 });

function whyNotOpen(opened: Exclude<Opened, { state: 'ready' }>): string {
  if (opened.state === 'newer_schema') return `it is from a newer version (schema ${opened.version})`;
  if (opened.state === 'foreign_file') return 'it belongs to another program';
  if (opened.state === 'migration_failed') return `it cannot be brought to the form of this version: ${opened.problem}`;
  return opened.problem;
}

/** A backup of an older version is checked as it would be after a restore: on a migrated copy. */
function checkMigrated(path: string, clock: () => number): CheckResult {
  // A separate folder per check, because another thread may check the same backup. A folder left by a killed process is removed
  // with the others.
  const copy = `${path}.${randomUUID()}.partial`;
  try {
    copyFileSync(path, copy);
    const opened = openQueryOnly(copy);
    if (opened.state !== 'ready') return one(whyNotOpen(opened));
    try {
      return checkDatabase(opened.db, clock);
    } finally {
      closeStore(opened.db);
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
  }
}

/**
 * The full check of a backup of any version, row hashes included. Throws `not_found`, and errors that prevent reading an intact
 * backup (no space for a copy, no permission).
 */
export function checkBackup(paths: StorePaths, name: string, clock: () => number): CheckResult {
  const { path } = findBackup(paths, name);
  try {
    verifyDatabase(path);
    if (readHeader(path)?.userVersion !== SCHEMA_VERSION) return checkMigrated(path, clock);
    const db = openReader(path);
    try {
      return checkDatabase(db, clock);
    } finally {
      closeStore(db);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return one((error as Error).message);
  }
}
