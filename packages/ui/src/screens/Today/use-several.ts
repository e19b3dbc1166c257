import { useState } from 'react';
import { useSelection, useSelectionKeys } from '../Lessons/use-selection.ts';
import type { Row } from './queue.ts';
import type { Deciding } from './use-deciding.ts';

interface SeveralOf<R extends Row> {
  items: readonly R[];
  index: number;
  current: R | undefined;
  total: number;
  /** False where nothing can be done with several. */
  on: boolean;
  /** Makes the row at this index the current one. */
  to: (index: number) => boolean;
  toList: () => void;
  /** Removes rows that were decided. */
  leaveAll: (ids: readonly string[]) => void;
  /** Remembers them for when the operation is undone. */
  note: Deciding['note'];
  afterAll: Deciding['afterAll'];
}

/** Selecting several waiting items, and what is being done with them, from its preview until it is made or cancelled. */
export function useSeveral<R extends Row>(of: SeveralOf<R>) {
  const { items, index, current, total, on, to, toList, leaveAll, note, afterAll } = of;
  const selecting = useSelection({ lessons: items, listKey: '', total }, { row: current });
  const [doing, setDoing] = useState<string | null>(null);
  const enabled = on && doing === null;
  const cursor = { row: current, step: (by: number) => Math.max(0, index + by) };
  const onMove = ({ id }: R) => void to(items.findIndex((row) => row.id === id));
  useSelectionKeys({ selecting, list: { lessons: items }, cursor, onMove, enabled, toggles: false });
  const cancel = () => {
    setDoing(null);
    toList();
  };
  const clear = () => {
    selecting.clear();
    cancel();
  };
  const mark = (id: string, range: boolean) => {
    (range ? selecting.extend : selecting.toggle)(id);
    to(items.findIndex((row) => row.id === id));
  };
  const selected = selecting.any ? items.filter(({ id }) => selecting.isSelected(id)) : [];
  return {
    selected,
    marks: on ? { any: selected.length > 0, isMarked: selecting.isSelected, onMark: mark } : undefined,
    doing,
    begin: (decision: string) => afterAll(() => setDoing(decision)),
    cancel,
    clear,
    /** It was done by one operation, or goes on as a job, which decides one after another: then they leave as they are decided. */
    done: (operationId: string | null, ids: readonly string[]) => {
      note(operationId, ids);
      if (operationId !== null) leaveAll(ids);
      clear();
    },
  };
}

/** See {@link useSeveral}. */
export type Several<R extends Row> = ReturnType<typeof useSeveral<R>>;
