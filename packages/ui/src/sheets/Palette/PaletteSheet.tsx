import { useRef } from 'react';
import { Overlay } from '../../elements/Dialog/Overlay.tsx';
import type { Entry, EntryKind } from '../../groups/Palette/entry.ts';
import { remember } from '../../state/recent.ts';
import { strings } from '../../strings.ts';
import { useSheets } from '../use-sheets.ts';
import type { Ways } from './use-entries.ts';

/** Kinds of which nothing is offered again as chosen lately. */
const NOT_REMEMBERED: readonly EntryKind[] = ['attempt', 'node', 'ask'];

interface PaletteSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  project: string | undefined;
  ways: Ways;
}

/** The palette: finds actions, and places to go to, by name. */
export function PaletteSheet({ open, onOpenChange, project, ways }: PaletteSheetProps) {
  const sheets = useSheets(open, () => onOpenChange(false));
  const choice = useRef<Entry | null>(null);
  const choose = (entry: Entry) => {
    choice.current = entry;
    onOpenChange(false);
  };
  // The chosen action runs with the focus where it was before the palette opened.
  const onClosed = () => {
    const entry = choice.current;
    choice.current = null;
    if (!entry) return;
    if (entry.key !== 'hits' && !NOT_REMEMBERED.includes(entry.kind)) remember(entry.key);
    entry.run();
  };
  return (
    // It opens with its field, which gets the focus.
    <Overlay
      title={strings.palette.title}
      open={open && sheets !== null}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
    >
      {sheets && <sheets.PaletteContent project={project} ways={ways} onChoose={choose} />}
    </Overlay>
  );
}
