import { ID_PREFIX, type IdKind } from '@twicewise/contract';
import { monotonicFactory } from 'ulid';

/** Makes ids: the kind's prefix and a ULID that rises within a millisecond. */
export type NewId = (kind: IdKind) => string;

/** An id factory. `now` in milliseconds; `random` in [0, 1), by default from the system's secure source. */
export function createIds(now: () => number, random?: () => number): NewId {
  const ulid = monotonicFactory(random);
  return (kind) => `${ID_PREFIX[kind]}_${ulid(now())}`;
}
