import type { Failure } from '@twicewise/contract';
import { type RefObject, useId, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { TextArea } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.project;

interface ChecksFormProps {
  checks: readonly string[];
  firstRef: RefObject<HTMLTextAreaElement | null>;
  failure: Failure | null;
  onSave: (checks: string[]) => void;
  onCancel: () => void;
}

/** The form to name the commands that check a project: one on each line. */
export function ChecksForm({ checks, firstRef, failure, onSave, onCancel }: ChecksFormProps) {
  // Until something is typed the form follows the project, which may be read anew only after it was opened.
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? checks.join('\n');
  const id = useId();
  const meant = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft === null) onCancel();
        else onSave(meant);
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-ink-2 text-small">
          {words.checksLabel}
        </label>
        <TextArea
          id={id}
          ref={firstRef}
          className="max-h-64 min-h-20 max-w-[32rem] overflow-y-auto font-mono"
          value={typed}
          onChange={(event) => setDraft(event.target.value)}
        />
      </div>
      <p className="max-w-[56ch] text-ink-2">{words.checksHint}</p>
      <FailureLine failure={failure} />
      <div className="flex gap-2">
        <Button type="submit" tone="solid">
          {strings.actions.save}
        </Button>
        <Button onClick={onCancel}>{strings.actions.cancel}</Button>
      </div>
    </form>
  );
}
