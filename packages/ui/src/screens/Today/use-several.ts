import { useState } from 'react';
import { useSelection, useSelectionKeys } from '../../lists/use-selection.ts';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import type { Row } from './queue.ts';
import type { Deciding } from './use-deciding.ts';

interface SeveralOf<R extends Row> {
  items: readonly R[];
  index: number;
  current: R | undefined;
  total: number;
  /** Changes when the list shows something else. */
  listKey: string;
  /** How many can be decided as one; 0 where nothing can be done with several. */
  most: number;
  /** Makes the row at this index the current one. */
  to: (index: number) => boolean;
  toList: () => void;
  /** Removes rows that were decided. */
  leaveAll: (ids: readonly string[]) => void;
  /** Remembers them for when the operation is undone. */
  note: Deciding['note'];
  afterAll: Deciding['afterAll'];
}

/** A decision about several rows, from its preview until it is made or cancelled. */
interface Doing<R extends Row> {
  decision: string;
  /** The rows as they were when the preview began; others may have decided some since. */
  rows: readonly R[];
  listKey: string;
}

/** Selecting several waiting items, and what is being done with them. */
export function useSeveral<R extends Row>(of: SeveralOf<R>) {
  const { items, index, current, total, listKey, most, to, toList, leaveAll, note, afterAll } = of;
  const { say } = useCommands();
  const selecting = useSelection({ rows: items, listKey, total }, { row: current });
  const [begun, setDoing] = useState<Doing<R> | null>(null);
  // A preview is of one list; another list has none.
  const doing = begun?.listKey === listKey ? begun : null;
  const on = most > 0;
  const cursor = { row: current, isElsewhere: false, step: (by: number) => Math.max(0, index + by) };
  const onMove = ({ id }: R) => void to(items.findIndex((row) => row.id === id));
  const enabled = on && doing === null;
  useSelectionKeys({ selecting, rows: items, cursor, onMove, enabled, toggles: false });
  const cancel = () => {
    setDoing(null);
    toList();
  };
  const clear = () => {
    selecting.clear();
    cancel();
  };
  const mark = (id: string, range: boolean) => {
    selecting.onMark(id, range);
    to(items.findIndex((row) => row.id === id));
  };
  const selected = selecting.any ? items.filter(({ id }) => selecting.isSelected(id)) : [];
  const beginOn = (decision: string, rows: readonly R[]) => afterAll(() => setDoing({ decision, rows, listKey }));
  return {
    selected,
    marks: on ? { ...selecting, any: selected.length > 0, onMark: mark } : undefined,
    doing,
    /** Previews a decision about the selected rows. */
    begin: (decision: string) => (selected.length > most ? say(strings.whyNot.tooMany) : beginOn(decision, selected)),
    /** Previews a decision that does not depend on the selection; these rows are what the list has of it. */
    beginOn,
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
