import { useState } from 'react';
import type { ShownView } from '../data/saved-views.ts';
import { useSheets } from '../sheets/use-sheets.ts';
import { useAction } from '../state/action-registry.tsx';
import { type ViewToSave, whyNotSaved } from '../state/save-view.ts';

/** The action that saves what a screen shows as a view, and its dialog. */
export function ViewSaver({ shown, saved }: { shown: ViewToSave; saved: readonly ShownView[] }) {
  const [naming, setNaming] = useState(false);
  useAction('saveView', () => setNaming(true), whyNotSaved(shown, saved) ?? true);
  const end = () => setNaming(false);
  const sheets = useSheets(naming, end);
  return sheets && <sheets.SaveViewSheet shown={shown} open={naming} onEnd={end} />;
}
