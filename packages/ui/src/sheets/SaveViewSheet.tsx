import type { Failure } from '@twicewise/contract';
import { useRef } from 'react';
import type { SavedScreen } from '../data/saved-views.ts';
import { Dialog } from '../elements/Dialog/Dialog.tsx';
import { ViewNameForm } from '../groups/Facets/ViewNameForm.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

const words = strings.views;

interface SaveViewProps {
  screen: SavedScreen;
  query: string;
  open: boolean;
  onEnd: () => void;
}

/** Asks for a name and saves what a screen shows under it, from wherever on that screen. */
export function SaveViewSheet({ screen, query, open, onEnd }: SaveViewProps) {
  const { attempt } = useCommands();
  const field = useRef<HTMLInputElement>(null);
  const save = async (name: string): Promise<Failure | null> => {
    const answer = await attempt('view.save', { name, screen, query }, words.done.saved(name));
    return answer.ok ? null : answer.error;
  };
  return (
    <Dialog title={words.saveTitle} open={open} onOpenChange={onEnd} firstRef={field}>
      <ViewNameForm initial="" fieldRef={field} onName={save} onEnd={onEnd} />
    </Dialog>
  );
}
