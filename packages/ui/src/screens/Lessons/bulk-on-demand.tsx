import { type LessonChange, MAX_SELECTED_IDS } from '@twicewise/contract';
import { type ComponentProps, useState } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';
import { useLoadSoon } from '../../elements/OnDemand/use-load-soon.ts';
import { useAction } from '../../state/action-registry.tsx';
import { strings } from '../../strings.ts';
import type { LessonsDoing } from './BulkPane.tsx';

const { whyNot, shortcuts } = strings;
const { hint } = shortcuts;

const load = async () => (await import('./BulkPane.tsx')).BulkPane;
const Pane = onDemand(load);

/** Loads it after the list is drawn, so that it is there with the first lesson that is selected. */
export function useBulkLessonsSoon(): void {
  useLoadSoon(load);
}

/** While lessons are selected, the keys for one lesson act on all of them. */
function useBulkActions(
  begin: (change: LessonChange | 'purge') => void,
  pinned: boolean,
  bin: boolean,
  on: boolean,
): void {
  const live = bin ? whyNot.inBin : on || whyNot.tooMany;
  useAction('pin', () => begin({ kind: 'pin', pinned: !pinned }), live, pinned ? hint.unpin : hint.pin);
  useAction('accept', () => begin({ kind: 'state', state: 'accepted' }), live);
  useAction('reject', () => begin({ kind: 'state', state: 'rejected' }), live);
  useAction('archive', () => begin({ kind: 'state', state: 'archived' }), live);
  useAction('delete', () => begin({ kind: 'delete' }), live);
  useAction('purge', () => begin('purge'), bin ? on || whyNot.tooMany : whyNot.notInBin);
  useAction('restore', () => begin({ kind: 'restore' }), bin ? on || whyNot.tooMany : whyNot.notInBin);
}

/** What can be done to the selected lessons. Its keys work before it is loaded. */
export function LateBulkLessons(props: Omit<ComponentProps<typeof Pane>, 'doing'>) {
  const { view, list, selecting } = props;
  const doing = useState<LessonsDoing>(null);
  const marked = list.lessons.filter(({ id }) => selecting.isSelected(id));
  const pinned = marked.length > 0 && marked.every((lesson) => lesson.pinned);
  const isTooMany = !selecting.selection.all && selecting.count > MAX_SELECTED_IDS;
  useBulkActions(doing[1], pinned, view.bin ?? false, !isTooMany);
  return <Pane {...props} doing={doing} />;
}
