import { useEffect } from 'react';
import { useLatest } from './use-steps.ts';

interface OpenRow {
  /** Side by side, nothing is open, and these are the rows of the list that was asked for. */
  settled: boolean;
  row: { id: string } | undefined;
  step: (id: string) => void;
}

/** Side by side, the row that keys act on is the open one, also after another list was looked at meanwhile. */
export function useOpenRow({ settled, row, step }: OpenRow): void {
  const id = settled ? row?.id : undefined;
  const latest = useLatest(step);
  useEffect(() => {
    if (id !== undefined) latest.current(id);
  }, [id, latest]);
}
