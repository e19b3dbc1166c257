import { useEffect } from 'react';
import { useLatest } from './use-steps.ts';

interface OpenRow {
  /** True when the panes are side by side, nothing is open, and the rows shown are those of the requested list. */
  settled: boolean;
  row: { id: string } | undefined;
  step: (id: string) => void;
}

/** When the panes are side by side, opens the current row, also when the person returns from another list. */
export function useOpenRow({ settled, row, step }: OpenRow): void {
  const id = settled ? row?.id : undefined;
  const latest = useLatest(step);
  useEffect(() => {
    if (id !== undefined) latest.current(id);
  }, [id, latest]);
}
