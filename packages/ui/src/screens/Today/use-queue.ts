import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { lessonList } from '../../data/queries/reflections.ts';
import { useLeaving } from './use-leaving.ts';

/** The waiting drafts, and the position in them. */
export interface Queue {
  drafts: readonly Reflection[];
  /** Includes drafts that are not read yet. */
  total: number;
  /** The number decided here since the screen was opened. */
  decided: number;
  ready: boolean;
  error: Error | null;
  index: number;
  current: Reflection | undefined;
  /** The draft that was opened; it becomes current as soon as it is loaded. */
  wanted: string | undefined;
  hasMore: boolean;
  readMore: () => void;
  retry: () => void;
  goTo: (id: string) => void;
  /** Removes the draft at once; the one below takes its place. */
  leave: (id: string) => void;
  /** Restores a draft whose decision failed: it becomes current again, in its old place. */
  stay: (id: string) => void;
}

/** The drafts, as far as they have been read. */
function useDraftRows(project: string | undefined) {
  const filter = { state: 'draft' as const, ...(project ? { projectId: project } : {}) };
  const query = useInfiniteQuery(lessonList(useClient(), filter));
  const { data } = query;
  const rows = useMemo(() => itemsOf(data?.pages ?? []), [data]);
  return { query, rows, total: data?.pages[0]?.total ?? rows.length };
}

/** The queue of drafts of one project, or of all; the first current one is `start`, or the first draft. */
export function useQueue(project: string | undefined, start?: string): Queue {
  const { query, rows, total } = useDraftRows(project);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { items: drafts, ...leaving } = useLeaving(rows, start);
  const readMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);

  return {
    drafts,
    total: total - (rows.length - drafts.length),
    ready: data !== undefined,
    // A failed refresh must not hide what can still be decided.
    error: data === undefined ? error : null,
    hasMore: hasNextPage,
    readMore,
    retry: () => void query.refetch(),
    ...leaving,
  };
}
