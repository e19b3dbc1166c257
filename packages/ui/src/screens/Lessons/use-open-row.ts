import { useEffect } from 'react';
import type { LessonsView } from '../../data/lessons-view.ts';
import type { Rows } from './rows.ts';
import type { Cursor } from './use-cursor.ts';
import type { ChangeView } from './use-view.ts';

interface OpenRow {
  /** The list and the lesson stand side by side. */
  wide: boolean;
  view: LessonsView;
  change: ChangeView;
  list: Rows;
  cursor: Cursor;
}

/** Side by side, the row that keys act on is the open one, also after another list was looked at meanwhile. */
export function useOpenRow({ wide, view, change, list, cursor }: OpenRow): void {
  const settled = wide && view.lesson === undefined && list.ready && !list.stale;
  const id = settled ? cursor.lesson?.id : undefined;
  useEffect(() => {
    if (id !== undefined) change({ lesson: id }, { replace: true });
  }, [id, change]);
}
