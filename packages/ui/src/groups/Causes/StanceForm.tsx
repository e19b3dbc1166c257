import type { Failure } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { causes } from '../../strings/causes.ts';
import { NotedForm } from './NotedForm.tsx';

const words = causes.edge;

type Stance = 'supports' | 'disputes';

interface StanceFormProps {
  /** False where nothing supports it: only what somebody said can be confirmed. */
  isSaid?: boolean;
  /** What evidence in words is called where there need be none. */
  optional?: Record<'note' | 'noteAgainst', string>;
  onSay: (stance: Stance, note: string) => Promise<Failure | null>;
}

/** The form to connect, confirm or dispute an edge, with the reason. */
export function StanceForm({ isSaid = true, optional, onSay }: StanceFormProps) {
  const { note: noteFor, noteAgainst } = optional ?? words;
  const names = { supports: isSaid ? words.agree : causes.connect.run, disputes: words.dispute };
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
  const submit = async () => {
    const meant = note.trim();
    if (stance === null) return;
    if (meant === '' && !optional) {
      field.current?.focus();
      return setFailure({ code: 'invalid_input', message: causes.claim.needsNote, hint: '' });
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
        <Button ref={agree} data-deed="edge agree" onClick={() => setStance('supports')}>
          {names.supports}
        </Button>
        <Button ref={dispute} data-deed="edge disagree" onClick={() => setStance('disputes')}>
          {names.disputes}
        </Button>
      </div>
    );
  }
  return (
    <NotedForm
      label={names[stance]}
      send={names[stance]}
      note={{ label: stance === 'disputes' ? noteAgainst : noteFor, value: note, onChange: setNote }}
      noteRef={field}
      failure={failure}
      className="border-line border-t px-4 py-3"
      onSend={submit}
      onLeave={leave}
    />
  );
}
