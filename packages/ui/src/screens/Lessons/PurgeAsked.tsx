import clsx from 'clsx';
import { useState } from 'react';
import type { Purged } from '../../data/queries/changes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { strings } from '../../strings.ts';
import { Purging } from './Purging.tsx';

interface PurgeAskedProps {
  which: Purged;
  label: string;
  className: string;
  onDone: () => void;
  onCancel: () => void;
}

/** The way to a purge, in one line until it is asked for; it shows first what it would remove. */
export function PurgeAsked({ which, label, className, onDone, onCancel }: PurgeAskedProps) {
  const [asked, setAsked] = useState(false);
  const cancel = () => {
    setAsked(false);
    onCancel();
  };
  const done = () => {
    setAsked(false);
    onDone();
  };
  return (
    <section
      aria-label={strings.purge.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !asked) return;
        event.preventDefault();
        cancel();
      }}
      className={clsx('flex max-h-[70%] shrink-0 flex-col border-line bg-ground py-2', className)}
    >
      {asked ? (
        <Purging which={which} onDone={done} onCancel={cancel} />
      ) : (
        <Button className="self-start" onClick={() => setAsked(true)}>
          {label}
        </Button>
      )}
    </section>
  );
}
