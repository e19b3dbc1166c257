import type Database from 'better-sqlite3';
import { connection, type ReadableDb } from '../src/index.ts';

/** The statements that a call runs, caught where they are prepared. */
export function statementsOf(on: ReadableDb, call: () => unknown): string[] {
  const raw = connection(on);
  const caught: string[] = [];
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((sql: string) => {
    caught.push(sql);
    return prepare(sql);
  }) as Database.Database['prepare'];
  try {
    call();
  } finally {
    raw.prepare = prepare as Database.Database['prepare'];
  }
  return caught;
}
