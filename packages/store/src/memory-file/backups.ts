import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, type Backup } from '@twicewise/contract';
import Database from 'better-sqlite3';
import { APPLICATION_ID } from '../migrations/migrate.ts';
import { asWritable, connection, type ReadableDb } from '../sql/database.ts';
import { namesIn } from './names-in.ts';
import { makeNewPrivateFile, makePrivate } from './private-file.ts';
import { countRows, type RowCounts } from './row-counts.ts';
import type { StorePaths } from './store-paths.ts';

const NAME =
  /^memory-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-(scheduled|migration|restore|request|rescue)\.db$/;
const PARTIAL = '.partial';

/**
 * Number of backups kept of each cause, and of scheduled ones per period (like Anki: 12 daily, 10 weekly, 9 monthly). Each cause is
 * counted by itself, because any program may ask for backups, and a rescue is an only copy, a restore undone with its own.
 */
export const RETENTION = {
  newest: { scheduled: 4, request: 10, rescue: 5, restore: 5, migration: 5 } satisfies Record<Backup['cause'], number>,
  daily: 12,
  weekly: 10,
  monthly: 9,
} as const;

function fileName(cause: Backup['cause'], now: number): string {
  return `memory-${new Date(now).toISOString().replaceAll(':', '-').replace('.', '-')}-${cause}.db`;
}

function parseName(folder: string, name: string): Backup | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const path = join(folder, name);
  // Another thread may be deleting backups.
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  const [, day, hours, minutes, seconds, milliseconds, cause] = match;
  return {
    name,
    path,
    bytes: stats.size,
    createdAt: `${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`,
    cause: cause as Backup['cause'],
  };
}

/** Complete backups, newest first. A killed backup leaves only a `.partial` file, which is never listed. */
export function listBackups(paths: StorePaths): Backup[] {
  const found = namesIn(paths.backups).map((name) => parseName(paths.backups, name));
  return found.filter((backup) => backup !== null).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws unless the file is a complete and intact database of Twicewise. */
export function verifyDatabase(path: string): void {
  const raw = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const owner = raw.pragma('application_id', { simple: true });
    const result = raw.pragma('integrity_check(1)', { simple: true });
    if (owner === APPLICATION_ID && result === 'ok') return;
    // SQLite's own error code, because a damaged copy means a damaged source.
    throw Object.assign(new Error(`this copy is not sound: ${String(result)}`), { code: 'SQLITE_CORRUPT' });
  } finally {
    raw.close();
  }
}

/**
 * Writes a consistent copy without blocking writers, verifies it, and only then renames it, so that every listed file is
 * complete. `VACUUM INTO` leaves a partial file when the disk is full.
 */
export function createBackup(db: ReadableDb, paths: StorePaths, cause: Backup['cause'], now: number): Backup {
  mkdirSync(paths.backups, { recursive: true, mode: 0o700 });
  const name = reserveName(paths, cause, now);
  const partial = join(paths.backups, `${name}${PARTIAL}`);
  try {
    connection(db).prepare('VACUUM INTO ?').run(partial);
    verifyDatabase(partial);
    sync(partial);
    renameSync(partial, join(paths.backups, name));
    sync(paths.backups);
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
    throw error;
  }
  const made = parseName(paths.backups, name);
  if (!made) throw new Error('the backup just made cannot be found');
  return made;
}

/**
 * Never replaces an earlier backup of the same millisecond, or one that another thread is writing: the file is created
 * exclusively first.
 */
function reserveName(paths: StorePaths, cause: Backup['cause'], now: number): string {
  for (let at = now; ; at++) {
    const name = fileName(cause, at);
    const partial = join(paths.backups, `${name}${PARTIAL}`);
    if (!makeNewPrivateFile(partial)) continue;
    // Checked after that, because the other backup may have been renamed meanwhile.
    if (!existsSync(join(paths.backups, name))) return name;
    rmSync(partial, { force: true });
  }
}

