import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import {
  Fragment,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useAppearance } from '../../state/appearance.tsx';
import { HEADING_HEIGHT, headsOf } from './heads.ts';
import { useListWidth } from './list-width.ts';
import { useStillness } from './stillness.ts';

/** The height of a row in pixels; fixed, so that the position of every row is known without drawing it. */
export const ROW_HEIGHT = { comfortable: 56, compact: 32 } as const;
/** Rows drawn beyond those that are seen, so that scrolling leads to none that is missing. */
const OVERSCAN = 8;
/** At the top fewer: with each key of a search they are drawn anew, and the person waits for those that nobody sees. */
const OVERSCAN_AT_TOP = 2;
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
  /** Headings above rows, by the index of the row. */
  headings?: ReadonlyMap<number, RowHeading> | undefined;
}

/** A heading above a row; it is no row, so keys pass over it. */
export interface RowHeading {
  /** Read out with the first row below it; the heading itself is for the eye and the pointer. */
  text: string;
  drawn: ReactNode;
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
  { rows, current, listRef, headings }: Pick<RowListProps<T>, 'rows' | 'current' | 'listRef' | 'headings'>,
  height: number,
) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const isAtTop = range.startIndex === 0;
      const drawn = defaultRangeExtractor(isAtTop ? { ...range, overscan: OVERSCAN_AT_TOP } : range);
      return current < 0 || current >= range.count || drawn.includes(current) ? drawn : [...drawn, current];
    },
    [current],
  );
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => height + (headings?.has(index) ? HEADING_HEIGHT : 0),
    // The heading of the topmost rows stays above them.
    scrollPaddingStart: headings ? HEADING_HEIGHT : 0,
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

/** A heading of the list, above the rows that slide below it. */
function HeadingFrame({ children }: { children: ReactNode }) {
  return (
    <div className="border-line border-b bg-ground" style={{ height: HEADING_HEIGHT }}>
      {children}
    </div>
  );
}

/** A listbox of rows of equal height; only visible rows are drawn. */
export function RowList<T extends { id: string }>(props: DrawnProps<T>) {
  const { rows, current, listRef, hasMore, onMore, listKey, name, draw, onPress, onPoint, onMouseDown, checked } =
    props;
  const { headings } = props;
  const { density } = useAppearance();
  const height = ROW_HEIGHT[density];
  const virtual = useVirtualRows(props, height);
  const { measure } = virtual;
  const heads = useMemo(() => headsOf(headings), [headings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all places other ones
  useLayoutEffect(() => measure(), [measure, height, heads.join()]);
  useListWidth(listRef);
  useStillness(listRef, rows, listKey, { height, heads });

  const currentId = rows[current]?.id;
  useFollow(current, currentId, virtual.scrollToIndex);

  const items = virtual.getVirtualItems();
  const lowest = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && lowest >= rows.length - MARGIN) onMore();
  }, [hasMore, lowest, rows.length, onMore]);

  const optionId = (id: string) => `${name}-${id}`;
  const highest = virtual.range?.startIndex ?? 0;
  const topmost = heads.findLast((index) => index <= highest);
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
        'group/list min-h-0 grow overflow-y-auto overscroll-contain focus-visible:-outline-offset-2 data-kept:outline-none',
        // The current row shows the focus; the list shows it itself only when there is no current row.
        currentId && 'focus-visible:outline-none',
      )}
    >
      {topmost !== undefined && (
        <div aria-hidden className="sticky top-0 z-10 h-0">
          <HeadingFrame>{headings?.get(topmost)?.drawn}</HeadingFrame>
        </div>
      )}
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const heading = headings?.get(index);
          const top = heading ? start + HEADING_HEIGHT : start;
          return (
            <Fragment key={key}>
              {heading && index !== topmost && (
                <div aria-hidden className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
                  <HeadingFrame>{heading.drawn}</HeadingFrame>
                </div>
              )}
              {/* biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by the listbox, they never take the focus */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the listbox through the shortcut registry */}
              <div
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
                  !currentId && 'group-[:focus-visible:not([data-kept])]/list:[clip-path:inset(0_2px)]',
                )}
                style={{ height, transform: `translateY(${top}px)` }}
              >
                {heading && <span className="sr-only">{heading.text}</span>}
                {draw(row, index === current)}
              </div>
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}
