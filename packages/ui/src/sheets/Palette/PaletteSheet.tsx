import { useRef, useState } from 'react';
import { Overlay } from '../../elements/Dialog/Overlay.tsx';
import type { Entry, EntryKind } from '../../groups/Palette/entry.ts';
import { Palette } from '../../groups/Palette/Palette.tsx';
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

interface FieldProps extends Pick<PaletteSheetProps, 'project' | 'ways'> {
  sheets: ReturnType<typeof useSheets>;
  onChoose: (entry: Entry) => void;
}

const nothing = () => {};

/** The field is there at once, so that no key goes elsewhere; what it finds follows when that is loaded. */
function Field({ sheets, ...rest }: FieldProps) {
  const [typed, type] = useState('');
  // What was entered waits for its answer, as it does once the palette is loaded.
  const [entered, enter] = useState<string | null>(null);
  if (sheets) return <sheets.PaletteContent typed={typed} entered={entered} onType={type} {...rest} />;
  return (
    <Palette
      typed={typed}
      onType={type}
      count={0}
      current={0}
      onCurrent={nothing}
      onChoose={() => enter(typed)}
      status={strings.palette.searching}
    />
  );
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
    <Overlay title={strings.palette.title} open={open} onOpenChange={onOpenChange} onClosed={onClosed}>
      <Field sheets={sheets} project={project} ways={ways} onChoose={choose} />
    </Overlay>
  );
}
