import { useState } from 'react';
import type { Purged } from '../../data/queries/changes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { purge as words } from '../../strings/purge.ts';
import { PurgePart } from './PurgePart.tsx';

interface EmptyBinProps {
  kind: Exclude<Purged['kind'], 'episode'>;
  /** True when the list shows only a part of the bin; everything is purged nevertheless, and the text says so. */
  narrowed: boolean;
  onDone: () => void;
  onCancel: () => void;
}

/** At the bottom of the list of a bin: purges everything in it, by a button and as a named action. */
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
        <Button tone="danger" className="self-start" onClick={() => setAsked(true)}>
          {narrowed ? words.wholeBin : words.bin}
        </Button>
      )}
      {narrowed && (
        <p className={asked ? 'mb-2 text-ink text-small' : 'mt-1 text-ink-2 text-small'}>{words.whole(kind)}</p>
      )}
    </PurgePart>
  );
}
