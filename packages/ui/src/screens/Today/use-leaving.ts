import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { indexOf, placeAfter, type QueuePlace, type Row, stillHidden } from './queue.ts';

/**
 * The undecided items, and which is current; the first current one is `start`, or the first in the list. Another `listKey` is
 * another list, which starts at its top.
 */
export function useLeaving<R extends Row>(rows: readonly R[], start: string | undefined, listKey = '') {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState(0);
  const [place, setPlace] = useState<QueuePlace>({ wanted: start, id: undefined, index: 0 });
  const [listed, setListed] = useState(listKey);
  if (listed !== listKey) {
    setListed(listKey);
    setPlace({ wanted: undefined, id: undefined, index: 0 });
  }
  const items = useMemo(() => rows.filter(({ id }) => !hidden.has(id)), [rows, hidden]);
  const index = indexOf(items, place);
  const current = items[index];

  const goTo = useCallback((id: string) => setPlace((old) => ({ ...old, wanted: id })), []);
  /** A decided item leaves at once, and the one below takes its place. */
  const latest = useRef({ items, index });
  useEffect(() => {
    latest.current = { items, index };
  });
  const leaveAll = useCallback((ids: readonly string[]) => {
    setHidden((old) => new Set([...old, ...ids]));
    setDecided((count) => count + ids.length);
    // The row below the current one moves up by itself; rows above that leave, too, move the place up.
    const next = ids.length > 1 ? { index: placeAfter(latest.current.items, latest.current.index, ids) } : {};
    setPlace((old) => ({ ...old, ...next, wanted: undefined }));
  }, []);
  const leave = useCallback((id: string) => leaveAll([id]), [leaveAll]);
  /** The decision failed, or was undone: the first of these becomes current again, in its old place. */
  const stay = useCallback((...ids: readonly string[]) => {
    setHidden((old) => new Set([...old].filter((other) => !ids.includes(other))));
    setPlace((old) => ({ ...old, wanted: ids[0] }));
  }, []);

  useEffect(() => setHidden((old) => stillHidden(old, rows)), [rows]);
  useEffect(() => {
    if (current && (current.id !== place.id || index !== place.index)) {
      setPlace((old) => ({ ...old, id: current.id, index }));
    }
  }, [current, index, place]);

  return { items, index, current, wanted: place.wanted, decided, goTo, leave, leaveAll, stay };
}
