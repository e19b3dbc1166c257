import { AppError, type Change, KEPT_FOR, type KeptFor, type OutputOf } from '@twicewise/contract';

/** A record that a reversal left as it is. */
export interface Kept {
  entity: Change['entity'];
  id: string;
  why: KeptFor;
}

/** Most records that are named; the rest are counted. */
const MAX_NAMED = 50;

/** Why a record could not be changed back. Anything else than its own state is thrown again. */
export function whyKept(error: unknown): KeptFor {
  if (error instanceof AppError) {
    if (error.reason === 'changed_since' || error.reason === 'purged' || error.reason === 'damaged')
      return error.reason;
    if (error.reason === 'in_use') return 'place_taken';
    if (error.code === 'refused') return 'guarded';
  }
  throw error;
}

/** What an answer says of the records that were left: their number by reason, and the first of them. Each counts once. */
export function accountOf(all: readonly Kept[]): Pick<OutputOf<'operation.undo'>, 'kept' | 'keptFor'> {
  const reasons = new Map(all.map(({ entity, id, why }) => [`${entity} ${id}`, { id, why }]));
  const keptFor: OutputOf<'operation.undo'>['keptFor'] = {};
  for (const why of KEPT_FOR) {
    const count = [...reasons.values()].filter((one) => one.why === why).length;
    if (count > 0) keptFor[why] = count;
  }
  const kept = [...reasons.values()].map(({ id }) => id).slice(0, MAX_NAMED);
  return { kept, keptFor };
}
