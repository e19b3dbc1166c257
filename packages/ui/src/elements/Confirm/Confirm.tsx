import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button, type ButtonTone } from '../Button/Button.tsx';

interface ConfirmProps {
  label: string;
  /** What the second step asks. */
  question: string;
  disabled?: boolean;
  /** Of the first step. */
  tone?: ButtonTone;
  onConfirm: () => void;
}

/** A button that asks again in its own place. */
export function Confirm({ label, question, disabled = false, tone = 'outline', onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <Button tone={tone} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <span className="ml-auto inline-flex flex-wrap items-center gap-2">
      <span className="text-ink-2">{question}</span>
      <Button
        tone="danger"
        // The first button is gone; whoever pressed it by key goes on from here.
        ref={(button) => button?.focus()}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {label}
      </Button>
      <Button tone="quiet" onClick={() => setAsking(false)}>
        {strings.actions.cancel}
      </Button>
    </span>
  );
}
