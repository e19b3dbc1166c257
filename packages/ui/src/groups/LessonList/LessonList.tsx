import type { Reflection, SearchHit } from '@twicewise/contract';
import { useMemo } from 'react';
import { beginAlike } from '../../data/begin-alike.ts';
import { useProjectName } from '../../state/chosen-project.tsx';
import { type Marks, rowMarkOf, selectableRows } from '../RowList/marks.ts';
import { RowList, type RowListProps } from '../RowList/RowList.tsx';
import { LessonRow, type RowTime } from './LessonRow.tsx';
import type { RowLines } from './lead.ts';

interface LessonListProps extends RowListProps<Reflection> {
  /** In a search: how each lesson was found. */
  hits: ReadonlyMap<string, SearchHit> | undefined;
  edited: ReadonlySet<string>;
  showProject: boolean;
  /** False when all lessons have the same state. */
  showState?: boolean;
  /** The time that the rows are sorted by; by default when it happened. */
  time?: RowTime | null;
  onPick: (lesson: Reflection) => void;
  /** Makes a lesson the current one without opening it. */
  onPoint: (lesson: Reflection) => void;
  /** Set where several lessons can be selected: whether any are, which, and functions to select one or a range. */
  marks?: Marks | undefined;
  /** The statement of each row, where the list chooses it. */
  lines?: ReadonlyMap<string, RowLines> | undefined;
}

/** The list of lessons. */
export function LessonList(props: LessonListProps) {
  const { rows, listRef, marks, hits, edited, showProject, showState = true, time = 'createdAt', lines } = props;
  const nameOf = useProjectName();
  const alike = useMemo(() => beginAlike(rows.map((row) => nameOf(row.projectId, row.projectName))), [rows, nameOf]);
  return (
    <RowList
      {...props}
      name="lesson"
      {...selectableRows(marks, { listRef, onPick: props.onPick, onPoint: props.onPoint })}
      draw={(lesson, current) => (
        <LessonRow
          lesson={lesson}
          current={current}
          edited={edited.has(lesson.id)}
          project={showProject ? nameOf(lesson.projectId, lesson.projectName) : null}
          differsAt={alike.get(nameOf(lesson.projectId, lesson.projectName))}
          showState={showState}
          time={time}
          hit={hits?.get(lesson.id)}
          lines={lines?.get(lesson.id)}
          mark={marks && rowMarkOf(marks, lesson.id)}
        />
      )}
    />
  );
}
