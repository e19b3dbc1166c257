import type { Change } from '@twicewise/contract';
import { dependentsOf, type EntityRecord, type OwnerKind, type ReadableDb, readRecord } from '@twicewise/store';
import { sameValue } from '../runtime/operation-recorder.ts';
import { type Ground, nothingLeft } from './reverse.ts';

/**
 * Simulates reversals without writing. Each reversal takes effect as a whole or, on a conflict, not at all. It cannot see
 * conflicts that only the database detects, such as a name that is taken.
 */
export class Rehearsal implements Ground {
  readonly #db: ReadableDb;
  readonly #dependents = new Map<string, number>();
  readonly #records = new Map<string, EntityRecord | null>();
  #pending = new Map<string, EntityRecord | null>();
  /** Revision of simulated changes: higher than any that was written. */
  #revision = Number.MAX_SAFE_INTEGER / 2;

  constructor(db: ReadableDb) {
    this.#db = db;
  }

  read(entity: Change['entity'], id: string): EntityRecord | null {
    const key = `${entity} ${id}`;
    const thought = this.#pending.has(key) ? this.#pending.get(key) : this.#records.get(key);
    return thought === undefined ? readRecord(this.#db, entity, id) : thought;
  }

  readonly record: Ground['record'] = {
    create: (entity, id, record) => {
      this.#pending.set(`${entity} ${id}`, record);
      return record;
    },
    update: (entity, id, fields) => {
      const current = this.read(entity, id) ?? {};
      if (Object.keys(fields).every((field) => sameValue(current[field], fields[field]))) return false;
      this.#pending.set(`${entity} ${id}`, { ...current, ...fields, revision: this.#revision++ });
      return true;
    },
    restore: (entity, id, fields) => {
      this.#pending.set(`${entity} ${id}`, { ...this.read(entity, id), ...fields });
    },
    remove: (entity, id) => {
      this.#pending.set(`${entity} ${id}`, null);
    },
  };

  /** Like the database's check, but ignores records that the simulation removed. */
  isInUse(kind: OwnerKind, id: string): boolean {
    return (this.#dependents.get(id) ?? dependentsOf(this.#db, kind, id)) > 0;
  }

  released(): void {}

  reclaimed(): void {}

  /** Runs one reversal. On an error it rolls back the simulated changes and returns the error. */
  attempt(run: () => void): unknown {
    this.#pending = new Map();
    try {
      run();
    } catch (error) {
      return error;
    }
    if (this.#pending.size === 0) return nothingLeft();
    for (const [key, record] of this.#pending) {
      if (record === null) this.#forgetDependent(key);
      this.#records.set(key, record);
    }
    this.#pending = new Map();
    return null;
  }

  #forgetDependent(key: string): void {
    const [entity = '', id = ''] = key.split(' ');
    const gone = this.#records.get(key) ?? readRecord(this.#db, entity as Change['entity'], id) ?? {};
    for (const [kind, owner] of [
      ['project', gone.projectId],
      ['session', gone.sessionId ?? gone.parentId],
      ['source', gone.sourceId],
    ] as const) {
      if (typeof owner !== 'string') continue;
      const there = this.#dependents.get(owner) ?? dependentsOf(this.#db, kind, owner);
      this.#dependents.set(owner, there - 1);
    }
  }
}
