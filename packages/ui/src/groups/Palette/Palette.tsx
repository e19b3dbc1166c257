import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { MAX_WORDS } from '../../data/lessons-view.ts';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { strings } from '../../strings.ts';
import { type Entry, type EntryKind, isOpen } from './entry.ts';

const words = strings.palette;

interface PaletteProps {
  typed: string;
  onType: (typed: string) => void;
  /** Those of one kind together. */
  entries: readonly Entry[];
  /** Kinds whose entries still answer what was typed before. */
  stale: readonly EntryKind[];
  current: number;
  onCurrent: (index: number) => void;
  /** Enter was pressed, which waits for what is still to be found. */
  onChoose: (index: number) => void;
  /** A row was pressed. */
  onPress: (index: number) => void;
  /** The pointer moves over the rows, or left them. */
  onPointer: (isOver: boolean) => void;
  /** The status text about the answer. */
  status: string;
  /** A failure, which the rows alone would not show. */
  trouble: string | null;
}

function Row({ entry, current, stale }: { entry: Entry; current: boolean; stale: boolean }) {
  const open = isOpen(entry);
  return (
    <div
      className={clsx(
        'flex min-h-8 cursor-default items-center gap-2.5 border-l-2 py-1 pr-3 pl-3',
        current ? 'border-l-signal bg-signal-tint' : 'border-l-transparent',
        stale && 'text-ink-3',
      )}
    >
      {entry.outcome && <OutcomeGlyph outcome={entry.outcome} />}
      <span dir="auto" title={entry.title} className={clsx('min-w-0 grow truncate', !open && 'text-ink-2')}>
        {entry.title}
      </span>
      {entry.place && open && (
        <span className={clsx('max-w-[35%] shrink-0 truncate text-small', current ? 'text-ink-2' : 'text-ink-3')}>
          <bdi>{entry.place}</bdi>
        </span>
      )}
      {!open && <span className="max-w-[50%] shrink-0 text-ink-2 text-small">{entry.why}</span>}
      {open && (
        <span className="flex shrink-0 gap-1">
          {entry.keys?.map((keys) => (
            <Kbd key={keys} keys={keys} />
          ))}
        </span>
      )}
    </div>
  );
}

type ListProps = Pick<PaletteProps, 'entries' | 'stale' | 'current' | 'onCurrent' | 'onPress' | 'onPointer'> & {
  id: string;
};

/** Whether the pointer really moved: browsers report a move of nothing when a row appears under a pointer at rest. */
const isMoved = ({ movementX, movementY }: MouseEvent) => movementX !== 0 || movementY !== 0;

/** Neighbours of one kind; what came late is below, apart from others of its kind. */
function groupsOf(entries: readonly Entry[]) {
  const groups: { kind: EntryKind; first: number; rows: Entry[] }[] = [];
  for (const [index, entry] of entries.entries()) {
    const last = groups.at(-1);
    if (last?.kind === entry.kind) last.rows.push(entry);
    else groups.push({ kind: entry.kind, first: index, rows: [entry] });
  }
  return groups;
}

function Rows({ id, entries, stale, current, onCurrent, onPress, onPointer }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current?.querySelectorAll('[role="option"]')[current];
    // The heading above the first row scrolls into view with it.
    (current === 0 ? row?.parentElement : row)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={words.list}
      onMouseMove={(event) => isMoved(event) && onPointer(true)}
      onMouseLeave={() => onPointer(false)}
      className="min-h-0 overflow-y-auto pb-1.5"
    >
      {groupsOf(entries).map(({ kind, first, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
        <div key={`${kind} ${rows[0]?.key}`} role="group" aria-label={words.kinds[kind]}>
          <p aria-hidden className="px-3.5 pt-2.5 pb-1 font-medium text-ink-3 text-small">
            {words.kinds[kind]}
          </p>
          {rows.map((entry, at) => {
            const index = first + at;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current row
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the field
              <div
                key={entry.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === current}
                aria-disabled={!isOpen(entry) || undefined}
                onMouseMove={(event) => isMoved(event) && index !== current && onCurrent(index)}
                onClick={() => onPress(index)}
              >
                <Row entry={entry} current={index === current} stale={stale.includes(kind)} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
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
export function Palette(props: PaletteProps) {
  const { typed, onType, entries, current, onCurrent, onChoose, status, trouble } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Before the next key, which may follow at once.
  useLayoutEffect(() => field.current?.focus(), []);
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: Math.min(current + 8, entries.length - 1),
    PageUp: Math.max(current - 8, 0),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = steps[event.key];
    if (event.key === 'Enter') onChoose(current);
    else if (to !== undefined && entries.length > 0) onCurrent((to + entries.length) % entries.length);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2.5 border-line border-b px-3.5 shadow-[inset_0_2px_0_var(--signal)]">
        <Search size={15} aria-hidden className="shrink-0 text-ink-3" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={words.label}
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          {...(entries[current] ? { 'aria-activedescendant': `${id}-${current}` } : {})}
          placeholder={words.placeholder}
          value={typed}
          maxLength={MAX_WORDS}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 grow bg-transparent text-read focus-visible:outline-none"
        />
      </div>
      {entries.length > 0 && <Rows id={id} {...props} />}
      {/* Below the rows, which it would move. */}
      {trouble && (
        <p role="alert" className="shrink-0 border-line border-t px-3.5 py-2 text-ink-2">
          {trouble}
        </p>
      )}
      <Foot status={status} />
    </>
  );
}
