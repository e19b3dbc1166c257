import type { Change } from '@twicewise/contract';
import { dependentsOf, type EntityRecord, type OwnerKind, type ReadableDb, readRecord } from '@twicewise/store';
import { sameValue } from '../runtime/operation-recorder.ts';
import { type Ground, nothingLeft } from './reverse.ts';

/** A record as a simulation left it; null where it was removed. */
interface Thought {
  entity: Change['entity'];
  id: string;
  record: EntityRecord | null;
}

/**
 * Simulates reversals without writing. Each reversal takes effect as a whole or, on a conflict, not at all. It cannot see
 * conflicts that only the database detects, such as a name that is taken.
 */
export class Rehearsal implements Ground {
  readonly #db: ReadableDb;
  readonly #dependents = new Map<string, number>();
  readonly #thoughts = new Map<string, Thought>();
  #pending = new Map<string, Thought>();
  /** Revision of simulated changes: higher than any that was written. */
  #revision = Number.MAX_SAFE_INTEGER / 2;

  constructor(db: ReadableDb) {
    this.#db = db;
  }

  read(entity: Change['entity'], id: string): EntityRecord | null {
    const key = `${entity} ${id}`;
    const thought = this.#pending.get(key) ?? this.#thoughts.get(key);
    return thought === undefined ? readRecord(this.#db, entity, id) : thought.record;
  }

  #think(entity: Change['entity'], id: string, record: EntityRecord | null): void {
    this.#pending.set(`${entity} ${id}`, { entity, id, record });
  }

  readonly record: Ground['record'] = {
    create: (entity, id, record) => {
      this.#think(entity, id, record);
      return record;
    },
    update: (entity, id, fields) => {
      const current = this.read(entity, id) ?? {};
      if (Object.keys(fields).every((field) => sameValue(current[field], fields[field]))) return false;
      this.#think(entity, id, { ...current, ...fields, revision: this.#revision++ });
      return true;
    },
    restore: (entity, id, fields) => {
      this.#think(entity, id, { ...this.read(entity, id), ...fields });
    },
    remove: (entity, id) => {
      this.#think(entity, id, null);
    },
  };

  /** Like the database's check, but ignores records that the simulation removed. */
  isInUse(kind: OwnerKind, id: string): boolean {
    return (this.#dependents.get(id) ?? dependentsOf(this.#db, kind, id)) > 0;
  }

  lessonGone(): void {}

  lessonBack(): void {}

  sourceGone(): void {}

  sourceBack(): void {}

  /** Runs one reversal. On an error it rolls back the simulated changes and returns the error. */
  attempt(run: () => void): unknown {
    this.#pending = new Map();
    try {
      run();
    } catch (error) {
      return error;
    }
    if (this.#pending.size === 0) return nothingLeft();
    for (const [key, thought] of this.#pending) {
      if (thought.record === null) this.#forgetDependent(key, thought);
      this.#thoughts.set(key, thought);
    }
    this.#pending = new Map();
    return null;
  }

  #forgetDependent(key: string, { entity, id }: Thought): void {
    const gone = this.#thoughts.get(key)?.record ?? readRecord(this.#db, entity, id) ?? {};
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
