import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useAppearance } from '../../state/appearance.tsx';
import { useStillness } from './stillness.ts';

/** Height of a row; fixed, so that the place of every row is known without drawing it. */
export const ROW_HEIGHT = { comfortable: 56, compact: 44 } as const;
const OVERSCAN = 8;
/** Ask for the next page when this few rows are left below. */
const MARGIN = 60;

/** What a list needs whatever is in its rows. */
export interface RowListProps<T extends { id: string }> {
  label: string;
  rows: readonly T[];
  total: number;
  /** Changes when the list shows something else; it starts at its top then. */
  listKey: string;
  /** Index of the row that keys act on, or -1. */
  current: number;
  stale: boolean;
  hasMore: boolean;
  listRef: RefObject<HTMLDivElement | null>;
  onMore: () => void;
}

interface DrawnProps<T extends { id: string }> extends RowListProps<T> {
  /** Beginning of the ids of rows in the page. */
  name: string;
  draw: (row: T, current: boolean) => ReactNode;
  onPress: (row: T, event: MouseEvent) => void;
  /** Before the browser makes something of it. */
  onMouseDown?: ((event: MouseEvent) => void) | undefined;
  /** Where several can be selected: whether this one is. */
  checked?: ((row: T) => boolean) | undefined;
}

/** Draws the rows in sight and always the current one, which the list names as its active descendant. */
function useVirtualRows<T extends { id: string }>(
  { rows, current, listRef }: Pick<RowListProps<T>, 'rows' | 'current' | 'listRef'>,
  height: number,
) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return current < 0 || current >= range.count || drawn.includes(current) ? drawn : [...drawn, current];
    },
    [current],
  );
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
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

/** A listbox of rows of one height, which are drawn only where they are seen. */
export function RowList<T extends { id: string }>(props: DrawnProps<T>) {
  const { rows, current, listRef, hasMore, onMore, listKey, name, draw, onPress, onMouseDown, checked } = props;
  const { density } = useAppearance();
  const height = ROW_HEIGHT[density];
  const virtual = useVirtualRows(props, height);
  const { measure } = virtual;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all places other ones
  useLayoutEffect(() => measure(), [measure, height]);
  useStillness(listRef, rows, listKey, height);

  const currentId = rows[current]?.id;
  useFollow(current, currentId, virtual.scrollToIndex);

  const items = virtual.getVirtualItems();
  const lowest = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && lowest >= rows.length - MARGIN) onMore();
  }, [hasMore, lowest, rows.length, onMore]);

  const optionId = (id: string) => `${name}-${id}`;
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
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by the listbox, they never take the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the listbox through the shortcut registry
            <div
              key={key}
              id={optionId(row.id)}
              role="option"
              aria-selected={index === current}
              aria-setsize={props.total}
              aria-posinset={index + 1}
              {...(checked ? { 'aria-checked': checked(row) } : {})}
              {...(onMouseDown ? { onMouseDown } : {})}
              onClick={(event) => onPress(row, event)}
              className={clsx(
                'absolute inset-x-0 top-0 cursor-default',
                // The frame of the focus lies below the rows; they leave its edges free.
                !currentId && 'group-focus-visible/list:[clip-path:inset(0_2px)]',
              )}
              style={{ height, transform: `translateY(${start}px)` }}
            >
              {draw(row, index === current)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
