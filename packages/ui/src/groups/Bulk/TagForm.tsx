import type { LessonChange } from '@twicewise/contract';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.bulk;

const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter((tag) => tag !== ''),
  ),
];

interface TagFormProps {
  /** The existing tags, to choose from. */
  known: readonly string[];
  onChange: (change: LessonChange) => void;
  onCancel: () => void;
}

/** Chooses which tags to add and which to remove. */
export function TagForm({ known, onChange, onCancel }: TagFormProps) {
  const list = useId();
  const [add, setAdd] = useState('');
  const [remove, setRemove] = useState('');
  const change = { kind: 'tags' as const, add: tagsIn(add), remove: tagsIn(remove) };
  const nothing = change.add.length + change.remove.length === 0;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!nothing) onChange(change);
  };
  const fields = [
    { label: words.addTags, value: add, set: setAdd },
    { label: words.removeTags, value: remove, set: setRemove },
  ];
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2 text-small">
      {fields.map(({ label, value, set }, index) => (
        <div key={label} className="flex items-center gap-2">
          <label htmlFor={`${list}${index}`} className="w-14 shrink-0 text-ink-2">
            {label}
          </label>
          <TextField
            id={`${list}${index}`}
            autoFocus={index === 0}
            list={list}
            value={value}
            placeholder={words.tagsHint}
            onChange={(event) => set(event.target.value)}
          />
        </div>
      ))}
      <datalist id={list}>
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <div className="flex gap-2">
        <Button type="submit" tone="solid" disabled={nothing}>
          {words.preview}
        </Button>
        <Button onClick={onCancel}>{strings.actions.cancel}</Button>
      </div>
    </form>
  );
}
