import { useEffect, useRef, useState } from 'react';
import { type Entry, type EntryKind, isOpen, likeness } from '../../groups/Palette/entry.ts';
import { Palette } from '../../groups/Palette/Palette.tsx';
import { PaletteRows } from '../../groups/Palette/PaletteRows.tsx';
import { type Held, steadyRows } from '../../groups/Palette/steady.ts';
import { strings } from '../../strings.ts';
import { questionIn } from './question-in.ts';
import { useElsewhere } from './use-elsewhere.ts';
import { useEntries, type Ways } from './use-entries.ts';
import { useFound } from './use-found.ts';

/** No status text is shown for answers faster than this, in milliseconds, because it would only flicker. */
const PATIENCE_MS = 200;

/** Keeps the present text while the next one is about to come. */
function useCalm(text: string, passing: boolean): string {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    if (!passing) return setShown(text);
    const timer = setTimeout(() => setShown(text), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [text, passing]);
  return passing ? shown : text;
}

const LESSONS: readonly EntryKind[] = ['lesson'];
const ELSEWHERE: readonly EntryKind[] = ['session', 'attempt', 'node'];

/**
 * The row that Enter means when none was chosen: the first that can be chosen, unless the words name one before it. That one says why
 * it cannot be, and nothing else is done in its place.
 */
function firstMeant(entries: readonly Entry[], typed: string): number {
  const isNamed = ({ kind, title }: Entry) => kind === 'action' && likeness(typed, title) > 0;
  return Math.max(
    0,
    entries.findIndex((entry) => isOpen(entry) || isNamed(entry)),
  );
}

interface ContentProps {
  project: string | undefined;
  ways: Ways;
  typed: string;
  /** The words that Enter was pressed after before this was loaded; null for none. */
  entered: string | null;
  onType: (typed: string) => void;
  onChoose: (entry: Entry) => void;
}

const nameOf = ({ kind, key }: Entry) => `${kind} ${key}`;

/** The rows, which do not move from when the pointer moved over them until it leaves, or something else is typed. */
function useSteady(typed: string, found: readonly Entry[]) {
  const [held, setHeld] = useState<Held<Entry> | null>(null);
  const entries = steadyRows(held, typed, found, nameOf);
  // Dropped for good when the words change: a pointer that leaves while nothing is found is not reported.
  if (held !== null && held.typed !== typed) setHeld(null);
  // Rows that came below are held as well.
  else if (held !== null && entries.length > held.rows.length) setHeld({ typed, rows: entries });
  const onPointer = (isOver: boolean) => {
    if (!isOver) setHeld(null);
    else if (held === null) setHeld({ typed, rows: entries });
  };
  return { entries, onPointer };
}

/** What the palette offers for what is typed. */
export function PaletteContent({ project, ways, typed, entered, onType, onChoose }: ContentProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useFound(typed);
  const elsewhere = useElsewhere(typed);
  const { entries, onPointer } = useSteady(typed, useEntries(typed, found, elsewhere, project, ways));
  const kept = entries.findIndex((entry) => nameOf(entry) === chosen);
  const current = kept >= 0 ? kept : firstMeant(entries, typed);
  // "Nothing found" is certain only when all searches have answered.
  const isLate = found.stale || elsewhere.stale;
  // Questions can be asked whatever is found.
  const matches = entries.filter(({ kind }) => kind !== 'ask').length;
  const others = entries.filter(({ kind }) => kind !== 'ask' && kind !== 'lesson').length;
  const isOut = matches === 0 && elsewhere.stale && !found.stale && found.trouble === null;
  const said = isOut && typed.trim() !== '' ? strings.palette.searching : found.status(others);
  // Until all have answered, there may be more to count.
  const status = useCalm(said, isLate);
  const stale: EntryKind[] = [...(found.stale ? LESSONS : []), ...(elsewhere.stale ? ELSEWHERE : [])];
  // When a person types and presses Enter at once, Enter waits for the answer to what was typed.
  const wish = useRef(entered);

  const choose = (index: number) => {
    const entry = entries[index];
    // A question is there before any answer; unless it was chosen or put, Enter means what is found.
    const isWaiting = entry === undefined || (entry.kind === 'ask' && chosen === null && questionIn(typed) === null);
    const late = isWaiting ? isLate : stale.includes(entry.kind);
    wish.current = late ? typed : null;
    if (entry && !late && isOpen(entry)) onChoose(entry);
  };
  useEffect(() => {
    if (wish.current === null || isLate) return;
    if (wish.current === typed) choose(current);
    wish.current = null;
  });
  const choosing = (index: number) => setChosen(entries[index] ? nameOf(entries[index]) : null);
  const trouble = found.trouble ?? elsewhere.trouble;
  const type = (text: string) => {
    onType(text);
    setChosen(null);
  };
  return (
    <Palette
      typed={typed}
      onType={type}
      count={entries.length}
      current={current}
      onCurrent={choosing}
      onChoose={choose}
      status={status}
    >
      {entries.length > 0 && (
        <PaletteRows
          entries={entries}
          stale={stale}
          current={current}
          onCurrent={choosing}
          onPress={(index) => {
            const entry = entries[index];
            // What was pressed is meant, whatever may still be found.
            if (entry && isOpen(entry)) onChoose(entry);
          }}
          onPointer={onPointer}
        />
      )}
      {/* Below the rows, which it would move. */}
      {trouble && (
        <p role="alert" className="shrink-0 border-line border-t px-3.5 py-2 text-ink-2">
          {trouble}
        </p>
      )}
    </Palette>
  );
}
