import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { mergeRows } from '../../data/listed-sessions.ts';
import { itemsOf } from '../../data/pages.ts';
import { episodeList, unrecordedList } from '../../data/queries/episodes.ts';
import { type SessionsView, toEpisodeFilter } from '../../data/sessions-view.ts';

/**
 * The sessions of the view, as far as they have been read: those that are recorded, and those of which only attempts are. Until the
 * answer arrives, the previous ones.
 */
export function useSessions(view: SessionsView) {
  const filter = toEpisodeFilter(view);
  const client = useClient();
  const recorded = useInfiniteQuery({ ...episodeList(client, filter), placeholderData: keepPreviousData });
  const unrecorded = useInfiniteQuery({ ...unrecordedList(client, filter), placeholderData: keepPreviousData });
  const both = [recorded, unrecorded] as const;
  const [{ data: ofRecorded, hasNextPage: hasMore }, { data: ofOthers, hasNextPage: hasMoreOthers }] = both;
  const rows = useMemo(
    () =>
      mergeRows(
        { rows: itemsOf(ofRecorded?.pages ?? []), hasMore },
        { rows: itemsOf(ofOthers?.pages ?? []), hasMore: hasMoreOthers },
      ),
    [ofRecorded, hasMore, ofOthers, hasMoreOthers],
  );
  const isReadingMore = both.some(({ isFetchingNextPage }) => isFetchingNextPage);
  const stale = both.some(({ isPlaceholderData }) => isPlaceholderData);
  const [readRecorded, readOthers] = [recorded.fetchNextPage, unrecorded.fetchNextPage];
  const readMore = useCallback(() => {
    if (isReadingMore) return;
    if (hasMore) void readRecorded();
    if (hasMoreOthers) void readOthers();
  }, [isReadingMore, hasMore, readRecorded, hasMoreOthers, readOthers]);
  const totals = [ofRecorded?.pages[0]?.total ?? 0, ofOthers?.pages[0]?.total ?? 0] as const;
  return {
    rows,
    listKey: JSON.stringify(filter),
    total: totals[0] + totals[1],
    ready: ofRecorded !== undefined && ofOthers !== undefined,
    stale,
    // A failed refresh must not hide the rows that can still be read.
    error: both.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    hasMore: (hasMore || hasMoreOthers) && !stale,
    isReadingMore,
    readMore,
    retry: () => Promise.all(both.map(({ refetch }) => refetch())),
  };
}

/** See {@link useSessions}. */
export type SessionRows = ReturnType<typeof useSessions>;
