import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createBackup, listBackups } from './backups.ts';
import { all, asWritable, connection, type ReadableDb, type WritableDb } from './database.ts';
import { isDamage } from './failures.ts';
import { migrations, SCHEMA_VERSION } from './migrations/index.ts';
import { APPLICATION_ID, type Migration, migrate, schemaVersion } from './migrations/migrate.ts';

/** Where a memory keeps its files. All absolute. */
export interface StorePaths {
  /** The truth: `memory.db`. */
  readonly database: string;
  /** Rolling backups. */
  readonly backups: string;
  /** Damaged files, set aside untouched. */
  readonly setAside: string;
}

/** What opening found. Only `ready` carries a handle; every other outcome left the file as it was. */
export type Opened =
  | { state: 'ready'; db: WritableDb; version: number; migrated: number[]; wasUnclean: boolean }
  | { state: 'newer_schema'; version: number }
  | { state: 'foreign_file' }
  | { state: 'damaged'; setAside: string | null; problem: string };

/** Paths of the store inside a data folder. */
export function storePaths(dataFolder: string): StorePaths {
  return {
    database: join(dataFolder, 'memory.db'),
    backups: join(dataFolder, 'backups'),
    setAside: join(dataFolder, 'set-aside'),
  };
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

interface Header {
  magic: boolean;
  applicationId: number;
  userVersion: number;
}

/** Reads version and owner straight from the file: opening it through SQLite could already change it. */
function readHeader(path: string): Header | null {
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
  // Bounds the WAL file after a long reader has held it open.
  db.pragma('journal_size_limit = 67108864');
  db.pragma('cache_size = -32768');
}

/** Moves a damaged database with its WAL into a folder of its own. Renames only: the bytes stay for salvage. */
export function setAside(paths: StorePaths, now: number): string {
  const folder = join(paths.setAside, new Date(now).toISOString().replaceAll(':', '-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const suffix of ['', '-wal', '-shm']) {
    const from = paths.database + suffix;
    if (existsSync(from)) renameSync(from, join(folder, `memory.db${suffix}`));
  }
  return folder;
}

/** Touches every table's newest row and the schema: a cheap look that finds a torn or overwritten file. */
function sanityCheck(db: WritableDb): void {
  const tables = all<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) connection(db).prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
  connection(db).prepare('SELECT * FROM reflection ORDER BY seq DESC LIMIT 20').all();
  connection(db).prepare('SELECT * FROM operation ORDER BY seq DESC LIMIT 20').all();
}

/** Decides by the header alone whether the file may be opened at all. */
function refuse(path: string): Opened | null {
  const header = readHeader(path);
  if (header === null) return null;
  if (!header.magic) return { state: 'damaged', setAside: null, problem: 'It does not begin like a SQLite file.' };
  if (header.applicationId !== APPLICATION_ID && header.applicationId !== 0) return { state: 'foreign_file' };
  if (header.userVersion > SCHEMA_VERSION) return { state: 'newer_schema', version: header.userVersion };
  return null;
}

function isForeign(db: WritableDb): boolean {
  const applicationId = connection(db).pragma('application_id', { simple: true }) as number;
  const tables = all(db, 'SELECT 1 FROM sqlite_schema LIMIT 1').length;
  return applicationId !== APPLICATION_ID && (applicationId !== 0 || tables > 0);
}

function openChecked(paths: StorePaths, now: number, steps: readonly Migration[], wasUnclean: boolean): Opened {
  const raw = new Database(paths.database);
  const db = asWritable(raw);
  try {
    if (isForeign(db)) {
      raw.close();
      return { state: 'foreign_file' };
    }
    const version = schemaVersion(db);
    if (version > SCHEMA_VERSION) {
      raw.close();
      return { state: 'newer_schema', version };
    }
    configure(raw);
    const pending = steps.some((step) => step.version > version);
    if (version > 0 && pending) createBackup(db, paths, 'migration', now);
    const migrated = migrate(db, steps);
    sanityCheck(db);
    return { state: 'ready', db, version: schemaVersion(db), migrated, wasUnclean };
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Choices of {@link openStore}. */
export interface OpenOptions {
  /** Migrations to apply; tests build older files with fewer. */
  steps?: readonly Migration[];
  /** A person has decided to begin with an empty memory although there are backups. */
  startEmpty?: boolean;
}

/**
 * Opens the memory, creating it when there is none. A newer or foreign file is refused and not touched; a damaged one
 * is set aside whole. When the file is gone but backups exist, that counts as damage: an empty memory must never
 * appear in silence. Throws for everything else (disk full, read-only, locked).
 */
export function openStore(paths: StorePaths, now: number, options: OpenOptions = {}): Opened {
  const { steps = migrations, startEmpty = false } = options;
  const exists = existsSync(paths.database);
  if (!exists && !startEmpty && listBackups(paths).length > 0) {
    return { state: 'damaged', setAside: null, problem: 'memory.db is missing, but there are backups of it.' };
  }
  const refused = exists ? refuse(paths.database) : null;
  if (refused && refused.state !== 'damaged') return refused;
  if (refused) return { ...refused, setAside: setAside(paths, now) };
  const wal = `${paths.database}-wal`;
  const wasUnclean = existsSync(wal) && statSync(wal).size > 0;
  try {
    return openChecked(paths, now, steps, wasUnclean);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const problem = error instanceof Error ? error.message : 'unreadable';
    return { state: 'damaged', setAside: setAside(paths, now), problem };
  }
}

/** Opens a second connection that can only read. For long work beside the writer. */
export function openReader(path: string): ReadableDb {
  const raw = new Database(path, { readonly: true, fileMustExist: true });
  raw.pragma('trusted_schema = OFF');
  raw.pragma('busy_timeout = 5000');
  return asWritable(raw);
}

/** Opens a copy in which nothing can be written: how a memory on a read-only disk is still read. */
export function openQueryOnly(path: string): WritableDb {
  const raw = new Database(path, { fileMustExist: true });
  configure(raw);
  const db = asWritable(raw);
  migrate(db, migrations);
  raw.pragma('query_only = ON');
  return db;
}

/** Closes a connection; the last one folds the WAL into the file and removes it. */
export function closeStore(db: ReadableDb): void {
  connection(db).close();
}
