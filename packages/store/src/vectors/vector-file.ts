import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivateFile } from '../memory-file/private-file.ts';
import type { StorePaths } from '../memory-file/store-paths.ts';
import { all, asWritable, connection, one, transaction, type WritableDb } from '../sql/database.ts';
import { isDamage } from '../sql/sqlite-errors.ts';
import { findExtension } from './extension.ts';

/** `TWvc`: marks the file as a vector file of Twicewise, not a memory. */
const APPLICATION_ID = 0x54577663;
/** Increases with every change of the schema. There are no migrations: an older file is created anew. */
const VERSION = 2;
const SUFFIXES = ['', '-wal', '-shm'];

declare const vectors: unique symbol;

/** A handle on `vectors.db` for the functions of this folder; no other handle is accepted. */
export interface VectorDb extends WritableDb {
  readonly [vectors]: true;
}

/** The result of opening. Vectors are optional: without them search uses words only. */
export type OpenedVectors =
  | {
      state: 'ready';
      db: VectorDb;
      /** True when the file was just created, for the first time or to replace an unusable one. */
      isNew: boolean;
      /** Where a file of another program or of a newer version was moved, unchanged. */
      setAside: string | null;
    }
  | { state: 'unavailable'; message: string };

/** Path of the vector file of a memory. The file is derived: it can be deleted at any time. */
export function vectorsPath(paths: StorePaths): string {
  return join(dirname(paths.database), 'vectors.db');
}

const SCHEMA = `
CREATE TABLE vector_set (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL CHECK (dimension BETWEEN 1 AND 8192),
  state TEXT NOT NULL CHECK (state IN ('filling', 'serving')),
  background_mean REAL NOT NULL,
  background_deviation REAL NOT NULL,
  lift_centre REAL NOT NULL,
  lift_spread REAL NOT NULL,
  questions BLOB NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (provider, model, dimension)
) STRICT;
CREATE TABLE embedding (
  row INTEGER PRIMARY KEY,
  set_id INTEGER NOT NULL REFERENCES vector_set (id),
  lesson_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  usual REAL NOT NULL,
  UNIQUE (set_id, lesson_id)
) STRICT;
CREATE INDEX embedding_by_project ON embedding (set_id, project_id);
`;

type Verdict = 'absent' | 'usable' | 'worthless' | 'not ours';

/** Inspects the file without writing, because a file of another program must not change. */
function judge(path: string): Verdict {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'absent';
  let owner = 0;
  let raw: Database.Database | null = null;
  try {
    raw = new Database(path, { readonly: true, fileMustExist: true });
    owner = raw.pragma('application_id', { simple: true }) as number;
    const version = raw.pragma('user_version', { simple: true }) as number;
    if (owner !== APPLICATION_ID || version > VERSION) return 'not ours';
    return version === VERSION ? 'usable' : 'worthless';
  } catch (error) {
    if (!isDamage(error)) throw error;
    return owner === APPLICATION_ID ? 'worthless' : 'not ours';
  } finally {
    raw?.close();
  }
}

function remove(path: string): void {
  for (const suffix of SUFFIXES) rmSync(path + suffix, { force: true });
}

/** Moved instead of deleted, because somebody may need it. */
function moveAside(path: string, now: number): string {
  const target = `${path}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`;
  for (const suffix of SUFFIXES) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  return target;
}

function configure(raw: Database.Database): void {
  // A vector of 768 numbers takes 3 KB and vec0 stores 64 of them per cell; small pages would form long chains. Must be set
  // before WAL.
  raw.pragma('page_size = 16384');
  raw.pragma('journal_mode = WAL');
  // Vectors lost in a power cut are computed again.
  raw.pragma('synchronous = NORMAL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('trusted_schema = OFF');
  raw.pragma('cell_size_check = ON');
  // vec0 itself overwrites a removed vector with zeros.
  raw.pragma('secure_delete = FAST');
  raw.pragma('busy_timeout = 5000');
  raw.pragma('journal_size_limit = 67108864');
}

function create(db: WritableDb): void {
  const raw = connection(db);
  transaction(db, () => {
    raw.exec(SCHEMA);
    raw.pragma(`application_id = ${APPLICATION_ID}`);
    raw.pragma(`user_version = ${VERSION}`);
  });
}

/** Reads from every table of every set: detects a truncated or overwritten file without reading all of it. */
function touch(db: WritableDb): void {
  for (const { id } of all<{ id: number }>(db, 'SELECT * FROM vector_set')) {
    one(db, 'SELECT * FROM embedding WHERE set_id = ? ORDER BY row DESC LIMIT 1', [id]);
    one(db, `SELECT rowid FROM vectors_${id} LIMIT 1`);
  }
}

function openForWriting(path: string, extension: string, isNew: boolean): VectorDb {
  makePrivateFile(path);
  const raw = new Database(path);
  try {
    const db = asWritable(raw);
    configure(raw);
    raw.loadExtension(extension);
    if (isNew) create(db);
    touch(db);
    return db as VectorDb;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Whether the file's content caused an error. vec0 reports much of that as a plain SQLITE_ERROR. */
export function isVectorDamage(error: unknown): boolean {
  return isDamage(error) || (error as { code?: unknown } | null)?.code === 'SQLITE_ERROR';
}

/** Options of {@link openVectors}. */
export interface VectorOptions {
  /** Path of the sqlite-vec library; null for none. Tests leave it out. */
  extension?: string | null;
}

/**
 * Opens the vectors, or creates the file. The file is derived, so no problem with it may block a memory: a damaged or older file
 * is created anew, a foreign or newer one is moved aside first, and anything else (no extension for this platform, no space, no
 * permission) disables vectors and gives the reason.
 */
export function openVectors(path: string, now: number, options: VectorOptions = {}): OpenedVectors {
  const extension = options.extension === undefined ? findExtension() : options.extension;
  if (extension === null) {
    return { state: 'unavailable', message: 'sqlite-vec, which searches vectors, is not installed for this platform.' };
  }
  try {
    const verdict = judge(path);
    const setAside = verdict === 'not ours' ? moveAside(path, now) : null;
    if (verdict === 'worthless') remove(path);
    const isNew = verdict !== 'usable';
    try {
      return { state: 'ready', db: openForWriting(path, extension, isNew), isNew, setAside };
    } catch (error) {
      if (isNew || !isVectorDamage(error)) throw error;
      remove(path);
      return { state: 'ready', db: openForWriting(path, extension, true), isNew: true, setAside: null };
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { state: 'unavailable', message: `vectors.db could not be opened: ${reason}.` };
  }
}

/** Deletes the file when it is found damaged during use. The handle must be closed. */
export function deleteVectors(path: string): void {
  remove(path);
}
