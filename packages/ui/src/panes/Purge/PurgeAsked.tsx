import { useState } from 'react';
import type { Purged } from '../../data/queries/changes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { strings } from '../../strings.ts';
import { PurgePart } from './PurgePart.tsx';

interface PurgeAskedProps {
  purged: Purged;
  className: string;
  onDone: () => void;
  onCancel: () => void;
}

/** A purge button in one line; pressing it first shows what would be removed. */
export function PurgeAsked({ purged, className, onDone, onCancel }: PurgeAskedProps) {
  const [asked, setAsked] = useState(false);
  const ending = (then: () => void) => () => {
    setAsked(false);
    then();
  };
  return (
    <PurgePart purged={purged} asked={asked} className={className} onDone={ending(onDone)} onCancel={ending(onCancel)}>
      {!asked && (
        <Button tone="danger" className="self-start" onClick={() => setAsked(true)}>
          {strings.actions.purge}
        </Button>
      )}
    </PurgePart>
  );
}
