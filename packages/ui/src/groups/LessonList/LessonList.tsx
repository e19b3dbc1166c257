import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import type { Reflection, SearchHit } from '@twicewise/contract';
import clsx from 'clsx';
import { type MouseEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useAppearance } from '../../app/appearance.tsx';
import { LessonRow } from './LessonRow.tsx';
import { useStillness } from './stillness.ts';

/** Height of a row; fixed, so that the place of every row is known without drawing it. */
export const ROW_HEIGHT = { comfortable: 56, compact: 44 } as const;
const OVERSCAN = 8;
/** Ask for the next page when this few rows are left below. */
const MARGIN = 60;

interface LessonListProps {
  label: string;
  lessons: readonly Reflection[];
  /** In a search: how each was found. */
  hits: ReadonlyMap<string, SearchHit> | undefined;
  total: number;
  /** Changes when the list shows something else; it starts at its top then. */
  listKey: string;
  /** Index of the row that keys act on, or -1. */
  current: number;
  edited: ReadonlySet<string>;
  showProject: boolean;
  /** Of lessons that all have the same state it says nothing. */
  showState?: boolean;
  stale: boolean;
  hasMore: boolean;
  listRef: RefObject<HTMLDivElement | null>;
  onMore: () => void;
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

/** What a click on a row means. A range would select its text as well, so the press is not left to the browser. */
function press(event: MouseEvent, lesson: Reflection, { marks, onPick }: LessonListProps): void {
  const { ctrlKey, metaKey, shiftKey, target } = event;
  const onBox = target instanceof Element && target.closest('[data-mark]') !== null;
  if (marks && (ctrlKey || metaKey || shiftKey || onBox)) marks.onMark(lesson.id, shiftKey);
  else onPick(lesson);
}

function optionId(id: string): string {
  return `lesson-${id}`;
}

/** Draws the rows in sight and always the current one, which the list names as its active descendant. */
function useRows(
  { lessons, current, listRef }: Pick<LessonListProps, 'lessons' | 'current' | 'listRef'>,
  height: number,
) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      return current < 0 || current >= range.count || rows.includes(current) ? rows : [...rows, current];
    },
    [current],
  );
  return useVirtualizer({
    count: lessons.length,
    getScrollElement: () => listRef.current,
    estimateSize: () => height,
    getItemKey: (index) => lessons[index]?.id ?? index,
    overscan: OVERSCAN,
    rangeExtractor,
  });
}

/** Brings the current row into sight when another one becomes current, but not when rows above merely move it. */
function useFollow(
  index: number,
  id: string | undefined,
  scrollToIndex: (index: number, options: { align: 'auto' }) => void,
) {
  const latest = useRef(index);
  latest.current = index;
  useEffect(() => {
    if (id !== undefined) scrollToIndex(latest.current, { align: 'auto' });
  }, [id, scrollToIndex]);
}

/** The list of lessons: a listbox whose rows are drawn only where they are seen. */
export function LessonList(props: LessonListProps) {
  const { lessons, current, listRef, hasMore, onMore, listKey } = props;
  const { density } = useAppearance();
  const height = ROW_HEIGHT[density];
  const rows = useRows(props, height);
  const { measure } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all places other ones
  useLayoutEffect(() => measure(), [measure, height]);
  useStillness(listRef, lessons, listKey, height);

  useFollow(current, lessons[current]?.id, rows.scrollToIndex);

  const items = rows.getVirtualItems();
  const lowest = rows.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && lowest >= lessons.length - MARGIN) onMore();
  }, [hasMore, lowest, lessons.length, onMore]);

  const currentId = lessons[current]?.id;
  return (
    <div
      ref={listRef}
      role="listbox"
      tabIndex={0}
      data-place="list"
      aria-label={props.label}
      aria-busy={props.stale}
      {...(currentId ? { 'aria-activedescendant': optionId(currentId) } : {})}
      className={clsx(
        'group/list @container min-h-0 grow overflow-y-auto overscroll-contain focus-visible:-outline-offset-2',
        // The current row shows the focus; only a list without one shows it itself.
        currentId && 'focus-visible:outline-none',
      )}
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const lesson = lessons[index];
          if (!lesson) return null;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by the listbox, they never take the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the listbox through the shortcut registry
            <div
              key={key}
              id={optionId(lesson.id)}
              role="option"
              aria-selected={index === current}
              aria-setsize={props.total}
              aria-posinset={index + 1}
              {...(props.marks?.any ? { 'aria-checked': props.marks.isMarked(lesson.id) } : {})}
              onMouseDown={(event) => {
                if (!event.shiftKey || !props.marks) return;
                event.preventDefault();
                listRef.current?.focus({ preventScroll: true });
              }}
              onClick={(event) => press(event, lesson, props)}
              className={clsx(
                'absolute inset-x-0 top-0 cursor-default',
                // The frame of the focus lies below the rows; they leave its edges free.
                !currentId && 'group-focus-visible/list:[clip-path:inset(0_2px)]',
              )}
              style={{ height, transform: `translateY(${start}px)` }}
            >
              <LessonRow
                lesson={lesson}
                current={index === current}
                edited={props.edited.has(lesson.id)}
                showProject={props.showProject}
                showState={props.showState ?? true}
                hit={props.hits?.get(lesson.id)}
                mark={props.marks && (props.marks.any ? props.marks.isMarked(lesson.id) : 'hint')}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
