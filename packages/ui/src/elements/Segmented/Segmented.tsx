import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

interface SegmentedProps<T extends string> {
  label: string;
  /** The icon may be a short word. */
  options: readonly { value: T; label: string; icon: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  /** Called when what is chosen already is chosen once more. */
  onAgain?: () => void;
  /** Other words by which the palette finds its options; without any it finds none. */
  alsoCalled?: string;
  /** What the palette calls an option, where its label alone does not say what choosing it does. */
  called?: (label: string) => string;
  /** True to wrap onto more lines where one is too narrow. */
  wraps?: boolean;
}

/** A choice of one among a few visible options. It consists of radio buttons, so arrow keys and screen readers work. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onChange, onAgain, alsoCalled, called, wraps = false } = props;
  // Two groups with the same label must stay separate.
  const name = useId();
  return (
    <fieldset className={clsx('flex', wraps && 'flex-wrap')}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.label}
          className="relative flex h-7 min-w-7 cursor-pointer items-center justify-center rounded-sm text-ink-3 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-signal"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            aria-label={option.label}
            data-deed={alsoCalled}
            data-named={called?.(option.label)}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            onClick={() => option.value === value && onAgain?.()}
          />
          {typeof option.icon === 'string' ? (
            <span className="px-2.5 text-small max-lg:px-1.5">{option.icon}</span>
          ) : (
            option.icon
          )}
        </label>
      ))}
    </fieldset>
  );
}
