import type { Failure } from '@twicewise/contract';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { TextArea } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.causes.edge;

type Stance = 'supports' | 'disputes';

/** Ctrl+Enter sends the form, as it saves a lesson. Enter alone begins a line. */
function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface NoteProps {
  label: string;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (text: string) => void;
  failure: Failure | null;
}

/** The field for the reason of a claim or dispute. */
export function Note({ label, fieldRef, value, onChange, failure }: NoteProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-ink-2 text-small">
        {label}
      </label>
      <TextArea
        id={id}
        ref={fieldRef}
        rows={2}
        value={value}
        maxLength={2000}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={sendByKey}
      />
      <FailureLine failure={failure} />
    </>
  );
}

/** Handles Escape: it leaves a form without leaving what is around it. */
export function leaving(onLeave: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onLeave();
  };
}

/** The form to claim or dispute an edge, with the reason. */
export function StanceForm({ onSay }: { onSay: (stance: Stance, note: string) => Promise<Failure | null> }) {
  const [stance, setStance] = useState<Stance | null>(null);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const agree = useRef<HTMLButtonElement>(null);
  const dispute = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (stance !== null) field.current?.focus();
  }, [stance]);
  const leave = () => {
    const from = stance === 'disputes' ? dispute : agree;
    setStance(null);
    setFailure(null);
    // By then the button is drawn.
    setTimeout(() => from.current?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const meant = note.trim();
    if (stance === null) return;
    if (meant === '') {
      field.current?.focus();
      return setFailure({ code: 'invalid_input', message: strings.causes.claim.needsNote, hint: '' });
    }
    const why = await onSay(stance, meant);
    setFailure(why);
    if (why) return;
    setNote('');
    leave();
  };
  if (stance === null) {
    return (
      <div className="flex flex-wrap gap-1 border-line border-t px-4 py-3">
        <Button ref={agree} onClick={() => setStance('supports')}>
          {words.agree}
        </Button>
        <Button ref={dispute} onClick={() => setStance('disputes')}>
          {words.dispute}
        </Button>
      </div>
    );
  }
  const isDispute = stance === 'disputes';
  return (
    <form
      aria-label={isDispute ? words.dispute : words.agree}
      className="flex flex-col gap-1.5 border-line border-t px-4 py-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={leaving(leave)}
    >
      <Note
        label={isDispute ? words.noteAgainst : words.note}
        fieldRef={field}
        value={note}
        onChange={setNote}
        failure={failure}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="solid">
          {isDispute ? words.dispute : words.agree}
        </Button>
        <Button onClick={leave}>{strings.actions.cancel}</Button>
      </div>
    </form>
  );
}
