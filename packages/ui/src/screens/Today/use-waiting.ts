import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readToday } from '../../data/today-view.ts';
import { useAction } from '../../state/action-registry.tsx';
import { usePacedHistory } from '../../state/paced-history.ts';
import { indexOf, type QueuePlace, stillHidden } from './queue.ts';
import { useDeciding } from './use-deciding.ts';

interface Row {
  readonly id: string;
}

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

/** What waits, of one kind: which is in focus, moving by keys, deciding, and taking back. `rows` keep their identity. */
export function useWaiting<R extends Row>(rows: readonly R[], total: number) {
  const { at } = useSearch({ from: '/today' });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState(0);
  const [place, setPlace] = useState<QueuePlace>({ wanted: at, id: undefined, index: 0 });
  const list = useRef<HTMLDivElement>(null);
  const items = useMemo(() => rows.filter(({ id }) => !hidden.has(id)), [rows, hidden]);
  const index = indexOf(items, place);
  const current = items[index];

  const goTo = useCallback((id: string) => setPlace((old) => ({ ...old, wanted: id })), []);
  const leave = useCallback((id: string) => {
    setHidden((old) => new Set([...old, id]));
    setDecided((count) => count + 1);
    setPlace((old) => ({ ...old, wanted: undefined }));
  }, []);
  const stay = useCallback((id: string) => {
    setHidden((old) => new Set([...old].filter((other) => other !== id)));
    setPlace((old) => ({ ...old, wanted: id }));
  }, []);
  const deciding = useDeciding({ leave, stay });

  useEffect(() => setHidden((old) => stillHidden(old, rows)), [rows]);
  useEffect(() => {
    if (current && (current.id !== place.id || index !== place.index)) {
      setPlace((old) => ({ ...old, id: current.id, index }));
    }
  }, [current, index, place]);
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
  useAction('takeBack', deciding.undo);
  useAction('undo', deciding.undo);
  useAction('redo', deciding.redo);
  return {
    items,
    index,
    current,
    total: Math.max(items.length, total - (rows.length - items.length)),
    decided,
    list,
    goTo,
    toList,
    ...deciding,
  };
}
