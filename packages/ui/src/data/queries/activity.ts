import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import type { Writes } from '../activity-view.ts';

const PAGE = 50;

/** The writes that match, newest first. */
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

/** All answers to agents, including those without content, newest first. */
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
 * What undoing these writes would do, read anew each time. No event makes it stale, because what a person confirms must not grow
 * while they click; the host refuses anything other than what was shown.
 */
export function undoPreview(client: Client, filter: Writes) {
  return queryOptions({
    queryKey: ['preview', 'undo', filter],
    queryFn: () => client.call('operation.previewUndoMany', { filter }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
