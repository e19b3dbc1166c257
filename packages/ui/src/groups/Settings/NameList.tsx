import { type ReactNode, useId } from 'react';
import { RemovableChip } from '../../elements/Chip/Chip.tsx';
import { settings } from '../../strings/settings.ts';

const words = settings.review;

interface NameListProps {
  label: string;
  /** The stored value, and the name to show for it. */
  items: readonly { value: string; name: string }[];
  onRemove: (value: string) => void;
  /** The control to add another, where there is one. */
  children?: ReactNode;
}

/** A list of names, each with a button to remove it. */
export function NameList({ label, items, onRemove, children }: NameListProps) {
  const id = useId();
  return (
    <div className="grid min-h-10 grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-line border-t py-1.5 sm:grid-cols-[12rem_minmax(0,1fr)_15rem]">
      <p id={id} className="text-ink-2">
        {label}
      </p>
      <ul aria-labelledby={id} className="flex min-w-0 flex-wrap gap-1">
        {items.length === 0 && <li className="text-ink-3">{words.none}</li>}
        {items.map(({ value, name }) => (
          <li key={value} className="min-w-0">
            <RemovableChip label={name} removeLabel={words.remove(name)} onRemove={() => onRemove(value)} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
