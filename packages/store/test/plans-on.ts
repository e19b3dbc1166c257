import { expect } from 'vitest';
import { connection, type ReadableDb } from '../src/index.ts';
import { statementsOf } from './statements-of.ts';

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
