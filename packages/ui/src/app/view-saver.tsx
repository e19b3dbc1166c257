import { useState } from 'react';
import type { SavedScreen, ShownView } from '../data/saved-views.ts';
import { useSheets } from '../sheets/use-sheets.ts';
import { useAction } from '../state/action-registry.tsx';
import { strings } from '../strings.ts';

const words = strings.views;

interface ViewSaverProps {
  /** What the screen shows. */
  shown: { screen: SavedScreen; query: string };
  saved: readonly ShownView[];
}

/** The action that saves what a screen shows as a view, and its dialog. */
export function ViewSaver({ shown: { screen, query }, saved }: ViewSaverProps) {
  const [naming, setNaming] = useState(false);
  const same = saved.find((view) => view.screen === screen && view.query === query);
  const why = same ? words.isSaved(same.name) : query === '' && words.nothingToSave[screen];
  useAction('saveView', () => setNaming(true), why || true);
  const end = () => setNaming(false);
  const sheets = useSheets(naming, end);
  return sheets && <sheets.SaveViewSheet screen={screen} query={query} open={naming} onEnd={end} />;
}
