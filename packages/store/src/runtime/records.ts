import { AppError } from '@twicewise/contract';
import { isSettingKey } from '../settings/setting-keys.ts';
import { all, forget, one, type ReadableDb, run, type SqlValue, type WritableDb } from '../sql/database.ts';
import { ENTITY_TABLES, type EntityKind } from '../tables/entities.ts';
import { isRowHash, rowHash } from '../tables/row-hash.ts';
import {
  checkedCells,
  columnNames,
  columnsAsFields,
  decodeRecord,
  encodeRecord,
  insertInto,
  type Table,
} from '../tables/table.ts';

/** A record as the operations log stores it: all stored fields, under the contract's names. */
export type EntityRecord = Record<string, unknown>;

const HASH = 'row_hash';

interface Statements {
  insert: string;
  update: string;
  select: string;
  remove: string;
}

function buildStatements(entity: Table): Statements {
  const { table, key } = entity;
  const names = [...columnNames(entity), HASH];
  return {
    insert: insertInto(table, names),
    update: `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${key} = ?`,
    select: `SELECT ${[...columnsAsFields(entity), HASH].join(', ')} FROM ${table} WHERE ${key} = ?`,
    remove: `DELETE FROM ${table} WHERE ${key} = ?`,
  };
}

const STATEMENTS = Object.fromEntries(
  Object.entries(ENTITY_TABLES).map(([kind, table]) => [kind, buildStatements(table)]),
) as Record<EntityKind, Statements>;

/** Values of all columns in order, the checksum last. */
function toValues(kind: EntityKind, record: EntityRecord): SqlValue[] {
  const values = encodeRecord(ENTITY_TABLES[kind], record);
  values.push(rowHash(checkedCells(ENTITY_TABLES[kind], values)));
  return values;
}

/** Clears cached values of a kind of record when one is written. */
function wrote(db: WritableDb, kind: EntityKind): void {
  if (kind === 'setting') forget(db, 'settings');
  if (kind === 'project' || kind === 'session') forget(db, 'names');
}

/** Inserts a complete record. */
export function insertRecord(db: WritableDb, kind: EntityKind, record: EntityRecord): void {
  if (kind === 'setting' && !isSettingKey(String(record.key)))
    throw new Error(`no kind of setting has the key ${record.key}`);
  wrote(db, kind);
  run(db, STATEMENTS[kind].insert, toValues(kind, record));
}

/** Replaces a complete record. Throws if it does not exist, so that no update is lost silently. */
export function replaceRecord(db: WritableDb, kind: EntityKind, record: EntityRecord): void {
  wrote(db, kind);
  const id = String(record[ENTITY_TABLES[kind].key]);
  const changed = run(db, STATEMENTS[kind].update, [...toValues(kind, record), id]);
  if (changed !== 1) throw new Error(`${kind} ${id} to replace is missing`);
}

/** Removes a record's row. Only undo does this; deleting sets a mark. */
export function removeRecord(db: WritableDb, kind: EntityKind, id: string): void {
  wrote(db, kind);
  const changed = run(db, STATEMENTS[kind].remove, [id]);
  if (changed !== 1) throw new Error(`${kind} ${id} to remove is missing`);
}

type StoredRow = Record<string, SqlValue>;

function storedRow(db: ReadableDb, kind: EntityKind, id: string): StoredRow | undefined {
  return one<StoredRow>(db, STATEMENTS[kind].select, [id]);
}

/** Reads a complete record, or null. */
export function readRecord(db: ReadableDb, kind: EntityKind, id: string): EntityRecord | null {
  const row = storedRow(db, kind, id);
  return row ? decodeRecord(ENTITY_TABLES[kind], row) : null;
}

/**
 * Reads a complete record before overwriting it, or null. Throws `unavailable` (`damaged`) when it does not match its checksum: a
 * new checksum would make the damaged content look valid, and an unreadable list look empty (R14).
 */
export function readSoundRecord(db: ReadableDb, kind: EntityKind, id: string): EntityRecord | null {
  const row = storedRow(db, kind, id);
  if (!row) return null;
  if (!isSound(kind, row)) {
    throw new AppError({
      code: 'unavailable',
      reason: 'damaged',
      message: `The ${kind} ${id} is not as it was written: the memory file is damaged`,
      effect: '. Nothing was changed.',
      hint: 'Run twicewise doctor: it says what is damaged, and with which command the newest good backup is restored.',
    });
  }
  return decodeRecord(ENTITY_TABLES[kind], row);
}

/** Keys of records that do not match their checksum, one by one. Reads every row. */
export function* alteredRecords(db: ReadableDb, kind: EntityKind): Generator<string> {
  const { table, key } = ENTITY_TABLES[kind];
  for (const { id } of all<{ id: string }>(db, `SELECT ${key} AS id FROM ${table} NOT INDEXED`)) {
    const row = storedRow(db, kind, id);
    if (!row || !isSound(kind, row)) yield id;
  }
}

function isSound(kind: EntityKind, { [HASH]: stored, ...columns }: StoredRow): boolean {
  return isRowHash(stored, checkedCells(ENTITY_TABLES[kind], Object.values(columns)));
}
