import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import type { EpisodeFilter } from './episodes.ts';
import type { LessonFilter } from './reflections.ts';

/** The facets of the lessons of a filter, with counts. Counting reads all lessons, so this query is paced. */
export function lessonFacets(client: Client, filter: LessonFilter) {
  return queryOptions({
    queryKey: ['reflection', 'facets', filter],
    queryFn: () => client.call('reflection.facets', filter),
    // The previous counts stay until the next ones arrive, so that nothing moves under the pointer.
    placeholderData: keepPreviousData,
    meta: { paced: true },
  });
}

/** The facets of the sessions of a filter, unrecorded ones too, likewise. */
export function sessionFacets(client: Client, filter: EpisodeFilter) {
  return queryOptions({
    queryKey: ['episode', 'facets', filter],
    queryFn: () => client.call('episode.facets', { ...filter, unrecorded: true }),
    placeholderData: keepPreviousData,
    meta: { paced: true },
  });
}
