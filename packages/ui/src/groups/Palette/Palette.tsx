import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { MAX_WORDS } from '../../data/lessons-view.ts';
import { onFindKey } from '../../elements/Dialog/find-key.ts';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { strings } from '../../strings.ts';

const words = strings.palette;

/** The id of the rows, with which those of each row begin. There is one palette. */
export const PALETTE_ROWS = 'palette';

interface PaletteProps {
  typed: string;
  onType: (typed: string) => void;
  /** How many rows there are, and which is current. */
  count: number;
  current: number;
  onCurrent: (index: number) => void;
  /** Enter was pressed, which waits for what is still to be found. */
  onChoose: (index: number) => void;
  /** The status text about the answer. */
  status: string;
  /** The rows, and a failure, which they alone would not show. */
  children?: ReactNode;
}

function Foot({ status }: { status: string }) {
  return (
    <p className="flex h-8 shrink-0 items-center gap-3 border-line border-t bg-surface px-3.5 text-ink-2 text-small">
      <span role="status" className="min-w-0 grow truncate">
        {status}
      </span>
      <span className="flex shrink-0 items-center gap-1 text-ink-3 max-sm:hidden">
        <Kbd keys="ArrowUp" />
        <Kbd keys="ArrowDown" /> {words.hint.move}
      </span>
      <span className="flex shrink-0 items-center gap-1 text-ink-3 max-sm:hidden">
        <Kbd keys="Enter" /> {words.hint.choose}
      </span>
      <span className="flex shrink-0 items-center gap-1 text-ink-3">
        <Kbd keys="Escape" /> {words.hint.close}
      </span>
    </p>
  );
}

/** The palette: a search field with its results below. The focus stays in the field. */
export function Palette({ typed, onType, count, current, onCurrent, onChoose, status, children }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  // Before the next key, which may follow at once.
  useLayoutEffect(() => field.current?.focus(), []);
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: Math.min(current + 8, count - 1),
    PageUp: Math.max(current - 8, 0),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = steps[event.key];
    if (event.key === 'Enter') onChoose(current);
    else if (to !== undefined && count > 0) onCurrent((to + count) % count);
    else return;
    event.preventDefault();
  };
  // Over words, the key of the palette begins a new search. It closes an empty one, and what is typed after it are keys again.
  const beginAnew = onFindKey(() => field.current?.select());
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-line border-b px-3.5 shadow-[inset_0_2px_0_var(--signal)]">
        <Search size={15} aria-hidden className="shrink-0 text-ink-3" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={words.label}
          aria-expanded={count > 0}
          aria-controls={PALETTE_ROWS}
          aria-autocomplete="list"
          {...(current < count ? { 'aria-activedescendant': `${PALETTE_ROWS}-${current}` } : {})}
          placeholder={words.placeholder}
          value={typed}
          maxLength={MAX_WORDS}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (typed !== '') beginAnew(event);
            if (event.defaultPrevented) event.stopPropagation();
            else onKeyDown(event);
          }}
          className="h-full min-w-0 grow bg-transparent text-read focus-visible:outline-none"
        />
      </div>
      {children}
      <Foot status={status} />
    </>
  );
}
