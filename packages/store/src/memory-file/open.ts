import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations, SCHEMA_VERSION } from '../migrations/index.ts';
import { APPLICATION_ID, type Migration, migrate, newestOf, schemaVersion } from '../migrations/migrate.ts';
import { all, asWritable, connection, type ReadableDb, type WritableDb } from '../sql/database.ts';
import { explainSqliteError, isDamage } from '../sql/sqlite-errors.ts';
import { listBackups } from './backups.ts';
import { backUpBeforeMigration } from './migration-backup.ts';
import { namesIn } from './names-in.ts';
import { makePrivate, makePrivateFile } from './private-file.ts';
import type { StorePaths } from './store-paths.ts';

/** The result of opening. Only `ready` has a handle; every other result left the file unchanged. */
export type Opened =
  | { state: 'ready'; db: WritableDb; version: number; migrated: number[]; wasUnclean: boolean }
  | { state: 'newer_schema'; version: number }
  | { state: 'foreign_file' }
  | { state: 'migration_failed'; from: number; to: number; problem: string }
  | { state: 'damaged'; setAside: string | null; problem: string };

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/** The facts in a file's header. */
export interface Header {
  magic: boolean;
  applicationId: number;
  userVersion: number;
}

/** Reads version and application id directly from the file, because opening it with SQLite could change it. */
export function readHeader(path: string): Header | null {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, bytes, 0, HEADER_BYTES, 0) === 0) return null;
  } finally {
    closeSync(file);
  }
  return {
    magic: bytes.toString('latin1', 0, 16) === MAGIC,
    userVersion: bytes.readUInt32BE(60),
    applicationId: bytes.readUInt32BE(68),
  };
}

/** Sets the pragmas every connection needs; see docs/adr for why FULL and the default page size. */
export function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('secure_delete = ON');
  db.pragma('busy_timeout = 5000');
  // 16 MB between checkpoints: pages are often rewritten, and only their last state is copied to the file.
  db.pragma('wal_autocheckpoint = 4000');
  // Limits the WAL file after a long reader kept it from being reset.
  db.pragma('journal_size_limit = 67108864');
  db.pragma('cache_size = -32768');
}

/** The files of a memory, by suffix. */
const FILES = ['', '-wal', '-shm'];

/**
 * Moves a damaged database with its WAL, or what is left of one, to its own folder. Files are only renamed, so that their
 * contents can still be salvaged.
 */
export function setAside(paths: StorePaths, now: number, files: readonly string[] = FILES): string {
  const folder = join(paths.setAside, new Date(now).toISOString().replaceAll(':', '-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const suffix of files) {
    const from = paths.database + suffix;
    if (!existsSync(from)) continue;
    makePrivate(from);
    renameSync(from, join(folder, `memory.db${suffix}`));
  }
  return folder;
}

/** Reads from every table, including the newest rows: a fast check that detects a torn, truncated or overwritten file. */
function sanityCheck(db: ReadableDb): void {
  const raw = connection(db);
  const tables = all<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  ).map((table) => table.name);
  for (const name of tables) raw.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
  for (const name of ['reflection', 'operation'].filter((newest) => tables.includes(newest))) {
    raw.prepare(`SELECT * FROM ${name} ORDER BY seq DESC LIMIT 20`).all();
  }
}

/** Decides by the header alone whether the file may be opened. */
function refuse(path: string, newest: number): Opened | null {
  const header = readHeader(path);
  if (header === null) return null;
  if (!header.magic) return { state: 'damaged', setAside: null, problem: 'It does not begin like a SQLite file.' };
  if (header.applicationId !== APPLICATION_ID && header.applicationId !== 0) return { state: 'foreign_file' };
  if (header.userVersion > newest) return { state: 'newer_schema', version: header.userVersion };
  return null;
}

function isForeign(db: ReadableDb): boolean {
  const applicationId = connection(db).pragma('application_id', { simple: true }) as number;
  const tables = all(db, 'SELECT 1 FROM sqlite_schema LIMIT 1').length;
  return applicationId !== APPLICATION_ID && (applicationId !== 0 || tables > 0);
}

/**
 * Inspects the file through a read-only connection. Closing a writable one would merge the WAL, and a file that is refused or set
 * aside must not change. The WAL may contain a newer version than the header shows.
 */
function inspect(path: string, newest: number): Opened | null {
  const raw = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const db = asWritable(raw);
    raw.pragma('trusted_schema = OFF');
    raw.pragma('cell_size_check = ON');
    if (isForeign(db)) return { state: 'foreign_file' };
    const version = schemaVersion(db);
    if (version > newest) return { state: 'newer_schema', version };
    sanityCheck(db);
    return null;
  } catch (error) {
    // A file that needs recovery cannot be read without writing; the real opening will show its state.
    if (/^SQLITE_(READONLY|CANTOPEN)/.test(String((error as { code?: unknown }).code))) return null;
    throw error;
  } finally {
    raw.close();
  }
}

