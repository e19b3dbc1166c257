import type { Failure } from '@twicewise/contract';
import clsx from 'clsx';
import { type FormEvent, type RefObject, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.views;

/** Returns null on success, otherwise the failure. */
export type Naming = (name: string) => Promise<Failure | null>;

interface NameFormProps {
  initial: string;
  /** The space between its parts. */
  className: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  onName: Naming;
  onEnd: () => void;
}

/** The form that names a saved view. Ends once the name is taken. */
export function ViewNameForm({ initial, className, fieldRef, onName, onEnd }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const why = await onName(name.trim());
    if (why) setFailure(why);
    else onEnd();
  };
  return (
    <form
      onSubmit={(event) => void onSubmit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onEnd();
      }}
      className={clsx('flex flex-wrap', className)}
    >
      <TextField
        ref={fieldRef}
        aria-label={words.name}
        placeholder={words.name}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" tone="solid" disabled={name.trim() === ''}>
        {strings.actions.save}
      </Button>
      <Button onClick={onEnd}>{strings.actions.cancel}</Button>
      {failure && (
        <p role="alert" className="w-full text-failure text-small">
          {failure.message} {failure.hint}
        </p>
      )}
    </form>
  );
}
