import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import type { Backup } from '@twicewise/contract';
import { findBackup, verifyDatabase } from './backups.ts';
import { type CheckResult, checkDatabase } from './check.ts';
import { SCHEMA_VERSION } from './migrations/index.ts';
import { closeStore, type Opened, openQueryOnly, openReader, readHeader } from './open.ts';
import { isDamage } from './sqlite-errors.ts';
import type { StorePaths } from './store-paths.ts';

/** What a backup is known by: another file of that name has another size or was written at another time. */
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

/** One of an older version is checked as it would be after a restore: on a copy, brought to the form of this version. */
function checkMigrated(path: string, clock: () => number): CheckResult {
  // Its own, because another thread may be checking the same one; and one that a kill leaves behind goes with the others.
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
 * The full check of a backup, row hashes included, whatever version it is of. Throws `not_found`, and what keeps it from
 * being read although nothing is wrong with it (no space for a copy, no rights).
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
