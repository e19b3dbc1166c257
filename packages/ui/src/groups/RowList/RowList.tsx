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

/** The height of a row in pixels; fixed, so that the position of every row is known without drawing it. */
export const ROW_HEIGHT = { comfortable: 56, compact: 32 } as const;
const OVERSCAN = 8;
/** The next page is requested when this few rows are left below. */
const MARGIN = 60;

/** The props of a list that do not depend on its rows. */
export interface RowListProps<T extends { id: string }> {
  label: string;
  rows: readonly T[];
  total: number;
  /** Changes when the list shows something else; the list then starts at its top. */
  listKey: string;
  /** The index of the row that keys act on, or -1. */
  current: number;
  stale: boolean;
  hasMore: boolean;
  listRef: RefObject<HTMLDivElement | null>;
  onMore: () => void;
}

interface DrawnProps<T extends { id: string }> extends RowListProps<T> {
  /** The prefix of the rows' element ids. */
  name: string;
  draw: (row: T, current: boolean) => ReactNode;
  onPress: (row: T, event: MouseEvent) => void;
  /** Makes a row the current one when its menu is asked for. */
  onPoint: (row: T) => void;
  /** Called before the browser's default action. */
  onMouseDown?: ((event: MouseEvent) => void) | undefined;
  /** Set where several rows can be selected: whether this one is. */
  checked?: ((row: T) => boolean) | undefined;
}

/** Draws the visible rows, and always the current one, because the list names it as its active descendant. */
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

/** Scrolls to the current row when another one becomes current, but not when rows above merely move it. */
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

/** A listbox of rows of equal height; only visible rows are drawn. */
export function RowList<T extends { id: string }>(props: DrawnProps<T>) {
  const { rows, current, listRef, hasMore, onMore, listKey, name, draw, onPress, onPoint, onMouseDown, checked } =
    props;
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
        // The current row shows the focus; the list shows it itself only when there is no current row.
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
              onContextMenu={() => index !== current && onPoint(row)}
              className={clsx(
                'absolute inset-x-0 top-0 cursor-default',
                // The focus frame is drawn below the rows, so they leave the list's edges free.
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
