import { useCallback, useEffect, useMemo, useState } from 'react';
import { indexOf, type QueuePlace, type Row, stillHidden } from './queue.ts';

/** What waits and was not decided, and which of it is the current one; it begins at a certain one, or the first. */
export function useLeaving<R extends Row>(rows: readonly R[], start: string | undefined) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState(0);
  const [place, setPlace] = useState<QueuePlace>({ wanted: start, id: undefined, index: 0 });
  const items = useMemo(() => rows.filter(({ id }) => !hidden.has(id)), [rows, hidden]);
  const index = indexOf(items, place);
  const current = items[index];

  const goTo = useCallback((id: string) => setPlace((old) => ({ ...old, wanted: id })), []);
  /** What was decided goes at once; the one below it takes its place. */
  const leave = useCallback((id: string) => {
    setHidden((old) => new Set([...old, id]));
    setDecided((count) => count + 1);
    setPlace((old) => ({ ...old, wanted: undefined }));
  }, []);
  /** It was not decided after all: it becomes the current one again, in its old place. */
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
