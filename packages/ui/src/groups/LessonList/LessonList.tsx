import type { Reflection, SearchHit } from '@twicewise/contract';
import { type MouseEvent, useMemo } from 'react';
import { RowList, type RowListProps } from '../RowList/RowList.tsx';
import { beginAlike } from './begin-alike.ts';
import { LessonRow } from './LessonRow.tsx';
import type { RowLines } from './lead.ts';

interface LessonListProps extends RowListProps<Reflection> {
  /** In a search: how each lesson was found. */
  hits: ReadonlyMap<string, SearchHit> | undefined;
  edited: ReadonlySet<string>;
  showProject: boolean;
  /** False when all lessons have the same state. */
  showState?: boolean;
  onPick: (lesson: Reflection) => void;
  /** Makes a lesson the current one without opening it. */
  onPoint: (lesson: Reflection) => void;
  /** Set where several lessons can be selected: whether any are, which, and functions to select one or a range. */
  marks?: Marks | undefined;
  /** The statement of each row, where the list chooses it. */
  lines?: ReadonlyMap<string, RowLines> | undefined;
}

/** See {@link LessonListProps.marks}. */
export interface Marks {
  any: boolean;
  isMarked: (id: string) => boolean;
  onMark: (id: string, range: boolean) => void;
  /** Selects none. */
  clear: () => void;
}

/** Handles a click on a row. */
function press(event: MouseEvent, lesson: Reflection, { marks, onPick }: LessonListProps): void {
  const { ctrlKey, metaKey, shiftKey, target } = event;
  const onBox = target instanceof Element && target.closest('[data-mark]') !== null;
  if (marks && (ctrlKey || metaKey || shiftKey || onBox)) marks.onMark(lesson.id, shiftKey);
  else onPick(lesson);
}

/** Handles the request for the menu of a row: that of a selected one is about all selected, that of another about it alone. */
function point(lesson: Reflection, { marks, onPoint }: LessonListProps): void {
  if (marks?.any && !marks.isMarked(lesson.id)) marks.clear();
  onPoint(lesson);
}

/** The list of lessons. */
export function LessonList(props: LessonListProps) {
  const { rows, listRef, marks, hits, edited, showProject, showState = true, lines } = props;
  const alike = useMemo(() => beginAlike(rows.map(({ projectName }) => projectName)), [rows]);
  // A range selection would also select the text of the rows, so the browser's default is prevented.
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
      onPoint={(lesson) => point(lesson, props)}
      onMouseDown={marks && keepText}
      checked={marks?.any ? ({ id }) => marks.isMarked(id) : undefined}
      draw={(lesson, current) => (
        <LessonRow
          lesson={lesson}
          current={current}
          edited={edited.has(lesson.id)}
          showProject={showProject}
          alike={alike.has(lesson.projectName)}
          showState={showState}
          hit={hits?.get(lesson.id)}
          lines={lines?.get(lesson.id)}
          mark={marks && (marks.any ? marks.isMarked(lesson.id) : 'hint')}
        />
      )}
    />
  );
}
