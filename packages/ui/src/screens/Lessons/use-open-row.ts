import type { Reflection } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import type { LessonsView } from '../../data/lessons-view.ts';
import type { Rows } from './rows.ts';
import type { Cursor } from './use-cursor.ts';
import type { StepTo } from './use-view.ts';

interface OpenRow {
  /** The list and the lesson stand side by side. */
  wide: boolean;
  view: LessonsView;
  step: StepTo;
  list: Rows;
  cursor: Cursor<Reflection>;
}

/** Side by side, the row that keys act on is the open one, also after another list was looked at meanwhile. */
export function useOpenRow({ wide, view, step, list, cursor }: OpenRow): void {
  const settled = wide && view.lesson === undefined && !view.new && list.ready && !list.stale;
  const id = settled ? cursor.row?.id : undefined;
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    if (id !== undefined) latest.current(id);
  }, [id]);
}
