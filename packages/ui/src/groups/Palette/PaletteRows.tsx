import clsx from 'clsx';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { strings } from '../../strings.ts';
import { type Entry, type EntryKind, isOpen } from './entry.ts';
import { PALETTE_ROWS } from './Palette.tsx';

const words = strings.palette;

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
      {/* As wide without one, so that all titles begin below each other. */}
      <span className="w-3 shrink-0">
        {entry.outcome && <OutcomeGlyph outcome={entry.outcome} doubtful={entry.isDoubtful === true} />}
      </span>
      <span dir="auto" title={entry.title} className={clsx('min-w-0 grow truncate', !open && 'text-ink-2')}>
        {entry.title}
      </span>
      {entry.place && open && (
        <span className={clsx('max-w-[35%] shrink-0 truncate text-small', current ? 'text-ink-2' : 'text-ink-3')}>
          <bdi>{entry.place}</bdi>
        </span>
      )}
      {!open && <span className="max-w-[50%] shrink-0 text-ink-2 text-small">{entry.why}</span>}
      {open &&
        entry.keys?.map((keys) => (
          <span key={keys} className="flex shrink-0">
            <Kbd keys={keys} />
          </span>
        ))}
    </div>
  );
}

interface RowsProps {
  /** Those of one kind together. */
  entries: readonly Entry[];
  /** Kinds whose entries still answer what was typed before. */
  stale: readonly EntryKind[];
  current: number;
  onCurrent: (index: number) => void;
  /** A row was pressed. */
  onPress: (index: number) => void;
  /** The pointer moves over the rows, or left them. */
  onPointer: (isOver: boolean) => void;
}

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

/** What the palette found, in groups; the first row is nearest to its field. */
export function PaletteRows({ entries, stale, current, onCurrent, onPress, onPointer }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current?.querySelectorAll('[role="option"]')[current];
    // The heading above the first row scrolls into view with it.
    (current === 0 ? row?.parentElement : row)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div
      ref={list}
      id={PALETTE_ROWS}
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
                id={`${PALETTE_ROWS}-${index}`}
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
