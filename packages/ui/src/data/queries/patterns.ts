import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, PatternStanding } from '@twicewise/contract';

// Patterns are derived from lessons, episodes and claims, like the answers about causes.
const TOPIC = 'claim';
const PAGE = 50;

/** The filter of a list of patterns. */
export interface PatternFilter {
  project: string | undefined;
  /** Words in the trigger or the action. */
  text: string;
  standing: PatternStanding | undefined;
  /** True to include disputed patterns. */
  disputed: boolean;
}

/** Patterns, page by page, with the number of each standing. */
export function patternList(client: Client, { project, text, standing, disputed }: PatternFilter) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'patterns', project ?? null, text, standing ?? null, disputed],
    queryFn: ({ pageParam }) =>
      client.call('pattern.list', {
        ...(project ? { projectId: project } : {}),
        ...(text === '' ? {} : { text }),
        ...(standing ? { standings: [standing] } : {}),
        ...(disputed ? { states: ['asserted', 'suggested', 'disputed'] } : {}),
        limit: PAGE,
        offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) => (offset + PAGE < total ? offset + PAGE : null),
  });
}

/** One pattern with its evidence. */
export function patternOf(client: Client, id: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'pattern', id ?? null],
    queryFn: id ? () => client.call('pattern.get', { id }) : skipToken,
  });
}
