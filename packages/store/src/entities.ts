import { AppError, type Change } from '@twicewise/contract';
import { all, forget, one, type ReadableDb, run, type SqlValue, type WritableDb } from './database.ts';
import { parseCell } from './json-cell.ts';
import { isRowHash, rowHash } from './row-hash.ts';
import { isSettingKey } from './setting-keys.ts';

/** Kinds of records that operations write, and so that undo can restore. */
export type EntityKind = Change['entity'];
/** A record as the operations log keeps it: every stored field, in the contract's names. */
export type EntityRecord = Record<string, unknown>;

type Codec = 'plain' | 'json' | 'boolean';

interface EntityTable {
  readonly table: string;
  readonly key: string;
  /** field → [column, codec] */
  readonly columns: Readonly<Record<string, readonly [column: string, codec?: Codec]>>;
}

/**
 * The one codec per table. Records are complete, so that writing back what was read restores the row exactly;
 * the undo property test holds it to that.
 */
export const ENTITY_TABLES: Readonly<Record<EntityKind, EntityTable>> = {
  project: {
    table: 'project',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      nativeId: ['native_id'],
      name: ['name'],
      gitCommonDir: ['git_common_dir'],
      root: ['root'],
      settings: ['settings', 'json'],
      createdAt: ['created_at'],
      revision: ['revision'],
      extra: ['extra', 'json'],
      deletedAt: ['deleted_at'],
    },
  },
  source: {
    table: 'source',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      system: ['system'],
      path: ['path'],
      sha256: ['sha256'],
      importer: ['importer'],
      ruleVersion: ['rule_version'],
      trust: ['trust'],
      createdAt: ['created_at'],
      revision: ['revision'],
      extra: ['extra', 'json'],
    },
  },
  session: {
    table: 'session',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      nativeId: ['native_id'],
      projectId: ['project_id'],
      sourceId: ['source_id'],
      parentId: ['parent_id'],
      goal: ['goal'],
      agent: ['agent'],
      mode: ['mode'],
      branch: ['branch'],
      startedAt: ['started_at'],
      endedAt: ['ended_at'],
      outcome: ['outcome'],
      outcomeSource: ['outcome_source'],
      metrics: ['metrics', 'json'],
      workingSummary: ['working_summary', 'json'],
      createdAt: ['created_at'],
      timeQuality: ['time_quality'],
      revision: ['revision'],
      extra: ['extra', 'json'],
      deletedAt: ['deleted_at'],
    },
  },
  reflection: {
    table: 'reflection',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      nativeId: ['native_id'],
      projectId: ['project_id'],
      sessionId: ['session_id'],
      sourceId: ['source_id'],
      sourcePointer: ['source_pointer'],
      kind: ['kind'],
      taskDescription: ['task'],
      attemptNumber: ['attempt_ordinal'],
      outcome: ['outcome'],
      outcomeSource: ['outcome_source'],
      outcomeNative: ['outcome_native'],
      originalOutcome: ['original_outcome'],
      whatWorked: ['what_worked', 'json'],
      whatDidNotWork: ['what_did_not_work', 'json'],
      text: ['text'],
      nextStrategy: ['next_strategy'],
      rootCause: ['root_cause'],
      causalReasoning: ['causal_reasoning'],
      failureCategory: ['failure_category'],
      confidence: ['confidence'],
      state: ['state'],
      pinned: ['pinned', 'boolean'],
      tags: ['tags', 'json'],
      relatedEntityIds: ['related_entity_ids', 'json'],
      agent: ['agent'],
      authorKind: ['author_kind'],
      authorName: ['author_name'],
      contentHash: ['content_hash'],
      createdAt: ['created_at'],
      observedAt: ['observed_at'],
      timeQuality: ['time_quality'],
      updatedAt: ['updated_at'],
      revision: ['revision'],
      extra: ['extra', 'json'],
      deletedAt: ['deleted_at'],
    },
  },
  feedback: {
    table: 'feedback',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      exposureId: ['exposure_id'],
      reflectionId: ['reflection_id'],
      verdict: ['verdict'],
      note: ['note'],
      authorKind: ['author_kind'],
      authorName: ['author_name'],
      sessionRef: ['session_ref'],
      at: ['at'],
      revision: ['revision'],
    },
  },
  episode: {
    table: 'episode',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      nativeId: ['native_id'],
      sessionId: ['session_id'],
      sourceId: ['source_id'],
      sourcePointer: ['source_pointer'],
      ruleVersion: ['rule_version'],
      task: ['task'],
      outcome: ['outcome'],
      outcomeSource: ['outcome_source'],
      outcomeNative: ['outcome_native'],
      originalOutcome: ['original_outcome'],
      occurredAt: ['occurred_at'],
      timeQuality: ['time_quality'],
      decisions: ['decisions', 'json'],
      events: ['events', 'json'],
      links: ['links', 'json'],
      metrics: ['metrics', 'json'],
      lessons: ['lessons', 'json'],
      memoryRefs: ['memory_refs', 'json'],
      extracted: ['extracted', 'json'],
      authorKind: ['author_kind'],
      authorName: ['author_name'],
      createdAt: ['created_at'],
      updatedAt: ['updated_at'],
      revision: ['revision'],
      extra: ['extra', 'json'],
      deletedAt: ['deleted_at'],
    },
  },
  claim: {
    table: 'claim',
    key: 'id',
    columns: {
      seq: ['seq'],
      id: ['id'],
      projectId: ['project_id'],
      sessionId: ['session_id'],
      sourceId: ['source_id'],
      sourcePointer: ['source_pointer'],
      stance: ['stance'],
      relation: ['relation'],
      fromKind: ['from_kind'],
      fromText: ['from_text'],
      toKind: ['to_kind'],
      toText: ['to_text'],
      basis: ['basis'],
      note: ['note'],
      authorKind: ['author_kind'],
      authorName: ['author_name'],
      createdAt: ['created_at'],
      updatedAt: ['updated_at'],
      revision: ['revision'],
      extra: ['extra', 'json'],
      deletedAt: ['deleted_at'],
    },
  },
  setting: {
    table: 'setting',
    key: 'key',
    columns: { key: ['key'], value: ['value', 'json'], revision: ['revision'] },
  },
};

