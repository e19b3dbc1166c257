import { afterAll, beforeAll, expect } from 'vitest';
import { closeStore, connection, type ReadableDb, type WritableDb } from '../src/index.ts';
import { freshPaths, furnish, open, removeFolders } from './harness.ts';
import { statementsOf } from './statements-of.ts';

/** A memory with some of everything for all tests of a file, in which what is asked has a plan. */
export function furnishedMemory(): () => WritableDb {
  let db: WritableDb;
  beforeAll(() => {
    db = open(freshPaths());
    furnish(db, 40);
  });
  afterAll(() => {
    closeStore(db);
    removeFolders();
  });
  return () => db;
}

/** The lines of a statement's query plan. */
export function planOn(db: ReadableDb, sql: string): string[] {
  const count = (sql.match(/\?/g) ?? []).length;
  const named = [...sql.matchAll(/:([a-zA-Z_]+)/g)].map((match) => match[1] ?? '');
  const statement = connection(db).prepare(`EXPLAIN QUERY PLAN ${sql}`);
  const rows =
    named.length > 0
      ? statement.all(Object.fromEntries(named.map((name) => [name, 1])))
      : statement.all(Array(count).fill(1));
  return (rows as { detail: string }[]).map((row) => row.detail);
}

/** The lines of the query plans of all statements that a call prepares. */
export function plansOn(db: ReadableDb, call: () => unknown): string[] {
  const statements = statementsOf(db, call);
  expect(statements.length, 'the call prepared nothing: it was asked before').toBeGreaterThan(0);
  return statements.flatMap((sql) => planOn(db, sql));
}
