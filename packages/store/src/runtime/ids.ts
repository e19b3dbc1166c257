import { randomFillSync } from 'node:crypto';
import { ID_PREFIX, type IdKind } from '@twicewise/contract';
import { monotonicFactory } from 'ulid';

/** Makes ids: the prefix of the kind and a ULID that increases within a millisecond. */
export type NewId = (kind: IdKind) => string;

/** Secure random numbers in [0, 1) from a pool: a system call for each character of an id would take longer than a write. */
function pooledRandom(): () => number {
  const pool = new Uint8Array(4096);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    return (pool[next++] ?? 0) / 256;
  };
}

/** Creates an id factory. `now` in milliseconds; `random` in [0, 1), by default from the system's secure source. */
export function createIds(now: () => number, random: () => number = pooledRandom()): NewId {
  const ulid = monotonicFactory(random);
  return (kind) => `${ID_PREFIX[kind]}_${ulid(now())}`;
}
