import type { Reflection } from '@twicewise/contract';
import { getReflection, type ReadableDb, readSettings } from '@twicewise/store';
import type { Context } from './context.ts';
import { isAgentAtWork } from './person-only.ts';

type State = Reflection['state'];

/** States that a search covers when it names none. */
export const SEARCHED_STATES: readonly State[] = ['draft', 'accepted'];
const REVIEWED: readonly State[] = ['accepted'];

/**
 * States of the lessons that agents are shown. Drafts are included, marked and ranked below accepted lessons, unless the settings
 * hold them back.
 */
export function toldStates(db: ReadableDb): readonly State[] {
  return readSettings(db)['review.tellDrafts'] ? SEARCHED_STATES : REVIEWED;
}

/** States that this caller's searches cover. */
export function seenStates({ db, caller }: Pick<Context, 'db' | 'caller'>): readonly State[] {
  return isAgentAtWork(caller) ? toldStates(db) : SEARCHED_STATES;
}

/** Returns a test whether an id is that of a draft that agents are not shown. */
export function isHeldBack(db: ReadableDb): (id: string) => boolean {
  if (toldStates(db) !== REVIEWED) return () => false;
  return (id) => getReflection(db, id)?.state === 'draft';
}
