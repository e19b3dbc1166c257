import type Database from 'better-sqlite3';

/** A value that SQLite stores. */
export type SqlValue = string | number | bigint | null | Uint8Array;
/** Values bound to a statement, by position or by name. */
export type SqlParameters = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

declare const readable: unique symbol;
declare const writable: unique symbol;

/** A handle for functions that only read. */
export interface ReadableDb {
  readonly [readable]: true;
}
/** A handle for functions that write; it is accepted wherever a readable one is. */
export interface WritableDb extends ReadableDb {
  readonly [writable]: true;
}

const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** Brands an open connection. Called by `open` only. */
export function asWritable(db: Database.Database): WritableDb {
  statements.set(db, new Map());
  return db as unknown as WritableDb;
}

/** The connection behind a handle, for pragmas and backups. */
export function connection(db: ReadableDb): Database.Database {
  return db as unknown as Database.Database;
}

/** Maximum number of cached statements; filters produce many different ones. */
const MAX_STATEMENTS = 300;

/** Prepares a statement once per connection, because preparing costs more than running. */
function prepare(db: ReadableDb, sql: string): Database.Statement {
  const raw = connection(db);
  const cache = statements.get(raw) ?? new Map<string, Database.Statement>();
  statements.set(raw, cache);
  const found = cache.get(sql);
  if (found) return found;
  const statement = raw.prepare(sql);
  if (cache.size >= MAX_STATEMENTS) cache.clear();
  cache.set(sql, statement);
  return statement;
}

/** All rows of a query. */
export function all<Row>(db: ReadableDb, sql: string, parameters: SqlParameters = []): Row[] {
  return prepare(db, sql).all(parameters) as Row[];
}

/**
 * Iterates over the rows of a query that are too many to hold in memory. No other statement may run on the connection meanwhile.
 */
export function each<Row>(db: ReadableDb, sql: string, parameters: SqlParameters = []): IterableIterator<Row> {
  return prepare(db, sql).iterate(parameters) as IterableIterator<Row>;
}

/** The first row of a query, or undefined. */
export function one<Row>(db: ReadableDb, sql: string, parameters: SqlParameters = []): Row | undefined {
  return prepare(db, sql).get(parameters) as Row | undefined;
}

/** Runs a write and returns how many rows it changed. */
export function run(db: WritableDb, sql: string, parameters: SqlParameters = []): number {
  return prepare(db, sql).run(parameters).changes;
}

const memos = new WeakMap<ReadableDb, Map<string, unknown>>();

/**
 * Caches a value with the writing connection. Code that changes the underlying data must call `forget`. A rollback clears the
 * cache, because cached values may never have been committed.
 */
export function remember<T>(db: ReadableDb, key: string, read: () => T): T {
  const memo = memos.get(db) ?? new Map<string, unknown>();
  memos.set(db, memo);
  if (!memo.has(key)) memo.set(key, read());
  return memo.get(key) as T;
}

/** Removes one cached value, or all. */
export function forget(db: ReadableDb, key?: string): void {
  if (key === undefined) memos.delete(db);
  else memos.get(db)?.delete(key);
}

/** Begins a transaction with the write lock; a deferred one could fail half-way with SQLITE_BUSY. */
export function begin(db: WritableDb): void {
  run(db, 'BEGIN IMMEDIATE');
}

/** Commits; the write is durable when this returns (synchronous=FULL). */
export function commit(db: WritableDb): void {
  run(db, 'COMMIT');
}

/** Rolls back, unless SQLite has done so itself (as it does on a full disk). */
export function rollback(db: WritableDb): void {
  forget(db);
  if (connection(db).inTransaction) run(db, 'ROLLBACK');
}

/** Runs `body` atomically inside a transaction (savepoint), so that a failed request leaves the others intact. */
export function savepoint<T>(db: WritableDb, body: () => T): T {
  run(db, 'SAVEPOINT request');
  try {
    const result = body();
    run(db, 'RELEASE request');
    return result;
  } catch (error) {
    forget(db);
    if (connection(db).inTransaction) {
      run(db, 'ROLLBACK TO request');
      run(db, 'RELEASE request');
    }
    throw error;
  }
}

/** Runs `body` in a transaction of its own. */
export function transaction<T>(db: WritableDb, body: () => T): T {
  begin(db);
  try {
    const result = body();
    commit(db);
    return result;
  } catch (error) {
    rollback(db);
    throw error;
  }
}
