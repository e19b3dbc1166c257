import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

const FIRST_PAGE = 5;
const NEXT_PAGE = 50;

/** Files and transcripts from which lessons were imported, newest first. */
export function sourceList(client: Client) {
  return infiniteQueryOptions({
    queryKey: ['source', 'list'],
    queryFn: ({ pageParam }) =>
      client.call('source.list', pageParam === null ? { limit: FIRST_PAGE } : { limit: NEXT_PAGE, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** One source. */
export function source(client: Client, id: string) {
  return queryOptions({
    queryKey: ['source', 'one', id],
    queryFn: async () => (await client.call('source.get', { id })).source,
  });
}
