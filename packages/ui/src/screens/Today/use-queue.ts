import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { lessonList, lessonsOf } from '../../data/queries/reflections.ts';
import { useLeaving } from './use-leaving.ts';

/** Drafts that wait, and where the keys are among them. */
export interface Queue {
  drafts: readonly Reflection[];
  /** Also those that are not read yet. */
  total: number;
  /** How many were decided here since the screen was opened. */
  decided: number;
  ready: boolean;
  error: Error | null;
  index: number;
  current: Reflection | undefined;
  /** The draft that was gone to; it is the current one as soon as it is there. */
  wanted: string | undefined;
  hasMore: boolean;
  readMore: () => void;
  retry: () => void;
  goTo: (id: string) => void;
  /** The draft goes at once; the one below it takes its place. */
  leave: (id: string) => void;
  /** It was not decided after all: it becomes the current one again, in its old place. */
  stay: (id: string) => void;
}

/** The drafts as far as they have been read. */
function useDraftRows(project: string | undefined) {
  const filter = { state: 'draft' as const, ...(project ? { projectId: project } : {}) };
  const query = useInfiniteQuery(lessonList(useClient(), filter));
  const { data } = query;
  const rows = useMemo(() => lessonsOf(data?.pages ?? []), [data]);
  return { query, rows, total: data?.pages[0]?.total ?? rows.length };
}

/** The queue of drafts of one project, or of all; it begins at a certain draft, or the first one. */
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
    // A failed refresh must not hide what is still there to decide.
    error: data === undefined ? error : null,
    hasMore: hasNextPage,
    readMore,
    retry: () => void query.refetch(),
    ...leaving,
  };
}
