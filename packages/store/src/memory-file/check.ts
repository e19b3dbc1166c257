import { alteredToldTexts } from '../exposures/told-texts.ts';
import { alteredRecords } from '../runtime/records.ts';
import { isSettingKey } from '../settings/setting-keys.ts';
import { all, connection, one, type ReadableDb } from '../sql/database.ts';
import { isDamage } from '../sql/sqlite-errors.ts';
import { isJson } from '../tables/columns.ts';
import { ENTITY_TABLES, type EntityKind } from '../tables/entities.ts';
import { CALLS, CHANGES, JOBS } from '../tables/log.ts';
import { alteredTexts } from '../turns/texts.ts';
import { alteredOperations } from '../undo/operations-log.ts';

/** The result of a full check. */
export interface CheckResult {
  ok: boolean;
  /** Number of all problems, including those not listed. */
  total: number;
  /** At most {@link MAX_PROBLEMS}, altered records first. */
  problems: string[];
  milliseconds: number;
  rows: number;
}

const MAX_PROBLEMS = 20;
/** Limit passed to SQLite's own check. A file with this many problems is lost anyway. */
const MAX_STRUCTURE = 100_000;

/** JSON columns, which must parse. SQLite's own check does not detect a flipped bit in them. */
const JSON_CELLS: readonly (readonly [table: string, column: string])[] = [
  ...[...Object.values(ENTITY_TABLES), CHANGES, JOBS, CALLS].flatMap(({ table, columns }) =>
    Object.values(columns).flatMap((column) => (isJson(column) ? [[table, column.name] as const] : [])),
  ),
  ['request_key', 'answer'],
  ['turn_part', 'chunks'],
];

/** Problems of one sort: their number, and the first ones in words. */
class Findings {
  total = 0;
  readonly named: string[] = [];

  add(problem: string, times = 1): void {
    this.total += times;
    if (this.named.length < MAX_PROBLEMS) this.named.push(problem);
  }
}

/**
 * Checks row hashes, pages and indexes, foreign keys, JSON cells, counters and settings. Reads all rows, so it is slow. Damage
 * that stops one of the checks is itself reported.
 */
export function checkDatabase(db: ReadableDb, clock: () => number): CheckResult {
  const started = clock();
  let findings: Findings[] = [];
  // One snapshot for all checks, because rows that change between two reads would look damaged.
  connection(db).exec('BEGIN');
  try {
    findings = findProblems(db);
  } finally {
    // Damage may have ended the transaction already.
    if (connection(db).inTransaction) connection(db).exec('ROLLBACK');
  }
  const total = findings.reduce((sum, found) => sum + found.total, 0);
  return {
    ok: total === 0,
    total,
    problems: firstOf(findings),
    milliseconds: clock() - started,
    rows: total === 0 ? (one<{ n: number }>(db, 'SELECT COUNT(*) AS n FROM reflection')?.n ?? 0) : 0,
  };
}

/** The first problem of every sort, then more of each in order, up to the limit. */
function firstOf(findings: readonly Findings[]): string[] {
  const found = findings.filter(({ total }) => total > 0);
  let room = MAX_PROBLEMS - found.length;
  return found.flatMap(({ named }) => {
    const told = named.slice(0, 1 + room);
    room -= told.length - 1;
    return told;
  });
}

/** Altered records come first: nothing else would notice them, so less important problems must not crowd them out. */
function findProblems(db: ReadableDb): Findings[] {
  return [alterations, turnTexts, toldTexts, structure, foreignKeys, jsonCells, counterProblems, settingProblems].map(
    (check) => {
      const found = new Findings();
      try {
        check(db, found);
      } catch (error) {
        if (!isDamage(error)) throw error;
        found.add(`the ${check.name} check was stopped by damage: ${(error as Error).message}`);
      }
      return found;
    },
  );
}

/** Records whose content does not match their stored hash; some of every kind. */
function alterations(db: ReadableDb, found: Findings): void {
  const kinds: [what: string, altered: Generator<string>][] = [
    ...(Object.keys(ENTITY_TABLES) as EntityKind[]).map((kind): [string, Generator<string>] => [
      kind,
      alteredRecords(db, kind),
    ]),
    ['operation', alteredOperations(db)],
  ];
  // Takes them in turns, so that many of one kind do not hide the only one of another.
  for (let left = kinds; left.length > 0; ) {
    left = left.filter(([what, altered]) => {
      const { done, value: id } = altered.next();
      if (!done) found.add(`the ${what} ${id} is not as it was written`);
      return !done;
    });
  }
}

/** Texts of turns that are not as they were written. */
function turnTexts(db: ReadableDb, found: Findings): void {
  for (const problem of alteredTexts(db)) found.add(problem);
}

/** Texts that agents were given and that are not as they were written. */
function toldTexts(db: ReadableDb, found: Findings): void {
  for (const seq of alteredToldTexts(db))
    found.add(`the text that was shown with answer ${seq} is not as it was written`);
}

function structure(db: ReadableDb, found: Findings): void {
  const lines = connection(db).prepare(`PRAGMA integrity_check(${MAX_STRUCTURE})`).pluck().iterate();
  for (const line of lines as IterableIterator<string>) if (line !== 'ok') found.add(line);
}

function foreignKeys(db: ReadableDb, found: Findings): void {
  const rows = connection(db).prepare('PRAGMA foreign_key_check').iterate();
  for (const { table, rowid, parent } of rows as IterableIterator<{ table: string; rowid: number; parent: string }>)
    found.add(`${table} row ${rowid} points to a missing ${parent}`);
}

function jsonCells(db: ReadableDb, found: Findings): void {
  for (const [table, column] of JSON_CELLS) {
    const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column})`;
    const bad = one<{ n: number }>(db, sql)?.n ?? 0;
    if (bad > 0) found.add(`${bad} cells of ${table}.${column} are not JSON`, bad);
  }
}

function counterProblems(db: ReadableDb, found: Findings): void {
  const highest = one<{ n: number | null }>(
    db,
    'SELECT MAX(seq) AS n FROM (SELECT MAX(seq) AS seq FROM reflection UNION ALL SELECT MAX(seq) FROM episode UNION ALL SELECT MAX(seq) FROM claim UNION ALL SELECT MAX(seq) FROM attempt UNION ALL SELECT MAX(seq) FROM turn UNION ALL SELECT MAX(seq) FROM operation)',
  );
  const counter = one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'seq'");
  if (!counter) found.add('the counter of the order of truth is missing');
  else if (counter.value < (highest?.n ?? 0)) found.add('the counter of the order of truth is behind the rows');
}

function settingProblems(db: ReadableDb, found: Findings): void {
  for (const { key } of all<{ key: string }>(db, 'SELECT key FROM setting'))
    if (!isSettingKey(key)) found.add(`the setting ${key} is not known`);
}
