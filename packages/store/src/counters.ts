import { one, type ReadableDb, run, type WritableDb } from './database.ts';

/** Next value of the one order of truth. Never given twice, also not after an undo. */
export function nextSeq(db: WritableDb): number {
  return advance(db, 'seq');
}

/** Next revision of the stream of change events. */
export function nextRevision(db: WritableDb): number {
  return advance(db, 'revision');
}

/** Revision of the newest change event. */
export function currentRevision(db: ReadableDb): number {
  return one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'revision'")?.value ?? 0;
}

/** When the whole file was last checked, in milliseconds since 1970; 0 for never. */
export function lastCheckedAt(db: ReadableDb): number {
  return one<{ value: number }>(db, "SELECT value FROM counter WHERE name = 'checked_at'")?.value ?? 0;
}

/** Remembers that the whole file was checked, over restarts: a check is due daily, not after a day without a restart. */
export function noteChecked(db: WritableDb, at: number): void {
  run(db, "INSERT INTO counter VALUES ('checked_at', ?) ON CONFLICT DO UPDATE SET value = excluded.value", [at]);
}

function advance(db: WritableDb, name: string): number {
  const row = one<{ value: number }>(db, 'UPDATE counter SET value = value + 1 WHERE name = ? RETURNING value', [name]);
  if (!row) throw new Error(`counter ${name} is missing`);
  return row.value;
}
