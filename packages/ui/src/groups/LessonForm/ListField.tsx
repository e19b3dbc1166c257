import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { TextArea } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';
import { type FieldMark, invalidBy } from './mark.ts';
import { keyedByPlace } from './place.ts';

interface ListFieldProps {
  label: string;
  items: readonly string[];
  mark: FieldMark | undefined;
  onChange: (items: string[]) => void;
}

/**
 * A list of texts, with one field per entry, because an entry may contain line breaks. Enter adds an entry below; Backspace in an
 * empty entry removes it.
 */
export function ListField({ label, items, mark, onChange }: ListFieldProps) {
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number | null>(null);
  useEffect(() => {
    if (focusNext.current === null) return;
    list.current?.querySelectorAll('textarea')[focusNext.current]?.focus();
    focusNext.current = null;
  });

  const insert = (index: number) => {
    focusNext.current = index;
    onChange(items.toSpliced(index, 0, ''));
  };
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1);
    onChange(items.toSpliced(index, 1));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
    if (event.key === 'Enter' && plain) insert(index + 1);
    else if (event.key === 'Backspace' && items[index] === '') remove(index);
    else return;
    event.preventDefault();
  };

  return (
    <div ref={list} className="flex flex-col items-start gap-1">
      {keyedByPlace(items).map(({ key, item, index }) => (
        <div key={key} className="flex w-full items-start gap-1">
          <TextArea
            rows={1}
            value={item}
            aria-label={strings.form.entry(label, index + 1)}
            onChange={(event) => onChange(items.with(index, event.target.value))}
            onKeyDown={(event) => onKeyDown(event, index)}
            {...(mark?.entry === index ? invalidBy(mark) : {})}
          />
          <IconButton
            label={strings.form.removeEntry(label, index + 1)}
            onClick={() => remove(index)}
            className="mt-0.5"
          >
            <X size={13} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        tone="quiet"
        aria-label={strings.form.addTo(label)}
        className="-ml-2 h-6 px-2"
        onClick={() => insert(items.length)}
      >
        <Plus size={12} aria-hidden />
        {strings.form.add}
      </Button>
    </div>
  );
}
