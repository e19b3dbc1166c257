import { useInfiniteQuery } from '@tanstack/react-query';
import type { LessonGrouping, Reflection } from '@twicewise/contract';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { type LessonFilter, lessonList } from '../../data/queries/reflections.ts';
import type { TodayView } from '../../data/today-view.ts';
import { type DraftGroup, groupsOf, headsIn } from './draft-groups.ts';
import { useLeaving } from './use-leaving.ts';

/** The waiting drafts, and the position in them. */
export interface Queue {
  drafts: readonly Reflection[];
  /** The groups of the drafts, by the index of the first draft of each; empty where they are not grouped. */
  heads: ReadonlyMap<number, DraftGroup>;
  groupOf: (id: string) => DraftGroup | undefined;
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
  stay: (...ids: readonly string[]) => void;
  /** Removes several at once. */
  leaveAll: (ids: readonly string[]) => void;
  /** The filter of the host that lists exactly these drafts. */
  filter: LessonFilter;
  /** Changes when the list shows something else. */
  listKey: string;
}

/** The filter of the host for the drafts of a view. */
export function draftFilter({ project, projects, source, rule }: TodayView): LessonFilter {
  const wanted = project ?? projects;
  return {
    state: 'draft',
    ...(wanted ? { projectId: wanted } : {}),
    ...(source ? { source } : {}),
    ...(rule ? { rule } : {}),
  };
}

/** The drafts, as far as they have been read. */
function useDraftRows(filter: LessonFilter, groupBy: LessonGrouping | undefined) {
  const query = useInfiniteQuery(lessonList(useClient(), { ...filter, ...(groupBy ? { groupBy } : {}) }));
  const { data } = query;
  const rows = useMemo(() => itemsOf(data?.pages ?? []), [data]);
  const groups = useMemo(() => groupsOf(data?.pages ?? []), [data]);
  return { query, rows, groups, total: data?.pages[0]?.total ?? rows.length };
}

/** The queue of the drafts of a view; the first current one is the draft in its link, or the first draft. */
export function useQueue(view: TodayView): Queue {
  const filter = draftFilter(view);
  const listKey = JSON.stringify([filter, view.group]);
  const { query, rows, groups, total } = useDraftRows(filter, view.group);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { items: drafts, ...leaving } = useLeaving(rows, view.draft, listKey);
  const readMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);

  const heads = useMemo(() => headsIn(drafts, rows, groups), [drafts, rows, groups]);

  return {
    drafts,
    heads,
    groupOf: (id) => groups.get(id),
    total: total - (rows.length - drafts.length),
    ready: data !== undefined,
    // A failed refresh must not hide what can still be decided.
    error: data === undefined ? error : null,
    hasMore: hasNextPage,
    readMore,
    retry: () => void query.refetch(),
    filter,
    listKey,
    ...leaving,
  };
}