/** Keeps the first backup of each of the newest `count` periods. */
function firstOfEach(backups: readonly Backup[], count: number, periodOf: (at: Date) => string): Set<string> {
  const kept = new Map<string, string>();
  for (const backup of backups) {
    const period = periodOf(new Date(backup.createdAt));
    if (kept.size < count || kept.has(period)) kept.set(period, backup.name);
  }
  return new Set(kept.values());
}

const WEEK = 7 * 86_400_000;

/** The backups of a list (newest first) that may be deleted. A pure function, so that years of backups can be tested. */
export function expendable(backups: readonly Backup[]): Backup[] {
  const of = (cause: Backup['cause']) => backups.filter((backup) => backup.cause === cause);
  const counts = Object.entries(RETENTION.newest) as [Backup['cause'], number][];
  const scheduled = of('scheduled');
  const keep = new Set([
    ...counts.flatMap(([cause, count]) =>
      of(cause)
        .slice(0, count)
        .map((backup) => backup.name),
    ),
    ...firstOfEach(scheduled, RETENTION.daily, (at) => at.toISOString().slice(0, 10)),
    ...firstOfEach(scheduled, RETENTION.weekly, (at) => String(Math.floor(at.getTime() / WEEK))),
    ...firstOfEach(scheduled, RETENTION.monthly, (at) => at.toISOString().slice(0, 7)),
  ]);
  return backups.filter((backup) => !keep.has(backup.name));
}

const ABANDONED_MS = 3_600_000;

/** Deletes expendable backups and leftovers of killed ones; returns the number of backups deleted. */
export function pruneBackups(paths: StorePaths, now: number = Date.now()): number {
  const lost = expendable(listBackups(paths));
  for (const backup of lost) rmSync(backup.path, { force: true });
  for (const name of namesIn(paths.backups)) {
    const path = join(paths.backups, name);
    // A recent file may still be written by another thread.
    const changedAt = name.includes(PARTIAL) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (changedAt !== undefined && now - changedAt > ABANDONED_MS) rmSync(path, { force: true });
  }
  return lost.length;
}

/** Finds a backup by name. Throws `not_found`. */
export function findBackup(paths: StorePaths, name: string): Backup {
  const found = listBackups(paths).find((backup) => backup.name === name);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: 'There is no backup of that name.',
    hint: 'Choose one of those there are (backup.list); nothing was changed.',
  });
}

/** Reads from a backup. An unreadable backup is reported as damaged. */
function fromBackup<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new AppError(
      {
        code: 'unavailable',
        reason: 'damaged',
        message: 'This backup is damaged itself; the memory was not changed.',
        hint: 'Choose another backup (backup.list).',
      },
      { cause: error },
    );
  }
}

/** Finds a backup by name and verifies it. Throws `not_found` or `unavailable`. */
export function requireBackup(paths: StorePaths, name: string): Backup {
  const found = findBackup(paths, name);
  fromBackup(() => verifyDatabase(found.path));
  return found;
}

/** A backup of any version with its row counts, without the check before a restore. Throws like {@link requireBackup}. */
export function lookIntoBackup(paths: StorePaths, name: string): { backup: Backup; holds: RowCounts } {
  const backup = findBackup(paths, name);
  const holds = fromBackup(() => {
    const raw = new Database(backup.path, { readonly: true, fileMustExist: true });
    try {
      return countRows(asWritable(raw));
    } finally {
      raw.close();
    }
  });
  return { backup, holds };
}

/** Replaces the (closed) database by a verified backup. The rename makes it all or nothing. */
export function putInPlace(paths: StorePaths, backup: Backup): void {
  const incoming = `${paths.database}.restoring`;
  try {
    copyFileSync(backup.path, incoming);
    makePrivate(incoming);
    sync(incoming);
  } catch (error) {
    rmSync(incoming, { force: true });
    throw error;
  }
  for (const suffix of ['-wal', '-shm']) rmSync(paths.database + suffix, { force: true });
  renameSync(incoming, paths.database);
  sync(dirname(paths.database));
}
