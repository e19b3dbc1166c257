import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** A button that looks like a link in the text around it. */
export function TextLink({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      type="button"
      className={clsx('underline decoration-line-strong underline-offset-3 hover:decoration-ink', className)}
      {...rest}
    />
  );
}
