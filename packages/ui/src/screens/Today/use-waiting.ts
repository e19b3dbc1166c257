import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { readToday } from '../../data/today-view.ts';
import { useAction } from '../../state/action-registry.tsx';
import { OwnLinks } from '../../state/own-links.ts';
import { usePacedHistory } from '../../state/paced-history.ts';
import { strings } from '../../strings.ts';
import type { Row } from './queue.ts';
import { useDeciding } from './use-deciding.ts';
import { useLeaving } from './use-leaving.ts';
import { useSeveral } from './use-several.ts';

/** Keeps the current item in the link, and opens the item that a link names. */
function usePlace(id: string | undefined, rows: readonly Row[], goTo: (id: string) => void): void {
  const { at } = useSearch({ from: '/today' });
  const router = useRouter();
  const history = usePacedHistory();
  const links = useRef(new OwnLinks(at));
  useEffect(() => {
    if (at === undefined || !links.current.noteHeld(at)) return;
    if (rows.some((row) => row.id === at)) goTo(at);
  }, [at, rows, goTo]);
  useEffect(() => {
    if (id === undefined || !links.current.noteWritten(id)) return;
    // From the link as it is by now: it may have changed since the last render.
    const search = readToday({ ...router.latestLocation.search, at: id });
    const { href } = router.buildLocation({ to: '/today', search });
    history.replaceSoon(href);
  }, [id, router, history]);
}

/** Pages of waiting items, as TanStack Query reads them. */
export interface WaitingQuery<Page> {
  data: { pages: Page[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/**
 * The waiting items of one kind: the current one, moving by keys, deciding and undoing. `rowOf` gives each item an id, and
 * `countAll` gives the total, including pages not read yet; both must be the same functions at each render. Of several selected ones,
 * at most `mostAtOnce` are decided as one; 0: only one can be decided at a time.
 */
export function useWaiting<Page extends { items: unknown[] }, R extends Row>(
  query: WaitingQuery<Page>,
  rowOf: (item: Page['items'][number]) => R,
  countAll: (first: Page) => number,
  mostAtOnce = 0,
) {
  const { data } = query;
  const first = data?.pages[0];
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ items }) => items.map(rowOf)), [data, rowOf]);
  const { at, project: listKey = '' } = useSearch({ from: '/today' });
  const listRef = useRef<HTMLDivElement>(null);
  const { items, index, current, decided, goTo, leave, leaveAll, stay } = useLeaving(rows, at, listKey);
  const { decide, note, afterAll, undo, redo } = useDeciding({ leave, stay });
  usePlace(current?.id, rows, goTo);

  const toList = () => listRef.current?.focus({ preventScroll: true });
  const to = (place: number) => {
    const item = items[Math.max(0, Math.min(place, items.length - 1))];
    if (!item) return false;
    goTo(item.id);
    toList();
    return true;
  };
  const total = Math.max(items.length, (first ? countAll(first) : 0) - (rows.length - items.length));
  const list = { items, index, current, total, listKey, most: mostAtOnce };
  const several = useSeveral({ ...list, to, toList, leaveAll, note, afterAll });
  const isStill = several.doing === null;
  useAction('down', () => to(index + 1), isStill);
  useAction('up', () => to(index - 1), isStill);
  useAction('arrowDown', () => to(index + 1), isStill);
  useAction('arrowUp', () => to(index - 1), isStill);
  useAction('first', () => to(0), isStill);
  useAction('last', () => to(items.length - 1), isStill);
  useAction('undoDecision', undo, isStill);
  useAction('undo', undo);
  useAction('redo', redo);
  return {
    query,
    first,
    items,
    index,
    current,
    total,
    decided,
    list: listRef,
    goTo,
    decide,
    /** For `useAction`: true when there is something to decide, otherwise why not. */
    decidable: isStill && (current !== undefined || strings.whyNot.noneWaits),
    several,
    /** Runs a key's action on the current item; afterwards the list has the focus. */
    withCurrent: (act: (row: R) => void) => () => {
      if (!current) return false;
      toList();
      act(current);
    },
  };
}

/** The waiting items of one kind, as `useWaiting` returns them. */
export type WaitingThings<R extends Row> = Omit<ReturnType<typeof useWaiting<never, R>>, 'query' | 'first'> & {
  query: Omit<WaitingQuery<unknown>, 'data'>;
  first: unknown;
};
