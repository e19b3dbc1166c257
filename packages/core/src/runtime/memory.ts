import { existsSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { AppError, type ChangeEvent, NOTHING_CHANGED, type StoreHealth } from '@twicewise/contract';
import {
  closeStore,
  createBackup,
  fileIdentity,
  listBackups,
  type NewId,
  type Opened,
  openQueryOnly,
  openSnapshot,
  openStore,
  type Snapshot,
  type StorePaths,
  setAside,
  type WritableDb,
} from '@twicewise/store';
import { type Changed, CommitQueue } from './commit-queue.ts';
import type { ClockSetBack } from './record-clock.ts';

/** The answer to requests while the memory is closed for a moment. */
export const CLOSING = {
  code: 'unavailable',
  message: 'The memory is being closed',
  effect: NOTHING_CHANGED,
  hint: 'Try again in a moment.',
} as const;

const READY: StoreHealth = { state: 'ready', message: 'The memory is open.', hint: '', setAside: null };

const READ_ONLY: StoreHealth = {
  state: 'read_only',
  message: 'The data folder cannot be written, so this is a read-only view of a copy.',
  hint: 'To record or export anything, make the folder writable and restart Twicewise, or copy the folder to where it can be written and choose the copy with --data.',
  setAside: null,
};

/** One line without a full stop, because agents are shown it too. */
const oneLine = (problem: string) => problem.replace(/\s+/g, ' ').replace(/\.$/, '');

/** Explains a state of the file to a person, with what to do about it. */
function describe(opened: Exclude<Opened, { state: 'ready' }>, hasBackups: boolean): StoreHealth {
  if (opened.state === 'newer_schema') {
    return {
      state: 'newer_schema',
      message: `This memory was written by a newer Twicewise (schema ${opened.version}); it was not touched.`,
      hint: 'Update Twicewise, or choose another data folder with --data.',
      setAside: null,
    };
  }
  if (opened.state === 'foreign_file') {
    return {
      state: 'foreign_file',
      message: 'memory.db in the data folder belongs to another program; it was not touched.',
      hint: 'Choose another data folder with --data, or move that file away.',
      setAside: null,
    };
  }
  if (opened.state === 'migration_failed') {
    return {
      state: 'migration_failed',
      message: `This memory could not be brought to the form of this version (schema ${opened.from} to ${opened.to}): ${oneLine(opened.problem)}. The file is as it was before.`,
      hint: 'Go back to the version of Twicewise that wrote it, or restore a backup that can be (backup.recommend names it, backup.restore). At the command line, twicewise doctor says how.',
      setAside: null,
    };
  }
  const where =
    opened.setAside === null ? 'Nothing was moved.' : `The file was set aside, unchanged, in ${opened.setAside}.`;
  return {
    state: 'damaged',
    message: `The memory could not be read: ${oneLine(opened.problem)}. ${where}`,
    hint: hasBackups
      ? 'Restore the newest sound backup (backup.recommend names it, backup.restore), or begin with an empty memory (store.startEmpty). At the command line, twicewise doctor says how.'
      : 'There is no backup. Begin with an empty memory (store.startEmpty; at the command line, twicewise doctor says how); the damaged file stays.',
    setAside: opened.setAside,
  };
}

/** The health when the files of the open memory are gone and could not be saved yet. */
function takenAway(lost: readonly string[]): StoreHealth {
  return {
    state: 'damaged',
    message: `Files of the memory were deleted or replaced while it was open (${lost.map((path) => basename(path)).join(', ')}), and it could not be saved as a backup yet.`,
    hint: 'Make space in the data folder, and keep this host running: it tries again by itself. Nothing is written until then.',
    setAside: null,
  };
}

/** What the memory needs from the core. */
export interface MemorySurroundings {
  paths: StorePaths;
  /** A copy to read from when the data folder is read-only; otherwise null. */
  readOnlyCopy: string | null;
  newId: NewId;
  now: () => number;
  log: (message: string, error?: unknown) => void;
  committed: (event: Omit<ChangeEvent, 'epoch'>, changed: Changed) => void;
}

/** The open memory, or the reason why there is none. Owns the connection and its commit queue. */
export class Memory {
  readonly #around: MemorySurroundings;
  #db: WritableDb | null = null;
  #queue: CommitQueue | null = null;
  #health: StoreHealth = READY;
  /** Identity of each file (by path) when the memory was opened. */
  #files = new Map<string, string | null>();
  /** True when the open memory was saved after its files were removed, or need not be saved. */
  #isRescued = false;
  /** Schema version of the open file; 0 when none is open. */
  version = 0;
  /**
   * Number of the newest change event. Counted in memory only: a new host has a new epoch, which tells receivers that the count
   * restarted.
   */
  revision = 0;
  /** True when the last program that had this memory open did not close it. */
  wasUnclean = false;

  constructor(around: MemorySurroundings) {
    this.#around = around;
    this.open();
  }

  /** The state of the store. */
  get health(): StoreHealth {
    return this.#health;
  }

  /** The queue for all writes. Throws when no memory is open, with the reason. */
  get queue(): CommitQueue {
    if (this.#queue && (this.#health.state === 'ready' || this.#health.state === 'read_only')) return this.#queue;
    throw this.#unusable();
  }

  /** The queue for writes; null while nothing can be written. */
  get writableQueue(): CommitQueue | null {
    return this.#health.state === 'ready' ? this.#queue : null;
  }

  /** The last time that the clock was set back; null without an open memory. */
  get clockSetBack(): ClockSetBack | null {
    return this.#queue?.clockSetBack ?? null;
  }

  /** The open database. Throws when there is none, with the reason. */
  get db(): WritableDb {
    if (this.#db) return this.#db;
    throw this.#unusable();
  }

  /** The open memory as of now, on a connection of its own. Throws when there is none, with the reason. */
  snapshot(): Snapshot {
    if (!this.#db) throw this.#unusable();
    const { paths, readOnlyCopy } = this.#around;
    return openSnapshot(readOnlyCopy ?? paths.database);
  }

  /** Opens the file, or records why it cannot be opened. */
  open({ startEmpty } = { startEmpty: false }): void {
    const { paths, now, readOnlyCopy } = this.#around;
    const opened = readOnlyCopy === null ? openStore(paths, now(), { startEmpty }) : openQueryOnly(readOnlyCopy);
    if (opened.state === 'ready') {
      this.version = opened.version;
      this.wasUnclean = opened.wasUnclean;
      this.#use(opened.db, readOnlyCopy === null ? READY : READ_ONLY);
      return;
    }
    this.#health = describe(opened, listBackups(paths).length > 0);
    this.#around.log(this.#health.message);
  }

  /**
   * Files of the open memory that were deleted or replaced since it was opened. Writes now go to unlinked files, whose contents
   * are lost when they are closed.
   */
  lostFiles(): string[] {
    if (!this.isOpenToWrite) return [];
    // SQLite creates the write-ahead log with the first write, or earlier.
    for (const path of this.#filesOf()) if (this.#files.get(path) == null) this.#files.set(path, fileIdentity(path));
    return this.#filesOf().filter((path) => this.#files.get(path) !== fileIdentity(path));
  }

  /** True while there is an open memory. */
  get isReadable(): boolean {
    return this.#db !== null;
  }

  /** True while a memory is open for writing, even if writes are refused for now. */
  get isOpenToWrite(): boolean {
    return this.#db !== null && this.#health.state !== 'read_only';
  }

  /**
   * Saves the contents of a memory whose files were removed. Until then nothing more is written, because it would be lost. When
   * the whole folder is gone nothing is saved: whoever removes or moves a folder means everything in it.
   */
  rescue(): void {
    const { paths, now, log } = this.#around;
    const lost = this.lostFiles();
    if (!existsSync(dirname(paths.database))) {
      log(`${dirname(paths.database)} was deleted or moved while it was open; nothing is written there again`);
      this.#isRescued = true;
      return;
    }
    try {
      const { name } = createBackup(this.db, paths, 'rescue', now());
      log(`deleted or replaced while open: ${lost.join(', ')}; all there was is saved as the backup ${name}`);
      this.#health = READY;
      this.#isRescued = true;
    } catch (error) {
      this.#health = takenAway(lost);
      throw error;
    }
  }

  /** Runs all queued writes. */
  drain(): void {
    this.#queue?.drain();
  }

  /** Closes the file and merges its WAL. */
  close(): void {
    if (this.#db) this.#rescueLast();
    if (this.#db) this.#closeFiles(this.#db);
    this.#db = null;
    this.#queue = null;
  }

  /** Announces a change that did not go through the queue (a restored file, a job's progress). */
  announce(changed: ChangeEvent['changed']): void {
    if (!this.#db || this.#health.state !== 'ready') return;
    this.#around.committed({ revision: this.#nextRevision(), changed, cause: null }, new Map());
  }

  /** Saves the contents of removed files before closing, because unlinked files are gone afterwards. */
  #rescueLast(): void {
    if (this.#isRescued || this.lostFiles().length === 0) return;
    try {
      this.rescue();
    } catch (error) {
      this.#around.log('what was taken away could not be saved before the end', error);
    }
  }

  #filesOf(): string[] {
    const { database } = this.#around.paths;
    return [database, `${database}-wal`];
  }

  /**
   * When SQLite closes a database, it removes the file with the name of its log; when the database was moved, it leaves its own
   * log behind. So another database's log is protected from removal, and a leftover log is moved aside: SQLite would apply it to
   * any database that it lies beside.
   */
  #closeFiles(db: WritableDb): void {
    const { paths, now } = this.#around;
    const lost = this.lostFiles();
    const wal = `${paths.database}-wal`;
    const isOthers = lost.includes(wal) && existsSync(wal);
    if (isOthers) renameSync(wal, `${wal}.kept`);
    closeStore(db);
    if (isOthers) renameSync(`${wal}.kept`, wal);
    else if (lost.includes(paths.database) && existsSync(wal)) setAside(paths, now(), ['-wal', '-shm']);
  }

  #use(db: WritableDb, health: StoreHealth): void {
    const { newId, now, log, committed } = this.#around;
    this.#db = db;
    this.#health = health;
    this.#isRescued = false;
    this.#files = new Map(this.#filesOf().map((path) => [path, fileIdentity(path)]));
    this.#queue = new CommitQueue({
      db,
      newId,
      now,
      nextRevision: () => this.#nextRevision(),
      committed,
      log: (error) => log('a write failed', error),
      clockSetBack: ({ from, to }) =>
        log(`the clock says ${to}, but the newest record is of ${from}: records of that time keep it`),
    });
  }

  #nextRevision(): number {
    this.revision += 1;
    return this.revision;
  }

  #unusable(): AppError {
    const { state, message, hint } = this.#health;
    return new AppError(state === 'ready' ? CLOSING : { code: 'unavailable', reason: state, message, hint });
  }
}
