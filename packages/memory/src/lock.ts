import { truncateSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { runPaths } from '@twicewise/client/data-folder';
import { asWritable, connection, isDamage, type WritableDb } from '@twicewise/store';
import Database from 'better-sqlite3';
import { refuseShared } from './misplaced.ts';

/** The right to be the host of a data folder. Held until it is released or the process dies in any way. */
export interface DataLock {
  release(): void;
}

/** Keeps held locks reachable: garbage collection closes a handle without references, which would free the lock. */
const held = new Set<WritableDb>();

function isBusy(error: unknown): boolean {
  return error instanceof Error && String((error as Error & { code?: string }).code).startsWith('SQLITE_BUSY');
}

/**
 * Empties a lock file that is no longer a database. It is emptied in place and never replaced, because a lock belongs to this
 * very file, and its contents do not matter. Nobody holds the lock now: SQLite would have reported the lock before it read the
 * file and found the damage. A process that takes the lock in the meantime found the file already empty, so emptying it again
 * changes nothing.
 */
function empty(path: string): void {
  refuseShared(path);
  truncateSync(path);
}

function tryOnce(path: string, waitMs: number, mayBeGarbage = true): DataLock | null {
  const raw = new Database(path, { timeout: waitMs });
  try {
    raw.pragma('journal_mode = DELETE');
    raw.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    raw.close();
    if (isBusy(error)) return null;
    if (!mayBeGarbage || !isDamage(error)) throw error;
    empty(path);
    return tryOnce(path, waitMs, false);
  }
  const db = asWritable(raw);
  held.add(db);
  return {
    release() {
      if (!held.delete(db)) return;
      connection(db).exec('ROLLBACK');
      connection(db).close();
    },
  };
}

/**
 * Takes the lock, or returns null when another process holds it. It is an operating-system lock that SQLite holds on
 * `run/lock.db`. The kernel frees it when the process dies, so no stale pid needs to be judged. Waits at most `patience`
 * milliseconds, in short steps, because SQLite's own waiting would block the thread.
 */
export async function takeLock(data: string, patience = 300): Promise<DataLock | null> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lock = tryOnce(runPaths(data).lock, 20);
    if (lock || Date.now() >= deadline) return lock;
    await wait(20);
  }
}
