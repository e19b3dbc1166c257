import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** What all links in text have in common. */
export const LINK_LOOK = 'underline decoration-line-strong underline-offset-3 hover:decoration-ink';

/** A button that looks like a link in the text around it. */
export function TextLink({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button type="button" className={clsx(LINK_LOOK, className)} {...rest} />;
}
