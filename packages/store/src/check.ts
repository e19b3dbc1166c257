import { settings } from '@twicewise/contract';
import { all, connection, one, type ReadableDb } from './database.ts';

/** What a full check found. `problems` is empty when all is well, at most 20 entries otherwise. */
export interface CheckResult {
  ok: boolean;
  problems: string[];
  milliseconds: number;
  rows: number;
}

const MAX_PROBLEMS = 20;

/** JSON columns, which must parse; a flipped bit in one of them is damage that SQLite's own check does not see. */
const JSON_CELLS: readonly (readonly [table: string, column: string])[] = [
  ['project', 'settings'],
  ['project', 'extra'],
  ['session', 'extra'],
  ['reflection', 'extra'],
  ['operation_change', 'before'],
  ['operation_change', 'after'],
  ['request_key', 'answer'],
];

/** Checks everything: pages and indexes, foreign keys, JSON cells, counters, settings. Reads all rows: slow by nature. */
export function checkDatabase(db: ReadableDb, clock: () => number): CheckResult {
  const started = clock();
  const problems: string[] = [];
  const raw = connection(db);
  for (const row of raw.pragma('integrity_check(20)') as { integrity_check: string }[]) {
    if (row.integrity_check !== 'ok') problems.push(row.integrity_check);
  }
  for (const row of (raw.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]).slice(
    0,
    20,
  )) {
    problems.push(`${row.table} row ${row.rowid} points to a missing ${row.parent}`);
  }
  for (const [table, column] of JSON_CELLS) {
    const bad = one<{ n: number }>(
      db,
      `SELECT COUNT(*) AS n FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column})`,
    );
    if (bad && bad.n > 0) problems.push(`${bad.n} cells of ${table}.${column} are not JSON`);
  }
  problems.push(...counterProblems(db), ...settingProblems(db));
  const rows = one<{ n: number }>(db, 'SELECT COUNT(*) AS n FROM reflection')?.n ?? 0;
  return {
    ok: problems.length === 0,
    problems: problems.slice(0, MAX_PROBLEMS),
    milliseconds: clock() - started,
    rows,
  };
}

function counterProblems(db: ReadableDb): string[] {
  const highest = one<{ n: number | null }>(
    db,
    'SELECT MAX((SELECT MAX(seq) FROM reflection), (SELECT MAX(seq) FROM operation)) AS n',
  );
  const counter = one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'seq'");
  if (!counter) return ['the counter of the order of truth is missing'];
  return counter.value < (highest?.n ?? 0) ? ['the counter of the order of truth is behind the rows'] : [];
}

function settingProblems(db: ReadableDb): string[] {
  const known = new Set(Object.keys(settings.shape));
  const stored = all<{ key: string }>(db, 'SELECT key FROM setting');
  return stored.filter((row) => !known.has(row.key)).map((row) => `the setting ${row.key} is not known`);
}
