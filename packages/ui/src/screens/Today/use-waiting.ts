import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { readToday } from '../../data/today-view.ts';
import { useAction } from '../../state/action-registry.tsx';
import { usePacedHistory } from '../../state/paced-history.ts';
import { strings } from '../../strings.ts';
import type { Row } from './queue.ts';
import { useDeciding } from './use-deciding.ts';
import { useLeaving } from './use-leaving.ts';

/** Keeps what is in focus in the link, and goes where a link points. */
function usePlace(id: string | undefined, rows: readonly Row[], goTo: (id: string) => void): void {
  const view = useSearch({ from: '/today' });
  const router = useRouter();
  const history = usePacedHistory();
  const given = useRef(view.at);
  useEffect(() => {
    if (view.at === undefined || view.at === given.current) return;
    given.current = view.at;
    if (rows.some((row) => row.id === view.at)) goTo(view.at);
  }, [view.at, rows, goTo]);
  useEffect(() => {
    if (id === undefined || id === given.current) return;
    given.current = id;
    const { project, waiting } = view;
    const { href } = router.buildLocation({ to: '/today', search: readToday({ project, waiting, at: id }) });
    history.replaceSoon(href);
  }, [id, view, router, history]);
}

/** Pages of what waits, as TanStack Query reads them. */
export interface WaitingQuery<Page> {
  data: { pages: Page[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/**
 * What waits, of one kind: which is in focus, moving by keys, deciding, and taking back. `rowOf` gives each thing an id,
 * and `countAll` says how many there are beyond the pages that were read; both are the same functions at each rendering.
 */
export function useWaiting<Page extends { items: unknown[] }, R extends Row>(
  query: WaitingQuery<Page>,
  rowOf: (item: Page['items'][number]) => R,
  countAll: (first: Page) => number,
) {
  const { data } = query;
  const first = data?.pages[0];
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ items }) => items.map(rowOf)), [data, rowOf]);
  const { at } = useSearch({ from: '/today' });
  const list = useRef<HTMLDivElement>(null);
  const { items, index, current, decided, goTo, leave, stay } = useLeaving(rows, at);
  const { decide, undo, redo } = useDeciding({ leave, stay });
  usePlace(current?.id, rows, goTo);

  const toList = () => list.current?.focus({ preventScroll: true });
  const to = (place: number) => {
    const item = items[Math.max(0, Math.min(place, items.length - 1))];
    if (!item) return false;
    goTo(item.id);
    toList();
    return true;
  };
  useAction('down', () => to(index + 1));
  useAction('up', () => to(index - 1));
  useAction('arrowDown', () => to(index + 1));
  useAction('arrowUp', () => to(index - 1));
  useAction('first', () => to(0));
  useAction('last', () => to(items.length - 1));
  useAction('takeBack', undo);
  useAction('undo', undo);
  useAction('redo', redo);
  return {
    query,
    first,
    items,
    index,
    current,
    total: Math.max(items.length, (first ? countAll(first) : 0) - (rows.length - items.length)),
    decided,
    list,
    goTo,
    decide,
    /** For `useAction`: whether there is something to decide, or why not. */
    decidable: current !== undefined || strings.whyNot.noneWaits,
    /** What a key does with the one in focus; the keys are the list's afterwards. */
    withCurrent: (act: (row: R) => void) => () => {
      if (!current) return false;
      toList();
      act(current);
    },
  };
}

/** Things of one kind that wait, as `useWaiting` gives them. */
export type WaitingThings<R extends Row> = Omit<ReturnType<typeof useWaiting<never, R>>, 'query' | 'first'> & {
  query: Omit<WaitingQuery<unknown>, 'data'>;
  first: unknown;
};
