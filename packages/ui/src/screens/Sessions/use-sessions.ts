import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { mergeRows } from '../../data/listed-sessions.ts';
import { itemsOf } from '../../data/pages.ts';
import { episodeList, unrecordedList } from '../../data/queries/episodes.ts';
import { type SessionsView, toEpisodeFilter } from '../../data/sessions-view.ts';
import { keptRows, type RowsState } from '../../lists/kept-rows.ts';

interface Answer extends RowsState {
  ready: boolean;
  error: Error | null;
}

/** The previous answer until there is another, or a failure. */
function useHeld<T extends Answer>(now: T): T {
  const last = useRef<T | null>(null);
  const held = !now.ready && now.error === null && last.current;
  useLayoutEffect(() => {
    if (now.ready) last.current = now;
  });
  return held ? keptRows(held) : now;
}

/**
 * The sessions of the view, as far as they have been read: those that are recorded, and those of which only attempts are. Until both
 * are read, the previous ones: rows of two questions in one list would belong to neither.
 */
export function useSessions(view: SessionsView) {
  const filter = toEpisodeFilter(view);
  const client = useClient();
  const recorded = useInfiniteQuery(episodeList(client, filter));
  const unrecorded = useInfiniteQuery(unrecordedList(client, filter));
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
  const [readRecorded, readOthers] = [recorded.fetchNextPage, unrecorded.fetchNextPage];
  const readMore = useCallback(() => {
    if (isReadingMore) return;
    if (hasMore) void readRecorded();
    if (hasMoreOthers) void readOthers();
  }, [isReadingMore, hasMore, readRecorded, hasMoreOthers, readOthers]);
  const totals = [ofRecorded?.pages[0]?.total ?? 0, ofOthers?.pages[0]?.total ?? 0] as const;
  return useHeld({
    rows,
    /** True when the rows are those of the bin. */
    inBin: view.bin ?? false,
    listKey: JSON.stringify(filter),
    total: totals[0] + totals[1],
    ready: ofRecorded !== undefined && ofOthers !== undefined,
    stale: false,
    // A failed refresh must not hide the rows that can still be read.
    error: both.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    hasMore: hasMore || hasMoreOthers,
    isReadingMore,
    hasFailed: both.some(({ isFetchNextPageError }) => isFetchNextPageError),
    readMore,
    retry: () => Promise.all(both.map(({ refetch }) => refetch())),
  });
}

/** See {@link useSessions}. */
export type SessionRows = ReturnType<typeof useSessions>;
