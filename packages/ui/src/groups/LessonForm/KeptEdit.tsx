import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import { Button } from '../../elements/Button/Button.tsx';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { type Draft, stagedFields } from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';

const words = strings.form;

interface KeptEditProps {
  draft: Draft;
  onContinue: () => void;
  onDiscard: () => void;
  /** The text to show when it is not an edit of the lesson below. */
  label?: string;
  /** The key that continues the edit. */
  keys?: string;
  /** Aligns it with what surrounds it. */
  className?: string;
}

/** A bar above a lesson that has an unsaved edit, with buttons to continue or discard it. */
export function KeptEdit({ draft, onContinue, onDiscard, className, ...rest }: KeptEditProps) {
  const { label = strings.list.edited, keys = 'e' } = rest;
  const names = stagedFields(draft).map((field) => strings.fields[field]);
  return (
    <section
      aria-label={label}
      className={clsx(
        'flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-surface px-4 py-1.5 text-small',
        className,
      )}
    >
      <p className="flex min-w-40 grow items-center gap-2">
        <Pencil size={12} aria-hidden className="shrink-0 text-ink-2" />
        <span className="min-w-0">
          <span className="font-medium">{label}</span>
          <span className="text-ink-2"> · {names.join(', ')}</span>
        </span>
      </p>
      <span className="ml-auto flex gap-2">
        <Button onClick={onContinue} className="pr-1.5">
          {words.continue} <Kbd keys={keys} />
        </Button>
        <Confirm label={words.discard} question={words.discardSure} onConfirm={onDiscard} />
      </span>
    </section>
  );
}
