import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button, type ButtonTone } from '../Button/Button.tsx';

interface ConfirmProps {
  label: string;
  /** What the second step asks. */
  question: string;
  disabled?: boolean;
  /** Of the first step. */
  tone?: ButtonTone;
  /** On which side of its place the first step stands; the second one reaches to the other side. */
  align?: 'start' | 'end';
  /** Told when the second step begins: what it asks may still have to be found out. */
  onAsk?: () => void;
  onConfirm: () => void;
}

interface AskingProps extends Required<Pick<ConfirmProps, 'label' | 'question' | 'align'>> {
  onYes: () => void;
  onNo: () => void;
}

/**
 * Lies over what is there, so that nothing moves, with Cancel where the first button was and the focus on it: whoever
 * presses Enter twice, or clicks twice, has confirmed nothing. A long question grows upwards, for the same reason.
 */
function Asking({ label, question, align, onYes, onNo }: AskingProps) {
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Here it means "no", and nothing of what it means around.
    event.preventDefault();
    onNo();
  };
  return (
    <fieldset
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      className={clsx(
        'absolute -bottom-1 z-10 flex w-max max-w-[min(30rem,calc(100vw-2rem))] flex-wrap items-center gap-x-2 gap-y-1 rounded-sm bg-raised py-1 shadow-float',
        align === 'end' ? '-right-1 justify-end pr-1 pl-3' : '-left-1 flex-row-reverse justify-end pr-3 pl-1',
      )}
    >
      <span id={id} className="text-ink-2 text-small">
        {question}
      </span>
      <Button tone="danger" onClick={onYes}>
        {label}
      </Button>
      <Button ref={no} onClick={onNo}>
        {strings.actions.cancel}
      </Button>
    </fieldset>
  );
}

/** A button that asks again in its own place. */
export function Confirm(props: ConfirmProps) {
  const { label, question, disabled = false, tone = 'outline', align = 'end', onAsk, onConfirm } = props;
  const [asking, setAsking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && !asking) trigger.current?.focus({ preventScroll: true });
    asked.current = asking;
  }, [asking]);
  const yes = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <span className="relative inline-flex shrink-0">
      <Button
        ref={trigger}
        tone={tone}
        disabled={disabled}
        className={clsx(asking && 'invisible')}
        onClick={() => {
          setAsking(true);
          onAsk?.();
        }}
      >
        {label}
      </Button>
      {asking && <Asking label={label} question={question} align={align} onYes={yes} onNo={() => setAsking(false)} />}
    </span>
  );
}