function encode(value: unknown, codec: Codec = 'plain'): SqlValue {
  if (value === null || value === undefined) return null;
  if (codec === 'json') return JSON.stringify(value);
  if (codec === 'boolean') return value ? 1 : 0;
  return value as SqlValue;
}

function decode(value: SqlValue, codec: Codec = 'plain'): unknown {
  if (value === null) return null;
  if (codec === 'json') return parseCell(String(value), { unreadable: value });
  if (codec === 'boolean') return value === 1;
  return value;
}

const HASH = 'row_hash';

interface Statements {
  insert: string;
  update: string;
  select: string;
  remove: string;
  /** Fields with their columns and codecs, in the order of the statements' parameters. */
  fields: readonly (readonly [field: string, column: string, codec: Codec])[];
}

function buildStatements({ table, key, columns }: EntityTable): Statements {
  const fields = Object.entries(columns).map(([field, [column, codec]]) => [field, column, codec ?? 'plain'] as const);
  const names = [...fields.map(([, column]) => column), HASH];
  return {
    insert: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    update: `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${key} = ?`,
    select: `SELECT ${names.join(', ')} FROM ${table} WHERE ${key} = ?`,
    remove: `DELETE FROM ${table} WHERE ${key} = ?`,
    fields,
  };
}

const STATEMENTS = Object.fromEntries(
  Object.entries(ENTITY_TABLES).map(([kind, table]) => [kind, buildStatements(table)]),
) as Record<EntityKind, Statements>;

/** Values of all columns in their order, the hash last. */
function toValues(kind: EntityKind, record: EntityRecord): SqlValue[] {
  const values = STATEMENTS[kind].fields.map(([field, , codec]) => encode(record[field], codec));
  values.push(rowHash(values));
  return values;
}

/** What was remembered of a kind of record is no longer true once one is written. */
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

/** Replaces a record by its new complete form. Throws if it does not exist: a lost update must not pass in silence. */
export function replaceRecord(db: WritableDb, kind: EntityKind, record: EntityRecord): void {
  wrote(db, kind);
  const id = String(record[ENTITY_TABLES[kind].key]);
  const changed = run(db, STATEMENTS[kind].update, [...toValues(kind, record), id]);
  if (changed !== 1) throw new Error(`${kind} ${id} to replace is missing`);
}

/** Removes a record. Only undo does this; deleting is a mark. */
export function removeRecord(db: WritableDb, kind: EntityKind, id: string): void {
  wrote(db, kind);
  const changed = run(db, STATEMENTS[kind].remove, [id]);
  if (changed !== 1) throw new Error(`${kind} ${id} to remove is missing`);
}

type StoredRow = Record<string, SqlValue>;

function storedRow(db: ReadableDb, kind: EntityKind, id: string): StoredRow | undefined {
  return one<StoredRow>(db, STATEMENTS[kind].select, [id]);
}

function toRecord(kind: EntityKind, row: StoredRow): EntityRecord {
  const record: EntityRecord = {};
  for (const [field, column, codec] of STATEMENTS[kind].fields) record[field] = decode(row[column] ?? null, codec);
  return record;
}

/** Reads a complete record, or null. */
export function readRecord(db: ReadableDb, kind: EntityKind, id: string): EntityRecord | null {
  const row = storedRow(db, kind, id);
  return row ? toRecord(kind, row) : null;
}

/**
 * Reads a complete record that is to be written over, or null. Throws `unavailable` (`damaged`) when it is not as it was
 * written: a new checksum would pass off what is left of it as good, and an unreadable list as an empty one (R14).
 */
export function readSoundRecord(db: ReadableDb, kind: EntityKind, id: string): EntityRecord | null {
  const row = storedRow(db, kind, id);
  if (!row) return null;
  if (!isSound(row)) {
    throw new AppError({
      code: 'unavailable',
      reason: 'damaged',
      message: `The ${kind} ${id} is not as it was written: the memory file is damaged. Nothing was changed.`,
      hint: 'Run twicewise doctor: it says what is damaged, and with which command the newest good backup is restored.',
    });
  }
  return toRecord(kind, row);
}

/** Keys of records that are not as they were written, one by one. Reads every row. */
export function* alteredRecords(db: ReadableDb, kind: EntityKind): Generator<string> {
  const { table, key } = ENTITY_TABLES[kind];
  for (const { id } of all<{ id: string }>(db, `SELECT ${key} AS id FROM ${table} NOT INDEXED`)) {
    const row = storedRow(db, kind, id);
    if (!row || !isSound(row)) yield id;
  }
}

function isSound({ [HASH]: stored, ...columns }: StoredRow): boolean {
  return isRowHash(stored, Object.values(columns));
}
