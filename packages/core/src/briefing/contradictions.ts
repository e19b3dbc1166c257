import type { Reflection } from '@twicewise/contract';
import { oppositionsOf, triedIn } from '@twicewise/search';

/** The ids of two lessons that contradict each other. */
export type ContradictingPair = readonly [one: string, other: string];

/** Maximum number of pairs that a brief names; a reader checks one or two. */
const MAX_NAMED = 3;

/**
 * The lessons of a brief of which one says worked what another says did not, by the relevance of the less relevant one. Pairs that
 * a person has left as they are do not count. Only what is shown is compared, a few lessons, so nothing is kept between briefs.
 */
export function contradictingPairs(
  lessons: readonly Reflection[],
  isLeft: (one: string, other: string) => boolean,
): ContradictingPair[] {
  if (lessons.length < 2) return [];
  const read = lessons.map((lesson) => ({ ...triedIn(lesson), projectId: lesson.projectId }));
  return read.flatMap((later, at) =>
    read
      .slice(0, at)
      .filter(({ projectId }) => projectId === later.projectId)
      .filter((earlier) => oppositionsOf(earlier, later).length > 0 && !isLeft(earlier.id, later.id))
      .map(({ id }): ContradictingPair => [id, later.id]),
  );
}

/** The sentences after a brief that name its contradicting lessons; none without any. */
export function contradictionNotes(pairs: readonly ContradictingPair[]): string[] {
  return pairs
    .slice(0, MAX_NAMED)
    .map(
      ([one, other]) => `${one} and ${other} contradict each other: check which one holds before relying on either.`,
    );
}
