import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { type LessonsView, toFilter } from '../../data/lessons-view.ts';
import { lessonList } from '../../data/queries/reflections.ts';

/** The lessons that the view asks for, as far as they have been read. */
export function useLessons(view: LessonsView) {
  const filter = toFilter(view);
  const listKey = JSON.stringify(filter);
  const query = useInfiniteQuery({ ...lessonList(useClient(), filter), placeholderData: keepPreviousData });
  const { data, fetchNextPage, isFetchingNextPage } = query;

  // Rows may move to another page between two reads; each is shown once.
  const lessons = useMemo(() => {
    const byId = new Map<string, Reflection>();
    for (const { items } of data?.pages ?? []) for (const item of items) byId.set(item.id, item);
    return [...byId.values()];
  }, [data]);
  const readMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);

  return {
    lessons,
    listKey,
    total: data?.pages[0]?.total ?? lessons.length,
    ready: data !== undefined,
    stale: query.isPlaceholderData,
    // A failed refresh must not hide what is still there to read.
    error: data === undefined ? query.error : null,
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    isReadingMore: isFetchingNextPage,
    readMore,
    retry: () => void query.refetch(),
  };
}
