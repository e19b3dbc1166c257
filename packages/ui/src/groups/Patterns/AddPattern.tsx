import type { Failure, PatternKind } from '@twicewise/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { TextArea } from '../../elements/TextField/TextField.tsx';
import { patterns } from '../../strings/patterns.ts';
import { NotedForm } from '../Causes/NotedForm.tsx';

const words = patterns.add;
const KINDS = (['task', 'error'] as const).map((value) => ({
  value,
  label: words.kinds[value],
  icon: words.kinds[value],
}));

/** A pattern that a person asserts. */
export interface NewPattern {
  kind: PatternKind;
  trigger: string;
  action: string;
  note: string;
}

/**
 * The form to assert a pattern that no evidence shows yet, or that is worded otherwise. It counts as one claim and can be undone.
 */
export function AddPattern({ onAdd }: { onAdd: (pattern: NewPattern) => Promise<Failure | null> }) {
  const [isOpen, setOpen] = useState(false);
  const [pattern, setPattern] = useState<NewPattern>({ kind: 'task', trigger: '', action: '', note: '' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) first.current?.focus();
  }, [isOpen]);
  const leave = () => {
    setOpen(false);
    setFailure(null);
    // By then the button is drawn.
    setTimeout(() => opener.current?.focus());
  };
  const submit = async () => {
    const why = await onAdd(pattern);
    setFailure(why);
    if (why) return;
    setPattern({ ...pattern, trigger: '', action: '', note: '' });
    leave();
  };
  if (!isOpen) {
    return (
      <Button ref={opener} tone="quiet" className="m-2 self-start" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
    );
  }
  const field = (name: 'trigger' | 'action', label: string) => (
    <>
      <label htmlFor={`${id}-${name}`} className="text-ink-2 text-small">
        {label}
      </label>
      <TextArea
        id={`${id}-${name}`}
        ref={name === 'trigger' ? first : undefined}
        rows={2}
        value={pattern[name]}
        maxLength={name === 'action' ? 1000 : 2000}
        onChange={({ target }) => setPattern({ ...pattern, [name]: target.value })}
      />
    </>
  );
  return (
    <NotedForm
      label={words.title}
      send={words.run}
      note={{ label: words.note, value: pattern.note, onChange: (note) => setPattern({ ...pattern, note }) }}
      failure={failure}
      className="border-line border-t p-3"
      onSend={submit}
      onLeave={leave}
    >
      <div className="flex items-center gap-2">
        <span className="text-ink-2 text-small">{words.kind}</span>
        <Segmented
          label={words.kind}
          options={KINDS}
          value={pattern.kind}
          onChange={(kind) => setPattern({ ...pattern, kind })}
        />
      </div>
      {field('trigger', words.trigger[pattern.kind])}
      {field('action', words.action)}
    </NotedForm>
  );
}
