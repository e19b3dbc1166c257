import { AppError, type Change, KEPT_FOR, type KeptFor, type OutputOf } from '@twicewise/contract';

/** A record that an undo or redo left unchanged. */
export interface Kept {
  entity: Change['entity'];
  id: string;
  why: KeptFor;
}

/** Maximum number of records that are named; the rest are counted. */
const MAX_NAMED = 50;

/** Why a record could not be reversed. Rethrows errors that are not about the state of the record. */
export function whyKept(error: unknown): KeptFor {
  if (error instanceof AppError) {
    if (error.reason === 'changed_since' || error.reason === 'purged' || error.reason === 'damaged')
      return error.reason;
    if (error.reason === 'in_use') return 'place_taken';
    if (error.code === 'refused') return 'guarded';
  }
  throw error;
}

/** Summarises the records left unchanged: how many for each reason, and the first of them. Each record counts once. */
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
