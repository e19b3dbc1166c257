import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface ToggleProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** On or off; absent for a button that opens something. */
  pressed?: boolean;
}

/** A button that is on or off, or opens a choice. Several side by side form one bar. */
export function Toggle({ pressed, className, ...rest }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={clsx(
        'inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap border border-line-strong bg-raised px-2 text-small text-ink-2',
        'hover:bg-hover hover:text-ink focus-visible:z-1',
        'aria-pressed:bg-signal-tint aria-pressed:text-ink aria-pressed:shadow-[inset_0_-2px_0_var(--signal)]',
        className,
      )}
      {...rest}
    />
  );
}

/** The classes of a toggle in a bar: a single border between two, round corners at the ends. */
export const IN_BAR = '-ml-px first:ml-0 first:rounded-l-sm last:rounded-r-sm';
