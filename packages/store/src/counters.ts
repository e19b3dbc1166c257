import { one, type ReadableDb, type WritableDb } from './database.ts';

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

function advance(db: WritableDb, name: string): number {
  const row = one<{ value: number }>(db, 'UPDATE counter SET value = value + 1 WHERE name = ? RETURNING value', [name]);
  if (!row) throw new Error(`counter ${name} is missing`);
  return row.value;
}
