import { one, type ReadableDb, remember, run, type WritableDb } from '../sql/database.ts';

/** Numbers reserved in the file at once. Unused ones are skipped when the program ends; gaps are harmless. */
const BLOCK = 256;

/** The next `seq`, which orders all records. Never given twice, not even after an undo or a rollback. */
export function nextSeq(db: WritableDb): number {
  const block = remember(db, 'seq', () => ({ next: 1, end: 0 }));
  if (block.next > block.end) {
    block.end = advance(db, 'seq', BLOCK);
    block.next = block.end - BLOCK + 1;
  }
  return block.next++;
}

/** Time of the last full check, in milliseconds since 1970; 0 for never. */
export function lastCheckedAt(db: ReadableDb): number {
  return one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'checked_at'")?.value ?? 0;
}

/** Stores the time of a full check, so that the daily check stays due across restarts. */
export function noteChecked(db: WritableDb, at: number): void {
  run(db, "INSERT INTO counter VALUES ('checked_at', ?) ON CONFLICT DO UPDATE SET value = excluded.value", [at]);
}

/** The place of the last purge in the order of all records; 0 for never. */
export function lastPurgedSeq(db: ReadableDb): number {
  return one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'purged_seq'")?.value ?? 0;
}

/** Stores that something is purged now, so that nobody need look for it in the operations log. */
export function notePurged(db: WritableDb): void {
  const sql = "INSERT INTO counter VALUES ('purged_seq', ?) ON CONFLICT DO UPDATE SET value = excluded.value";
  run(db, sql, [nextSeq(db)]);
}

function advance(db: WritableDb, name: string, by: number): number {
  const sql = 'UPDATE counter SET value = value + ? WHERE name = ? RETURNING value';
  const row = one<{ value: number }>(db, sql, [by, name]);
  if (!row) throw new Error(`counter ${name} is missing`);
  return row.value;
}
