import { useState } from 'react';
import type { Purged } from '../../data/queries/changes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { strings } from '../../strings.ts';
import { PurgePart } from './PurgePart.tsx';

const words = strings.purge;

interface EmptyBinProps {
  kind: Purged['kind'];
  /** The list shows a part of the bin only; all of it goes nevertheless, which is said. */
  narrowed: boolean;
  onDone: () => void;
  onCancel: () => void;
}

/** At the foot of the list of a bin: the way to empty all of it, by a button and by name. */
export function EmptyBin({ kind, narrowed, onDone, onCancel }: EmptyBinProps) {
  const [asked, setAsked] = useState(false);
  useAction('emptyBin', () => setAsked(true));
  const ending = (then: () => void) => () => {
    setAsked(false);
    then();
  };
  return (
    <PurgePart
      purged={{ kind, which: { bin: true } }}
      asked={asked}
      className="border-t px-3"
      onDone={ending(onDone)}
      onCancel={ending(onCancel)}
    >
      {!asked && (
        <Button className="self-start" onClick={() => setAsked(true)}>
          {words.bin}
        </Button>
      )}
      {asked && narrowed && <p className="mb-2 text-ink text-small">{words.whole}</p>}
    </PurgePart>
  );
}
