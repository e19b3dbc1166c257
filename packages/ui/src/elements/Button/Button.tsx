import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** `solid` for the main action of a view, `outline` for the others, `quiet` inside other elements. */
export type ButtonTone = 'solid' | 'outline' | 'quiet' | 'danger';

const TONE: Record<ButtonTone, string> = {
  solid: 'border-ink bg-ink text-reading hover:bg-ink-2',
  outline: 'border-line-strong bg-raised text-ink hover:border-control hover:bg-hover',
  quiet: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-line-strong bg-raised text-failure hover:border-failure',
};

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
}

/**
 * A button with text. A disabled one can still have the focus: otherwise disabling the focused button would lose the focus, and a
 * keyboard user's place with it.
 */
export function Button({ tone = 'outline', className, type = 'button', disabled, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={disabled || undefined}
      // A disabled button does not submit a form either.
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      className={clsx(
        'inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm border px-2.5 text-small font-medium transition-colors',
        'aria-disabled:cursor-default aria-disabled:opacity-55',
        TONE[tone],
        className,
      )}
      {...rest}
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  /** Shown with the label in the tooltip. */
  keys?: string;
  pressed?: boolean;
  children: ReactNode;
}

/** A button with an icon; its label is its accessible name and its tooltip. */
export function IconButton({ label, keys, pressed, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      title={keys ? `${label}  ${keys}` : label}
      className={clsx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-ink-2 transition-colors',
        'hover:bg-hover hover:text-ink disabled:cursor-default disabled:opacity-55 aria-pressed:text-ink',
        'aria-disabled:cursor-default aria-disabled:opacity-55',
        className,
      )}
      {...rest}
    />
  );
}
