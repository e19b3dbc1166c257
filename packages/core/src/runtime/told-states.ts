import type { Reflection } from '@twicewise/contract';
import { getReflection, type ReadableDb, readSettings } from '@twicewise/store';
import type { Context } from './context.ts';
import { isAgentAtWork } from './person-only.ts';

type State = Reflection['state'];

/** States in which a lesson is found without being asked for by its state. */
export const SEARCHED_STATES: readonly State[] = ['draft', 'accepted'];
const REVIEWED: readonly State[] = ['accepted'];

/** States whose lessons agents are told: drafts too, below what is accepted and marked as such, unless they are held back. */
export function toldStates(db: ReadableDb): readonly State[] {
  return readSettings(db)['review.tellDrafts'] ? SEARCHED_STATES : REVIEWED;
}

/** States that the asker finds without naming one. */
export function seenStates({ db, caller }: Pick<Context, 'db' | 'caller'>): readonly State[] {
  return isAgentAtWork(caller) ? toldStates(db) : SEARCHED_STATES;
}

/** Whether a record, by its id, is a draft that agents are not told. */
export function isHeldBack(db: ReadableDb): (id: string) => boolean {
  if (toldStates(db) !== REVIEWED) return () => false;
  return (id) => getReflection(db, id)?.state === 'draft';
}
