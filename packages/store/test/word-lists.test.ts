import { author } from '@twicewise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeStore, connection, type WritableDb } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import { oneOf } from '../src/migrations/one-of.ts';
import { CLAIMS, EPISODES, FEEDBACK, REFLECTIONS, SESSIONS } from '../src/tables/entities.ts';
import { JOBS, OPERATIONS } from '../src/tables/log.ts';
import { freshPaths, open, removeFolders } from './harness.ts';

/** The last migration that listed words in a CHECK. SQLite cannot change a CHECK, so another word meant copying a whole table. */
const LAST_WITH_WORDS = 100;

const COLUMN = /\(?\s*(\w+)\s*(?:=|IN\b)/;

/** The CHECK conditions that list words, however they are written. */
function wordChecks(sql: string): string[] {
  const found: string[] = [];
  for (const { index } of sql.matchAll(/\bCHECK\s*\(/gi)) {
    const start = sql.indexOf('(', index);
    let depth = 0;
    let end = start;
    do depth += { '(': 1, ')': -1 }[sql[end++] ?? ')'] ?? 0;
    while (depth > 0);
    const condition = sql.slice(start + 1, end - 1);
    if (/'\w*'/.test(condition)) found.push(condition);
  }
  return found;
}

describe('a migration from now on', () => {
  it('lists no words of a column: they live in the contract', () => {
    const later = migrations.filter(({ version }) => version > LAST_WITH_WORDS);
    expect(later.flatMap(({ name, sql }) => wordChecks(sql).map((check) => `${name}: ${check}`))).toEqual([]);
  });

  it.each([
    "CREATE TABLE t (a TEXT CHECK (a IN ('x', 'y'))) STRICT",
    "CREATE TABLE t (a TEXT NOT NULL check(a = 'x' OR a = 'y')) STRICT",
    `ALTER TABLE t ADD COLUMN a TEXT CHECK ${oneOf('a', 'x y')}`,
    "CREATE TABLE t (a TEXT, CONSTRAINT words CHECK (\n  a IN ('x')))",
  ])('would be seen if it did: %s', (sql) => {
    expect(wordChecks(sql)).toHaveLength(1);
  });

  it('may still check that a cell is JSON, a flag, or within bounds', () => {
    const sql = `CREATE TABLE t (a TEXT CHECK (json_valid(a)), b INTEGER CHECK (b IN (0, 1)), c REAL CHECK (c BETWEEN 0 AND 1),
      d TEXT DEFAULT 'x', e TEXT CHECK (json_extract(e, '$.kind') IS NOT NULL))`;
    expect(wordChecks(sql)).toEqual([]);
  });
});

describe('the words that older migrations list', () => {
  let db: WritableDb;
  beforeAll(() => {
    db = open(freshPaths());
  });
  afterAll(() => {
    closeStore(db);
    removeFolders();
  });

  for (const { table, columns, schema } of [
    ...[REFLECTIONS, SESSIONS, FEEDBACK, EPISODES, CLAIMS],
    ...[OPERATIONS, JOBS],
  ]) {
    it(`of ${table} are those of the contract`, () => {
      const sql = connection(db).prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table) as string;
      const wrong: unknown[] = [];
      expect(wordChecks(sql)).not.toEqual([]);
      for (const check of wordChecks(sql)) {
        const column = COLUMN.exec(check)?.[1];
        const field = Object.entries(columns).find(([, { name }]) => name === column)?.[0] ?? '';
        const ofContract = wordsOf(field === 'authorKind' ? author.shape.kind : schema.shape[field as never]);
        const listed = [...check.matchAll(/'(\w+)'/g)].map(([, word]) => word);
        if (listed.toSorted().join() !== ofContract.toSorted().join()) wrong.push({ column, listed, ofContract });
      }
      expect(wrong).toEqual([]);
    });
  }
});

/** The words of an enum in the contract, which may be nullable. */
function wordsOf(schema: unknown): string[] {
  const { options, unwrap } = schema as { options?: string[]; unwrap?: () => unknown };
  return options ?? (unwrap ? wordsOf((schema as { unwrap(): unknown }).unwrap()) : []);
}
