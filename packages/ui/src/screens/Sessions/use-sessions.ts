import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { episodeList, episodesOf } from '../../data/queries/episodes.ts';
import { type SessionsView, toEpisodeFilter } from '../../data/sessions-view.ts';

/** The sessions of the view, as far as they have been read. Until the answer arrives, the previous ones. */
export function useSessions(view: SessionsView) {
  const filter = toEpisodeFilter(view);
  const query = useInfiniteQuery({ ...episodeList(useClient(), filter), placeholderData: keepPreviousData });
  const { data, fetchNextPage, isFetchingNextPage } = query;
  const rows = useMemo(() => episodesOf(data?.pages ?? []), [data]);
  const readMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return {
    rows,
    listKey: JSON.stringify(filter),
    total: data?.pages[0]?.total ?? rows.length,
    ready: data !== undefined,
    stale: query.isPlaceholderData,
    // A failed refresh must not hide the rows that can still be read.
    error: data === undefined ? query.error : null,
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    isReadingMore: isFetchingNextPage,
    readMore,
    retry: query.refetch,
  };
}

/** See {@link useSessions}. */
export type SessionRows = ReturnType<typeof useSessions>;
