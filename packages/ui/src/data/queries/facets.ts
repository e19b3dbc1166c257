import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import type { EpisodeFilter } from './episodes.ts';
import type { LessonFilter } from './reflections.ts';

/** What the lessons of a filter have in common, counted. Counting reads all lessons: it follows changes at a pace. */
export function lessonFacets(client: Client, filter: LessonFilter) {
  return queryOptions({
    queryKey: ['reflection', 'facets', filter],
    queryFn: () => client.call('reflection.facets', filter),
    // The counts of before stay in sight until the next are here, so that nothing jumps under the finger.
    placeholderData: keepPreviousData,
    meta: { paced: true },
  });
}

/** The same of the sessions of a filter. */
export function sessionFacets(client: Client, filter: EpisodeFilter) {
  return queryOptions({
    queryKey: ['episode', 'facets', filter],
    queryFn: () => client.call('episode.facets', filter),
    placeholderData: keepPreviousData,
    meta: { paced: true },
  });
}
