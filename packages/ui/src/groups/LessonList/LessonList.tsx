import type { Reflection, SearchHit } from '@twicewise/contract';
import type { MouseEvent } from 'react';
import { RowList, type RowListProps } from '../RowList/RowList.tsx';
import { LessonRow } from './LessonRow.tsx';

interface LessonListProps extends RowListProps<Reflection> {
  /** In a search: how each was found. */
  hits: ReadonlyMap<string, SearchHit> | undefined;
  edited: ReadonlySet<string>;
  showProject: boolean;
  /** Of lessons that all have the same state it says nothing. */
  showState?: boolean;
  onPick: (lesson: Reflection) => void;
  /** Where several can be selected: whether any are, which, and what selects one or a range up to it. */
  marks?: Marks | undefined;
}

/** See {@link LessonListProps.marks}. */
export interface Marks {
  any: boolean;
  isMarked: (id: string) => boolean;
  onMark: (id: string, range: boolean) => void;
}

/** What a click on a row means. */
function press(event: MouseEvent, lesson: Reflection, { marks, onPick }: LessonListProps): void {
  const { ctrlKey, metaKey, shiftKey, target } = event;
  const onBox = target instanceof Element && target.closest('[data-mark]') !== null;
  if (marks && (ctrlKey || metaKey || shiftKey || onBox)) marks.onMark(lesson.id, shiftKey);
  else onPick(lesson);
}

/** The list of lessons. */
export function LessonList(props: LessonListProps) {
  const { listRef, marks, hits, edited, showProject, showState = true } = props;
  // A range would select the text of its rows as well, so the press is not left to the browser.
  const keepText = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    listRef.current?.focus({ preventScroll: true });
  };
  return (
    <RowList
      {...props}
      name="lesson"
      onPress={(lesson, event) => press(event, lesson, props)}
      onMouseDown={marks && keepText}
      checked={marks?.any ? ({ id }) => marks.isMarked(id) : undefined}
      draw={(lesson, current) => (
        <LessonRow
          lesson={lesson}
          current={current}
          edited={edited.has(lesson.id)}
          showProject={showProject}
          showState={showState}
          hit={hits?.get(lesson.id)}
          mark={marks && (marks.any ? marks.isMarked(lesson.id) : 'hint')}
        />
      )}
    />
  );
}
