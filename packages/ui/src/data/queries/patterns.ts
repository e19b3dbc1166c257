import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, PatternStanding } from '@twicewise/contract';
import { withPlainWords } from '../plain-labels.ts';

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
    queryFn: async ({ pageParam }) => {
      const found = await client.call('pattern.list', {
        ...(project ? { projectId: project } : {}),
        ...(text === '' ? {} : { text }),
        ...(standing ? { standings: [standing] } : {}),
        ...(disputed ? { states: ['asserted', 'suggested', 'disputed'] } : {}),
        limit: PAGE,
        offset: pageParam,
      });
      return { ...found, items: found.items.map((pattern) => withPlainWords(pattern.kind, pattern)) };
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) => (offset + PAGE < total ? offset + PAGE : null),
  });
}

async function readPattern(client: Client, id: string) {
  const found = await client.call('pattern.get', { id });
  const { kind } = found.pattern;
  const cases = found.cases.map((shown) => withPlainWords(kind, shown));
  return { ...withPlainWords(kind, found), pattern: withPlainWords(kind, found.pattern), cases };
}

/** One pattern with its evidence. */
export function patternOf(client: Client, id: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'pattern', id ?? null],
    queryFn: id ? () => readPattern(client, id) : skipToken,
  });
}
