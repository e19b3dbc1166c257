import { AppError, NOTHING_CHANGED } from '@twicewise/contract';

function sqliteCode(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : null;
  return typeof code === 'string' ? code : null;
}

/** True when SQLite reports that the file is damaged. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB');
}

const unavailable = {
  disk_full: {
    code: 'unavailable',
    reason: 'disk_full',
    message: 'The disk that holds the memory is full',
    effect: NOTHING_CHANGED,
    hint: 'Free some space and try again: reading still works, and writing resumes by itself.',
  },
  read_only: {
    code: 'unavailable',
    reason: 'read_only',
    message: 'The memory is read-only',
    effect: NOTHING_CHANGED,
    hint: 'Make the data folder writable and restart Twicewise, or copy the folder to where it can be written and choose the copy with --data. Reading works.',
  },
  // The change may have reached the disk before the error occurred.
  io_error: {
    code: 'unavailable',
    reason: 'io_error',
    message: 'The disk that holds the memory reported an error; it is not known whether a change was kept.',
    hint: 'Look whether it is there before you do it again. If it goes on, copy the data folder to another disk.',
  },
  damaged: {
    code: 'unavailable',
    reason: 'damaged',
    message: 'The memory file is damaged; it was not changed.',
    hint: 'Run twicewise doctor: it sets the file aside and offers the newest good backup.',
  },
} as const;

/** The error of a write to a memory that can only be read. */
export function readOnlyError(): AppError {
  return new AppError(unavailable.read_only);
}

/** Converts an error of SQLite or the file system with a known meaning to an `AppError`; returns others unchanged. */
export function explainSqliteError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === null) return error;
  if (isDamage(error)) return new AppError(unavailable.damaged, { cause: error });
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return new AppError(unavailable.disk_full, { cause: error });
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS' || code === 'EACCES') {
    return new AppError(unavailable.read_only, { cause: error });
  }
  if (code === 'SQLITE_IOERR_SHMSIZE') {
    // SQLite's error for a full disk while writing the WAL index, before any data is written.
    return new AppError(unavailable.disk_full, { cause: error });
  }
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') return new AppError(unavailable.io_error, { cause: error });
  if (code.startsWith('SQLITE_BUSY')) {
    return new AppError(
      {
        code: 'busy',
        reason: 'locked',
        message: 'Another program holds the memory',
        effect: NOTHING_CHANGED,
        hint: 'Try again in a moment.',
      },
      { cause: error },
    );
  }
  return error;
}

/** Whether the disk is the cause, full or failing. Long work is then postponed and continues later. */
export function isOfDisk(error: unknown): boolean {
  const known = explainSqliteError(error);
  return known instanceof AppError && (known.reason === 'disk_full' || known.reason === 'io_error');
}
