import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button, type ButtonTone } from '../Button/Button.tsx';
import { useNoDoubleClick } from '../Button/double-click.ts';

interface ConfirmProps {
  label: string;
  /** The question of the second step. */
  question: string;
  disabled?: boolean;
  /** The tone of the first step. */
  tone?: ButtonTone;
  /** Of the button of the first step. */
  className?: string;
  /** The side at which the first step is; the second one extends to the other side. */
  align?: 'start' | 'end';
  /** Called when the second step begins, because its question may have to be loaded. */
  onAsk?: () => void;
  onConfirm: () => void;
}

interface AskingProps extends Required<Pick<ConfirmProps, 'label' | 'question' | 'align'>> {
  onYes: () => void;
  onNo: () => void;
}

/**
 * Covers what is there, so that nothing moves. Cancel is where the first button was and has the focus, so that a second Enter or
 * click confirms nothing, and a double click leaves the question open. A long question grows upwards for the same reason.
 */
function Asking({ label, question, align, onYes, onNo }: AskingProps) {
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  const onlyMeant = useNoDoubleClick(question);
  useEffect(() => no.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Here Escape means "no"; it must not reach the handlers around.
    event.preventDefault();
    onNo();
  };
  return (
    <fieldset
      aria-labelledby={id}
      data-keys="asked"
      onKeyDown={onKeyDown}
      className={clsx(
        'absolute -bottom-1 z-10 flex w-max max-w-[min(30rem,calc(100vw-2rem))] flex-wrap items-center gap-x-2 gap-y-1 rounded-sm bg-raised py-1 shadow-float',
        align === 'end' ? '-right-1 justify-end pr-1 pl-3' : '-left-1 flex-row-reverse justify-end pr-3 pl-1',
      )}
    >
      <span id={id} className="text-ink-2 text-small">
        {question}
      </span>
      <Button tone="danger" onClickCapture={onlyMeant} onClick={onYes}>
        {label}
      </Button>
      <Button ref={no} onClick={onNo}>
        {strings.actions.cancel}
      </Button>
    </fieldset>
  );
}

/** A button that asks for confirmation in its own place. */
export function Confirm(props: ConfirmProps) {
  const { label, question, disabled = false, tone = 'outline', className, align = 'end', onAsk, onConfirm } = props;
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
        className={clsx(className, asking && 'invisible')}
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
