import { RotateCcw } from 'lucide-react';
import { Button } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { strings } from '../../strings.ts';

/** Whether the purge of the open record was requested; only in the bin. */
export type PurgeRequest = readonly [boolean, (on: boolean) => void];

interface BinnedActionsProps {
  onRestore: () => void;
  purging: PurgeRequest;
}

/** The actions on a record in the bin: at the same place whatever record it is. */
export function BinnedActions({ onRestore, purging: [isPurging, setPurging] }: BinnedActionsProps) {
  return (
    <>
      <Button onClick={onRestore} title={keysText(keysOf('restore')[0] ?? '')} className="mr-1">
        <RotateCcw size={13} aria-hidden />
        {strings.actions.restore}
      </Button>
      <Button tone="danger" aria-expanded={isPurging} onClick={() => setPurging(!isPurging)}>
        {strings.actions.purge}
      </Button>
    </>
  );
}
