import { useCallback, useEffect, useMemo, useState } from 'react';
import { indexOf, type QueuePlace, type Row, stillHidden } from './queue.ts';

/** The undecided items, and which is current; the first current one is `start`, or the first in the list. */
export function useLeaving<R extends Row>(rows: readonly R[], start: string | undefined) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState(0);
  const [place, setPlace] = useState<QueuePlace>({ wanted: start, id: undefined, index: 0 });
  const items = useMemo(() => rows.filter(({ id }) => !hidden.has(id)), [rows, hidden]);
  const index = indexOf(items, place);
  const current = items[index];

  const goTo = useCallback((id: string) => setPlace((old) => ({ ...old, wanted: id })), []);
  /** A decided item leaves at once, and the one below takes its place. */
  const leave = useCallback((id: string) => {
    setHidden((old) => new Set([...old, id]));
    setDecided((count) => count + 1);
    setPlace((old) => ({ ...old, wanted: undefined }));
  }, []);
  /** The decision failed: the item becomes current again, in its old place. */
  const stay = useCallback((id: string) => {
    setHidden((old) => new Set([...old].filter((other) => other !== id)));
    setPlace((old) => ({ ...old, wanted: id }));
  }, []);

  useEffect(() => setHidden((old) => stillHidden(old, rows)), [rows]);
  useEffect(() => {
    if (current && (current.id !== place.id || index !== place.index)) {
      setPlace((old) => ({ ...old, id: current.id, index }));
    }
  }, [current, index, place]);

  return { items, index, current, wanted: place.wanted, decided, goTo, leave, stay };
}
