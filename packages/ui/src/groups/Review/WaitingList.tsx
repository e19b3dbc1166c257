import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { waiting } from '../../strings/waiting.ts';
import { type Marks, rowMarkOf, selectableRows } from '../RowList/marks.ts';
import { rowLook } from '../RowList/row-look.ts';

/** One row of the review queue. */
export interface WaitingRow {
  id: string;
  title: string;
  /** What distinguishes it from the others. */
  detail: string;
}

interface WaitingListProps {
  label: string;
  rows: readonly WaitingRow[];
  index: number;
  listRef: RefObject<HTMLDivElement | null>;
  hasMore: boolean;
  onMore: () => void;
  onPick: (id: string) => void;
  /** Set where several can be selected. */
  marks?: Marks | undefined;
}

const optionId = (id: string) => `waiting-${id}`;

/** The waiting items of one kind; one of them is current. */
export function WaitingList({ label, rows, index, listRef, hasMore, onMore, onPick, marks }: WaitingListProps) {
  const current = rows[index]?.id;
  const pick = ({ id }: WaitingRow) => onPick(id);
  const { onPress, onPoint, onMouseDown, checked } = selectableRows(marks, { listRef, onPick: pick, onPoint: pick });
  // Only when another row becomes current: a page that arrives must not lead back to it.
  useEffect(() => {
    if (current !== undefined) document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div
        ref={listRef}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        {...(current ? { 'aria-activedescendant': optionId(current) } : {})}
        className="group/list focus-visible:outline-none"
      >
        {rows.map((row, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by the listbox, they never take the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the listbox through the shortcut registry
          <div
            key={row.id}
            id={optionId(row.id)}
            role="option"
            aria-selected={at === index}
            {...(checked ? { 'aria-checked': checked(row) } : {})}
            {...(onMouseDown ? { onMouseDown } : {})}
            onClick={(event) => onPress(row, event)}
            onContextMenu={() => onPoint(row)}
            className={clsx(
              'cursor-default border-line border-b px-3.5 py-1.5',
              rowLook(at === index, marks && rowMarkOf(marks, row.id)),
            )}
          >
            <span className="flex items-start gap-1.5">
              {marks?.isSelected(row.id) && (
                <Check size={12} strokeWidth={3} aria-hidden className="mt-1 shrink-0 text-signal" />
              )}
              <span dir="auto" className="line-clamp-2 min-w-0 text-pretty wrap-anywhere" title={row.title}>
                {row.title}
              </span>
            </span>
            <span
              dir="auto"
              className="line-clamp-2 text-pretty wrap-anywhere text-ink-2 text-small"
              title={row.detail}
            >
              {row.detail}
            </span>
          </div>
        ))}
      </div>
      {hasMore && (
        <Button tone="quiet" className="m-2" onClick={onMore}>
          {waiting.more}
        </Button>
      )}
    </div>
  );
}
