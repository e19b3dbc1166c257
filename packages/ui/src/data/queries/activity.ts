import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import type { Writes } from '../activity-view.ts';

const PAGE = 50;

/** Writes that match, the newest first. */
export function writeList(client: Client, filter: Writes) {
  return infiniteQueryOptions({
    queryKey: ['operation', 'list', filter],
    queryFn: ({ pageParam }) =>
      client.call('operation.list', {
        ...filter,
        wholeJobs: true,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Every answer to an agent, those that told nothing included, the newest first. */
export function answerList(client: Client, projectId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['exposure', 'answers', projectId ?? null],
    queryFn: ({ pageParam }) =>
      client.call('exposure.recent', {
        ...(projectId ? { projectId } : {}),
        empty: true,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/**
 * What taking these writes back would do, asked anew each time. No event makes it stale: what a person agrees to must not
 * become more under their finger; the host refuses what is not what was shown.
 */
export function undoPreview(client: Client, filter: Writes) {
  return queryOptions({
    queryKey: ['preview', 'undo', filter],
    queryFn: () => client.call('operation.previewUndoMany', { filter }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
