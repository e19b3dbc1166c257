import { type AttemptOrTurn, hasTexts, type ReadableDb } from '@twicewise/store';

/** The fields that put an attempt or a turn into the bin; one that is there stays as it is. */
export const fieldsInBin = ({ deletedAt }: { deletedAt: string | null }, at: string) => ({
  deletedAt: deletedAt ?? at,
});

/** The fields that take an attempt or a turn out of the bin. Texts of a turn come back from where pruning put them. */
export function fieldsOutOfBin(db: ReadableDb, kind: AttemptOrTurn, id: string) {
  return kind === 'turn' && hasTexts(db, id) ? { deletedAt: null, prunedAt: null } : { deletedAt: null };
}
