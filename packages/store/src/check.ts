import { settings } from '@twicewise/contract';
import { all, connection, one, type ReadableDb } from './database.ts';
import { alteredRecords, ENTITY_TABLES, type EntityKind } from './entities.ts';
import { isDamage } from './failures.ts';
import { alteredOperations } from './operations-log.ts';

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
  ['source', 'extra'],
  ['session', 'metrics'],
  ['session', 'working_summary'],
  ['session', 'extra'],
  ['reflection', 'extra'],
  ['reflection', 'what_worked'],
  ['reflection', 'what_did_not_work'],
  ['reflection', 'tags'],
  ['reflection', 'related_entity_ids'],
  ['episode', 'decisions'],
  ['episode', 'events'],
  ['episode', 'links'],
  ['episode', 'metrics'],
  ['episode', 'lessons'],
  ['episode', 'memory_refs'],
  ['episode', 'extracted'],
  ['episode', 'extra'],
  ['claim', 'extra'],
  ['operation_change', 'before'],
  ['operation_change', 'after'],
  ['request_key', 'answer'],
  ['setting', 'value'],
  ['job', 'input'],
  ['job', 'caller'],
  ['job', 'position'],
  ['job', 'result'],
  ['job', 'error'],
];

/**
 * Checks everything: pages and indexes, foreign keys, JSON cells, row hashes, counters, settings. Reads all rows: slow by
 * nature. Damage that stops one of the checks is itself a finding.
 */
export function checkDatabase(db: ReadableDb, clock: () => number): CheckResult {
  const started = clock();
  const problems: string[] = [];
  // One snapshot for all of it: rows that change between two reads would look damaged.
  connection(db).exec('BEGIN');
  try {
    problems.push(...findProblems(db));
  } finally {
    // Damage may have ended it already.
    if (connection(db).inTransaction) connection(db).exec('ROLLBACK');
  }
  return {
    ok: problems.length === 0,
    problems: problems.slice(0, MAX_PROBLEMS),
    milliseconds: clock() - started,
    rows: problems.length === 0 ? (one<{ n: number }>(db, 'SELECT COUNT(*) AS n FROM reflection')?.n ?? 0) : 0,
  };
}

function findProblems(db: ReadableDb): string[] {
  const problems: string[] = [];
  for (const check of [structure, foreignKeys, jsonCells, counterProblems, settingProblems, alterations]) {
    try {
      problems.push(...check(db));
    } catch (error) {
      if (!isDamage(error)) throw error;
      problems.push(`the ${check.name} check was stopped by damage: ${(error as Error).message}`);
    }
  }
  return problems;
}

function structure(db: ReadableDb): string[] {
  const rows = connection(db).pragma(`integrity_check(${MAX_PROBLEMS})`) as { integrity_check: string }[];
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

function foreignKeys(db: ReadableDb): string[] {
  const rows = connection(db).pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  return rows
    .slice(0, MAX_PROBLEMS)
    .map(({ table, rowid, parent }) => `${table} row ${rowid} points to a missing ${parent}`);
}

function jsonCells(db: ReadableDb): string[] {
  return JSON_CELLS.flatMap(([table, column]) => {
    const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column})`;
    const bad = one<{ n: number }>(db, sql)?.n ?? 0;
    return bad > 0 ? [`${bad} cells of ${table}.${column} are not JSON`] : [];
  });
}

/** Records whose content no longer fits the hash that was stored with them. */
function alterations(db: ReadableDb): string[] {
  const found: [what: string, ids: string[]][] = [
    ...(Object.keys(ENTITY_TABLES) as EntityKind[]).map((kind): [string, string[]] => [
      kind,
      alteredRecords(db, kind, MAX_PROBLEMS),
    ]),
    ['operation', alteredOperations(db, MAX_PROBLEMS)],
  ];
  return found.flatMap(([what, ids]) => ids.map((id) => `the ${what} ${id} is not as it was written`));
}

function counterProblems(db: ReadableDb): string[] {
  const highest = one<{ n: number | null }>(
    db,
    'SELECT MAX(seq) AS n FROM (SELECT MAX(seq) AS seq FROM reflection UNION ALL SELECT MAX(seq) FROM episode UNION ALL SELECT MAX(seq) FROM claim UNION ALL SELECT MAX(seq) FROM operation)',
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
