import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, PatternStanding } from '@twicewise/contract';

// Derived from lessons, episodes and claims, like what is asked of causes.
const TOPIC = 'claim';
const PAGE = 50;

/** Which patterns a list shows. */
export interface PatternFilter {
  project: string | undefined;
  /** Words that trigger or action have. */
  text: string;
  standing: PatternStanding | undefined;
  /** Those that were said to be none, too. */
  disputed: boolean;
}

/** Patterns, page by page, with how many there are of each standing. */
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

/** One pattern with what shows it. */
export function patternOf(client: Client, id: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'pattern', id ?? null],
    queryFn: id ? () => client.call('pattern.get', { id }) : skipToken,
  });
}
