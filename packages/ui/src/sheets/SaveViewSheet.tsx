import { useRef } from 'react';
import { Dialog } from '../elements/Dialog/Dialog.tsx';
import { ViewNameForm } from '../groups/Facets/ViewNameForm.tsx';
import { useSaveView, type ViewToSave } from '../state/save-view.ts';
import { strings } from '../strings.ts';

interface SaveViewProps {
  shown: ViewToSave;
  open: boolean;
  onEnd: () => void;
}

/** Asks for a name and saves what a screen shows under it, from wherever on that screen. */
export function SaveViewSheet({ shown, open, onEnd }: SaveViewProps) {
  const field = useRef<HTMLInputElement>(null);
  const save = useSaveView(shown);
  return (
    <Dialog title={strings.views.saveTitle} open={open} onOpenChange={onEnd} firstRef={field}>
      <p className="mb-3 text-ink-2">{strings.views.keeps[shown.screen]}</p>
      <ViewNameForm initial="" className="gap-2" fieldRef={field} onName={save} onEnd={onEnd} />
    </Dialog>
  );
}
