import { one, type ReadableDb, remember, run, type WritableDb } from './database.ts';

/** Numbers taken from the file at once. Those not used when the program ends are never given: gaps do no harm. */
const BLOCK = 256;

/** Next value of the one order of truth. Never given twice, also not after an undo or a rollback. */
export function nextSeq(db: WritableDb): number {
  const block = remember(db, 'seq', () => ({ next: 1, end: 0 }));
  if (block.next > block.end) {
    block.end = advance(db, 'seq', BLOCK);
    block.next = block.end - BLOCK + 1;
  }
  return block.next++;
}

/** When the whole file was last checked, in milliseconds since 1970; 0 for never. */
export function lastCheckedAt(db: ReadableDb): number {
  return one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'checked_at'")?.value ?? 0;
}

/** Remembers that the whole file was checked, over restarts: a check is due daily, not after a day without a restart. */
export function noteChecked(db: WritableDb, at: number): void {
  run(db, "INSERT INTO counter VALUES ('checked_at', ?) ON CONFLICT DO UPDATE SET value = excluded.value", [at]);
}

function advance(db: WritableDb, name: string, by: number): number {
  const sql = 'UPDATE counter SET value = value + ? WHERE name = ? RETURNING value';
  const row = one<{ value: number }>(db, sql, [by, name]);
  if (!row) throw new Error(`counter ${name} is missing`);
  return row.value;
}
