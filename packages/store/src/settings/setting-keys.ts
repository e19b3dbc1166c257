import { ID_PREFIX, isId, settings } from '@twicewise/contract';

// The table `setting` holds settings and other small things that have a key, are logged, and can be undone individually. All
// kinds of keys are declared here: a row with another key is refused on writing, and reported by the full check.

/** The reason why a pair of lessons was shown for review. */
export type PairSort = 'suspect' | 'contradiction';

const PAIR = { suspect: 'apart', contradiction: 'both' } as const;
const KEEP = 'keep';

/** SQL condition for rows of saved views, whose keys are their ids. */
export const VIEW_KEYS = `key >= '${ID_PREFIX.view}_' AND key < '${ID_PREFIX.view}\`'`;

/** SQL condition for the row that marks a lesson, given as an SQL expression, as kept. */
export const keepKeyOf = (lessonId: string): string => `key = '${KEEP}:' || ${lessonId}`;

/** Length of the id of a lesson, in characters. */
const LESSON_ID = ID_PREFIX.reflection.length + 27;

/** SQL condition on a column of keys: those that mark one of the lessons, or a pair with one of them. `ids`: an SQL list of lesson ids. */
export function keysOfLessons(column: string, ids: string): string {
  const kinds = [KEEP, ...Object.values(PAIR)].map((prefix) => {
    const first = `substr(${column}, ${prefix.length + 2}, ${LESSON_ID})`;
    const last = `substr(${column}, -${LESSON_ID})`;
    return `(${column} >= '${prefix}:' AND ${column} < '${prefix};' AND (${first} IN ${ids} OR ${last} IN ${ids}))`;
  });
  return `(${kinds.join(' OR ')})`;
}

/** Key that marks an unused lesson as kept by a person. */
export function keepKey(reflectionId: string): string {
  return `${KEEP}:${reflectionId}`;
}

/** Key that marks a pair as dismissed by a person, in either order of the lessons. */
export function dismissalKey(sort: PairSort, first: string, second: string): string {
  return [PAIR[sort], ...[first, second].sort()].join(':');
}

/** The lessons of a pair key; none for any other key. */
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

/** Whether this version stores rows with such a key. */
export function isSettingKey(key: string): boolean {
  return KINDS.some((isOne) => isOne(key));
}
