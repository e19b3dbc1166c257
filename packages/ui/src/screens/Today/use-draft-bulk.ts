import { type LessonGrouping, MAX_SELECTED_IDS, type OutputOf } from '@twicewise/contract';
import { useState } from 'react';
import type { ManyLessons } from '../../data/queries/changes.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { type DraftGroup, filterOfGroup, useGroupName } from './draft-groups.ts';
import type { Deciding } from './use-deciding.ts';
import type { Queue } from './use-queue.ts';

/** How several drafts are decided at once. */
export type Decision = 'accepted' | 'rejected';

/** A decision about several drafts, from its preview until it is made or cancelled. */
interface Doing {
  state: Decision;
  selection: ManyLessons;
  /** The drafts as far as they are loaded. */
  ids: readonly string[];
  /** The selected ones, those of a group, or all that are listed. */
  whose: 'selected' | 'group' | 'all';
  /** The name of the group. */
  group?: string;
  listKey: string;
  /** The button of the decision, where it opens. */
  at?: HTMLElement | undefined;
  /** True where a key was pressed, not the button. */
  byKey?: boolean;
}

/** Selecting drafts, and deciding the selected ones, those of a group, or all that are listed. `onEnd` gets the focus back to the list. */
export function useDraftBulk(
  queue: Queue,
  by: LessonGrouping | undefined,
  { note, afterAll }: Pick<Deciding, 'note' | 'afterAll'>,
  onEnd: () => void,
  onAllDone: () => Promise<void>,
) {
  const { drafts, current, filter, listKey, total, leaveAll } = queue;
  const { say } = useCommands();
  const groupName = useGroupName();
  const selecting = useSelection({ rows: drafts, listKey, total }, { row: current });
  const [begun, setDoing] = useState<Doing | null>(null);
  // A preview is of one list; another list has none.
  const doing = begun?.listKey === listKey ? begun : null;
  // A draft that was decided by itself since it was selected is no longer meant.
  const ids = drafts.map(({ id }) => id);
  const selected = selecting.any ? ids.filter(selecting.isSelected) : [];

  const preview = (next: Doing) => afterAll(() => setDoing(next));
  const begin = (state: Decision) => {
    if (selected.length > MAX_SELECTED_IDS) return say(strings.whyNot.tooMany);
    if (selected.length > 0)
      preview({ state, selection: { ids: selected }, ids: selected, whose: 'selected', listKey });
  };
  const beginAll = (state: Decision, at?: HTMLElement, byKey = false) => {
    if (total > 0) preview({ state, selection: { filters: filter }, ids, whose: 'all', listKey, at, byKey });
  };
  const beginGroup = (state: Decision, group: DraftGroup, at?: HTMLElement, byKey = false) => {
    if (by === undefined) return;
    const of = drafts.filter(({ id }) => queue.groupOf(id)?.value === group.value).map(({ id }) => id);
    const filters = filterOfGroup(filter, by, group);
    const name = groupName(by, group);
    preview({ state, selection: { filters }, ids: of, whose: 'group', group: name, listKey, at, byKey });
  };
  const cancel = () => {
    setDoing(null);
    // Back to the button, unless it is one of a heading, which never has the focus.
    if (doing?.at && !doing.byKey && doing.at.tabIndex >= 0 && doing.at.isConnected) doing.at.focus();
    else onEnd();
  };
  const clear = () => {
    selecting.clear();
    setDoing(null);
    onEnd();
  };
  const done = async ({ operationId, job }: OutputOf<'reflection.changeMany'>) => {
    const { ids: decided, whose } = doing ?? { ids: [], whose: 'selected' };
    note(operationId, decided);
    clear();
    // First, because rows that leave would write the link that is left.
    if (whose === 'all') await onAllDone();
    // A job decides them one after another; each leaves the list when it is decided.
    if (job === null) leaveAll(decided);
  };
  return { selecting, selected, doing, begin, beginAll, beginGroup, cancel, clear, done };
}

/** See {@link useDraftBulk}. */
export type DraftBulk = ReturnType<typeof useDraftBulk>;
