import { all, one, type ReadableDb, run, type SqlValue, type WritableDb } from '../sql/database.ts';
import { insertInto } from '../tables/table.ts';

// What a source says that agents were shown (docs/adr/0058). Unlike what happened here, it comes and goes with its source.

/** The tables of an account, each after those that its rows name, with the column that numbers its rows. */
const PARTS = {
  agent_call: { key: 'seq', rows: 'source_id = ?' },
  exposure: { key: 'seq', rows: 'call_seq IN (SELECT seq FROM agent_call WHERE source_id = ?)' },
  told_text: { key: 'call_seq', rows: 'call_seq IN (SELECT seq FROM agent_call WHERE source_id = ?)' },
} as const;
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

type Row = Record<string, SqlValue>;

/** True while anything that this source says was shown is in the account. */
export function hasAccount(db: ReadableDb, sourceId: string): boolean {
  return one(db, 'SELECT 1 FROM agent_call WHERE source_id = ? LIMIT 1', [sourceId]) !== undefined;
}

/** True while the sample is loaded: it is the only source that says what agents were shown. */
export function isSampleLoaded(db: ReadableDb): boolean {
  return one(db, 'SELECT 1 FROM agent_call WHERE source_id IS NOT NULL LIMIT 1') !== undefined;
}

/** Puts aside what this source says was shown, when the source is undone. */
export function putAccountAside(db: WritableDb, sourceId: string): void {
  if (!hasAccount(db, sourceId)) return;
  for (const part of NAMES.toReversed()) {
    const { key, rows } = PARTS[part];
    for (const row of all<Row>(db, `SELECT * FROM ${part} WHERE ${rows}`, [sourceId])) {
      const seq = row[key] ?? null;
      const sql = 'INSERT INTO account_aside (source_id, part, seq, record) VALUES (?, ?, ?, ?)';
      run(db, sql, [sourceId, part, seq, JSON.stringify(row)]);
      run(db, `DELETE FROM ${part} WHERE ${key} = ?`, [seq]);
    }
  }
}

/** Brings back what was put aside, when the source comes back. */
export function bringAccountBack(db: WritableDb, sourceId: string): void {
  for (const part of NAMES) {
    const sql = 'SELECT record FROM account_aside WHERE source_id = ? AND part = ? ORDER BY seq';
    for (const { record } of all<{ record: string }>(db, sql, [sourceId, part])) {
      const row: Row = JSON.parse(record);
      run(db, insertInto(part, Object.keys(row)), Object.values(row));
    }
  }
  run(db, 'DELETE FROM account_aside WHERE source_id = ?', [sourceId]);
}
