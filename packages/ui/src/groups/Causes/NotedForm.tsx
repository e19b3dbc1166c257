import type { Failure } from '@twicewise/contract';
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { TextArea } from '../../elements/TextField/TextField.tsx';
import { causes } from '../../strings/causes.ts';
import { strings } from '../../strings.ts';

/** Ctrl+Enter sends the form, as it saves a lesson. Enter alone begins a line. */
function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface NotedFormProps {
  /** The name of the form. */
  label: string;
  /** The name of the button that sends it. */
  send: string;
  note: { label: string; value: string; onChange: (text: string) => void };
  noteRef?: RefObject<HTMLTextAreaElement | null>;
  failure: Failure | null;
  className?: string;
  /** Buttons between sending and leaving. */
  also?: ReactNode;
  onSend: () => Promise<void>;
  onLeave: () => void;
  /** The fields above the note. */
  children?: ReactNode;
}

/** A form to say something of a cause or a pattern, with the reason for it. Escape leaves it without leaving what is around it. */
export function NotedForm(props: NotedFormProps) {
  const { label, send, note, noteRef, failure, className = '', also, onSend, onLeave, children } = props;
  const id = useId();
  return (
    <form
      aria-label={label}
      className={`flex flex-col gap-1.5 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onLeave();
      }}
    >
      {children}
      <label htmlFor={id} className="text-ink-2 text-small">
        {note.label}
      </label>
      <TextArea
        id={id}
        ref={noteRef}
        rows={2}
        value={note.value}
        maxLength={2000}
        placeholder={causes.edge.noteExample}
        onChange={({ target }) => note.onChange(target.value)}
        onKeyDown={sendByKey}
      />
      <FailureLine failure={failure} />
      <div className="flex gap-2">
        <Button type="submit" tone="solid">
          {send} <Kbd keys="Mod+Enter" quiet />
        </Button>
        {also}
        <Button tone="quiet" onClick={onLeave}>
          {strings.actions.cancel} <Kbd keys="Escape" />
        </Button>
      </div>
    </form>
  );
}
