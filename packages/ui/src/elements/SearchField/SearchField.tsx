import clsx from 'clsx';
import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../Button/Button.tsx';
import { Kbd, keysText } from '../Kbd/Kbd.tsx';

interface SearchFieldProps {
  value: string;
  maxLength: number;
  label: string;
  hint: string;
  /** The label of the button that clears the field. */
  clear: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  onType: (words: string) => void;
  className?: string;
}

/** The search field: it shows its key while empty, and a button to clear it otherwise. */
export function SearchField({ value, maxLength, label, hint, clear, fieldRef, onType, className }: SearchFieldProps) {
  return (
    <div className={clsx('relative', className)}>
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={fieldRef}
        type="search"
        value={value}
        maxLength={maxLength}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        className="peer [&::-webkit-search-cancel-button]:hidden h-8 w-full rounded-sm border border-control bg-raised pr-8 pl-7.5 hover:border-ink-3 focus-visible:outline-offset-0"
      />
      {value === '' ? (
        <span aria-hidden className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 peer-focus:hidden">
          <Kbd keys="/" />
        </span>
      ) : (
        <IconButton
          label={clear}
          keys={keysText('Escape')}
          onClick={() => {
            onType('');
            fieldRef.current?.focus();
          }}
          className="absolute top-1/2 right-1 size-6 -translate-y-1/2"
        >
          <X size={13} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
