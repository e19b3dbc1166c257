import { ID_PREFIX, isId, settings } from '@twicewise/contract';

// The table `setting` holds more than settings: whatever is few, has a key of its own, and is to be in the log and undone
// each for itself. Every kind of key is declared here, and nowhere else: a row with another key is refused when it is
// written, and reported by the full check.

/** Why two lessons were put before a person. */
export type PairSort = 'suspect' | 'contradiction';

const PAIR = { suspect: 'apart', contradiction: 'both' } as const;
const KEEP = 'keep';

/** What picks the rows of saved views, whose keys are their ids. */
export const VIEW_KEYS = `key >= '${ID_PREFIX.view}_' AND key < '${ID_PREFIX.view}\`'`;

/** What picks the row which says that a lesson, named by an expression of SQL, is to be kept. */
export const keepKeyOf = (lessonId: string): string => `key = '${KEEP}:' || ${lessonId}`;

/** Key under which is kept that a person wants to keep a lesson that is little used. */
export function keepKey(reflectionId: string): string {
  return `${KEEP}:${reflectionId}`;
}

/** Key under which is kept that a person let a pair be, whichever lesson is named first. */
export function dismissalKey(sort: PairSort, first: string, second: string): string {
  return [PAIR[sort], ...[first, second].sort()].join(':');
}

/** Lessons of the pair that a key stands for; none for any other setting. */
export function dismissedPair(key: string): string[] {
  const [prefix, ...ids] = key.split(':');
  return ids.length === 2 && Object.values(PAIR).some((known) => known === prefix) ? ids : [];
}

const areLessons = (ids: readonly string[]) => ids.every((id) => isId('reflection', id));

const KINDS: readonly ((key: string) => boolean)[] = [
  (key) => Object.hasOwn(settings.shape, key),
  (key) => isId('view', key),
  (key) => key.startsWith(`${KEEP}:`) && areLessons([key.slice(KEEP.length + 1)]),
  (key) => dismissedPair(key).length === 2 && areLessons(dismissedPair(key)),
];

/** Whether this program keeps rows with such a key. */
export function isSettingKey(key: string): boolean {
  return KINDS.some((isOne) => isOne(key));
}