type MigrationFailed = Extract<Opened, { state: 'migration_failed' }>;

/** The migrations applied, or why they failed. Errors of the disk or of damaged pages are thrown. */
function tryToMigrate(db: WritableDb, steps: readonly Migration[]): number[] | MigrationFailed {
  const from = schemaVersion(db);
  try {
    return migrate(db, steps);
  } catch (error) {
    if (explainSqliteError(error) !== error) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    return { state: 'migration_failed', from, to: newestOf(steps), problem };
  }
}

function openForWriting(paths: StorePaths, now: number, steps: readonly Migration[], wasUnclean: boolean): Opened {
  makePrivateFile(paths.database);
  for (const suffix of ['-wal', '-shm']) makePrivate(paths.database + suffix);
  // Including copies made by earlier versions.
  for (const { path } of listBackups(paths)) makePrivate(path);
  const raw = new Database(paths.database);
  const db = asWritable(raw);
  try {
    configure(raw);
    const version = schemaVersion(db);
    const pending = steps.some((step) => step.version > version);
    if (version > 0 && pending) backUpBeforeMigration(db, paths, version, now);
    const migrated = tryToMigrate(db, steps);
    if ('state' in migrated) {
      raw.close();
      return migrated;
    }
    sanityCheck(db);
    return { state: 'ready', db, version: schemaVersion(db), migrated, wasUnclean };
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Options of {@link openStore}. */
export interface OpenOptions {
  /** Migrations to apply; tests create older files with fewer. */
  steps?: readonly Migration[];
  /** A person chose to start with an empty memory although there are backups. */
  startEmpty?: boolean;
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Evidence of a memory whose file is gone or empty; null for a new folder. */
function traceOfMemory(paths: StorePaths, now: number): Opened | null {
  // SQLite discards the WAL of an empty database.
  const aside = bytesOf(`${paths.database}-wal`) > 0 ? setAside(paths, now) : null;
  if (aside)
    return { state: 'damaged', setAside: aside, problem: 'memory.db is gone, but its write-ahead log is there.' };
  if (listBackups(paths).length > 0) {
    return { state: 'damaged', setAside: null, problem: 'memory.db is missing, but there are backups of it.' };
  }
  const newest = namesIn(paths.setAside).sort().at(-1);
  if (newest === undefined) return null;
  const problem = 'memory.db was set aside as damaged before, and nothing has taken its place.';
  return { state: 'damaged', setAside: join(paths.setAside, newest), problem };
}

/**
 * Opens the memory, or creates one when there is none. A newer or foreign file is refused and not changed; a damaged one is set
 * aside whole; one that cannot be migrated stays as it is. A missing file with existing backups counts as damage, so that an
 * empty memory never appears silently. Throws for everything else (disk full, read-only, locked).
 */
export function openStore(paths: StorePaths, now: number, options: OpenOptions = {}): Opened {
  const { steps = migrations, startEmpty = false } = options;
  const isEmpty = bytesOf(paths.database) === 0;
  const trace = isEmpty ? traceOfMemory(paths, now) : null;
  if (trace && !startEmpty) return trace;
  const refused = isEmpty ? null : refuse(paths.database, newestOf(steps));
  if (refused && refused.state !== 'damaged') return refused;
  if (refused) return { ...refused, setAside: setAside(paths, now) };
  const wasUnclean = bytesOf(`${paths.database}-wal`) > 0;
  try {
    const found = isEmpty ? null : inspect(paths.database, newestOf(steps));
    return found ?? openForWriting(paths, now, steps, wasUnclean);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const problem = error instanceof Error ? error.message : 'unreadable';
    return { state: 'damaged', setAside: setAside(paths, now), problem };
  }
}

/** Opens a second, read-only connection for long work beside the writer. */
export function openReader(path: string): ReadableDb {
  const raw = new Database(path, { readonly: true, fileMustExist: true });
  raw.pragma('trusted_schema = OFF');
  raw.pragma('busy_timeout = 5000');
  return asWritable(raw);
}

/** Opens a read-only copy, for a memory on a read-only disk. */
export function openQueryOnly(path: string): Opened {
  const refused = refuse(path, SCHEMA_VERSION);
  if (refused) return refused;
  const raw = new Database(path, { fileMustExist: true });
  try {
    configure(raw);
    const db = asWritable(raw);
    const migrated = tryToMigrate(db, migrations);
    if ('state' in migrated) {
      raw.close();
      return migrated;
    }
    sanityCheck(db);
    raw.pragma('query_only = ON');
    return { state: 'ready', db, version: schemaVersion(db), migrated: [], wasUnclean: false };
  } catch (error) {
    raw.close();
    if (!isDamage(error)) throw error;
    return { state: 'damaged', setAside: null, problem: error instanceof Error ? error.message : 'unreadable' };
  }
}

/** Closes a connection. The last one to close merges the WAL into the file and removes it. */
export function closeStore(db: ReadableDb): void {
  connection(db).close();
}
