import type { Reflection } from '@twicewise/contract';
import { oppositionsOf, triedIn } from '@twicewise/search';
import { isDismissed, type ReadableDb } from '@twicewise/store';

/** The ids of two lessons that contradict each other. */
export type ContradictingPair = readonly [one: string, other: string];

/** Whether a person has left two contradicting lessons as they are. */
export type IsLeft = (one: string, other: string) => boolean;

/** Maximum number of pairs that a brief names; a reader checks one or two. */
const MAX_NAMED = 3;
/** Maximum number of lessons compared, and of characters of the task of each and what was tried. An agent waits for the brief. */
const MAX_COMPARED = 12;
const MAX_CHARACTERS = 4000;

function isComparable({ taskDescription, whatWorked, whatDidNotWork }: Reflection): boolean {
  const texts = [taskDescription, ...whatWorked, ...whatDidNotWork];
  return texts.reduce((sum, { length }) => sum + length, 0) <= MAX_CHARACTERS;
}

/** What a person has decided about pairs of lessons. */
export function leftPairs(db: ReadableDb): IsLeft {
  return (one, other) => isDismissed(db, 'contradiction', one, other);
}

/**
 * The lessons of a brief of which one says worked what another says did not: at most three pairs, by the relevance of the less
 * relevant one, among the most relevant lessons. Pairs that a person has left as they are do not count.
 *
 * @param lessons What the brief shows, most relevant first. No others are compared, so nothing is kept between briefs.
 */
export function contradictingPairs(lessons: readonly Reflection[], isLeft: IsLeft): ContradictingPair[] {
  if (lessons.length < 2) return [];
  const compared = lessons.slice(0, MAX_COMPARED).filter(isComparable);
  const read = compared.map((lesson) => ({ ...triedIn(lesson), projectId: lesson.projectId }));
  const pairs: ContradictingPair[] = [];
  for (const [at, later] of read.entries())
    for (const earlier of read.slice(0, at)) {
      if (earlier.projectId !== later.projectId || oppositionsOf(earlier, later).length === 0) continue;
      if (isLeft(earlier.id, later.id)) continue;
      pairs.push([earlier.id, later.id]);
      if (pairs.length === MAX_NAMED) return pairs;
    }
  return pairs;
}

/** The sentences after a brief that name its contradicting lessons; none without any. */
export function contradictionNotes(pairs: readonly ContradictingPair[]): string[] {
  return pairs.map(
    ([one, other]) => `${one} and ${other} contradict each other: check which one holds before relying on either.`,
  );
}
