import { isDeepStrictEqual } from 'node:util';
import { BOOKKEEPING, type Caller, type Change, type Operation, type Topic } from '@twicewise/contract';
import {
  appendOperation,
  type EntityKind,
  type EntityRecord,
  insertRecord,
  type NewId,
  nextSeq,
  readRecord,
  readSoundRecord,
  removeRecord,
  replaceRecord,
  type WritableDb,
} from '@twicewise/store';

/** The description of an operation in the log, besides its changes. */
export interface Entry {
  name: string;
  summary: string;
  kind?: Operation['kind'];
  jobId?: string | null;
  reverses?: number | null;
  sessionId?: string | null;
  projectId?: string | null;
}

export function sameValue(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null);
}

/**
 * Makes changes and records them, so that each command becomes one entry of the operations log that can be reversed exactly. Core
 * has no other way to change a record.
 */
export class OperationRecorder {
  readonly changes: Change[] = [];
  readonly #db: WritableDb;
  readonly #newId: NewId;
  readonly #caller: Caller;
  readonly #at: string;
  #seq: number | null = null;
  #operationId: string | null = null;

  constructor(db: WritableDb, newId: NewId, caller: Caller, at: string) {
    this.#db = db;
    this.#newId = newId;
    this.#caller = caller;
    this.#at = at;
  }

  /** Sequence number of this operation, which is also the revision of the records it changes. */
  get seq(): number {
    this.#seq ??= nextSeq(this.#db);
    return this.#seq;
  }

  /** Inserts a record. Sets `seq` and `revision`, unless the record has its own because it is being restored. */
  create(entity: EntityKind, id: string, record: EntityRecord): EntityRecord {
    const complete = { revision: this.seq, ...(entity === 'setting' ? {} : { seq: nextSeq(this.#db) }), ...record };
    insertRecord(this.#db, entity, complete);
    this.changes.push({ entity, entityId: id, before: null, after: complete as Change['after'] });
    return complete;
  }

  /**
   * Changes fields of a record. Returns false, and records nothing, when they already have these values. The record is then of now,
   * unless the fields say when it was changed.
   */
  update(entity: EntityKind, id: string, fields: EntityRecord): boolean {
    const current = this.require(entity, id);
    const changed = Object.keys(fields).filter((field) => !sameValue(current[field], fields[field]));
    if (changed.every((field) => BOOKKEEPING.has(field))) return false;
    const next: EntityRecord = { ...current, revision: this.seq };
    if ('updatedAt' in current) next.updatedAt = fields.updatedAt ?? this.#at;
    for (const field of changed) next[field] = fields[field];
    this.#replace(entity, id, current, next);
    return true;
  }

  /** Restores field values of a record, bookkeeping fields included. */
  restore(entity: EntityKind, id: string, fields: EntityRecord): void {
    const current = this.require(entity, id);
    this.#replace(entity, id, current, { ...current, ...fields });
  }

  /** Removes a record permanently. Used only by undo. */
  remove(entity: EntityKind, id: string): void {
    const current = this.require(entity, id);
    removeRecord(this.#db, entity, id);
    this.changes.push({ entity, entityId: id, before: current as Change['before'], after: null });
  }

  /** Notes that a record was purged, for the change event. The caller has removed it already, and its content is not logged. */
  purged(entity: EntityKind, id: string): void {
    this.changes.push({ entity, entityId: id, before: null, after: null });
  }

  /**
   * Reads a record that must exist, before overwriting it. Throws `unavailable` (`damaged`) when it cannot be read as it was
   * written (R14).
   */
  require(entity: EntityKind, id: string): EntityRecord {
    const record = readSoundRecord(this.#db, entity, id);
    if (!record) throw new Error(`${entity} ${id} is missing`);
    return record;
  }

  /** Adds the operation to the log and returns its id. Returns null, without an entry, when nothing changed (R15). */
  finish(entry: Entry): string | null {
    if (this.changes.length === 0) return null;
    const id = this.#newId('operation');
    const { author, door, client } = this.#caller;
    appendOperation(this.#db, {
      seq: this.seq,
      id,
      name: entry.name,
      kind: entry.kind ?? 'do',
      at: this.#at,
      author,
      door,
      client,
      sessionId: entry.sessionId ?? null,
      projectId: entry.projectId ?? null,
      summary: entry.summary,
      jobId: entry.jobId ?? null,
      reverses: entry.reverses ?? null,
      changes: this.changes,
    });
    this.#operationId = id;
    return id;
  }

  /** The changed records, for the change event. */
  touched(): [Topic, string][] {
    const changed = this.changes.map((change): [Topic, string] => [change.entity, change.entityId]);
    // Feedback changes the ranking of its lesson.
    for (const { entity, entityId, before, after } of this.changes) {
      const judged = entity === 'feedback' ? (after ?? before)?.reflectionId : undefined;
      if (typeof judged === 'string') changed.push(['reflection', judged]);
      // A session is indexed by the text of its episode.
      const session = entity === 'episode' ? this.#sessionOf(entityId, after ?? before) : undefined;
      if (typeof session === 'string') changed.push(['session', session]);
    }
    return this.#operationId === null ? changed : [...changed, ['operation', this.#operationId]];
  }

  /** The session of an episode. Looked up when a change does not contain it. */
  #sessionOf(episodeId: string, known: Change['after']): unknown {
    return known?.sessionId ?? readRecord(this.#db, 'episode', episodeId)?.sessionId;
  }

  #replace(entity: EntityKind, id: string, before: EntityRecord, after: EntityRecord): void {
    replaceRecord(this.#db, entity, after);
    const fields = Object.keys(after).filter((field) => !sameValue(before[field], after[field]));
    const pick = (record: EntityRecord) => Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
    this.changes.push({
      entity,
      entityId: id,
      before: pick(before) as Change['before'],
      after: pick(after) as Change['after'],
    });
  }
}
