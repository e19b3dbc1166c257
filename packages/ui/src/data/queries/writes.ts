import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

const PAGE = 20;

/** Every write that touched one record, newest first. */
export function writesTouching(client: Client, entityId: string) {
  return infiniteQueryOptions({
    queryKey: ['operation', 'of', entityId],
    queryFn: ({ pageParam }) =>
      client.call('operation.list', { entityId, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/**
 * The last write that touched a record, also of one that is gone; null when there never was one. Of no topic: other writes do not
 * change why it is gone. Asked for anew each time: a record that came back may go once more.
 */
export function lastWrite(client: Client, entityId: string) {
  return queryOptions({
    queryKey: ['last write of', entityId],
    queryFn: async () => (await client.call('operation.list', { entityId, limit: 1 })).items[0] ?? null,
    gcTime: 0,
  });
}
