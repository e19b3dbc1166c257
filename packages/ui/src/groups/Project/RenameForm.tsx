import type { Failure } from '@twicewise/contract';
import { type RefObject, useId, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.project;

interface RenameFormProps {
  name: string;
  firstRef: RefObject<HTMLInputElement | null>;
  failure: Failure | null;
  onRename: (name: string) => void;
  onCancel: () => void;
}

/** The form to rename a project. */
export function RenameForm({ name, firstRef, failure, onRename, onCancel }: RenameFormProps) {
  // As in the form of checks.
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? name;
  const id = useId();
  const meant = typed.trim();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft === null) onCancel();
        else if (meant !== '') onRename(meant);
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-ink-2 text-small">
          {words.name}
        </label>
        <TextField
          id={id}
          ref={firstRef}
          dir="auto"
          className="max-w-96"
          value={typed}
          maxLength={256}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setDraft(event.target.value)}
        />
      </div>
      <p className="text-ink-2">{words.renameHint}</p>
      <FailureLine failure={failure} />
      <div className="flex gap-2">
        <Button type="submit" tone="solid" disabled={meant === ''}>
          {strings.actions.save}
        </Button>
        <Button onClick={onCancel}>{strings.actions.cancel}</Button>
      </div>
    </form>
  );
}
