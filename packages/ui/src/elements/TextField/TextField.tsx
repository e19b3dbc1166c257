import clsx from 'clsx';
import type { ComponentProps, KeyboardEvent } from 'react';

const FRAME =
  'w-full rounded-sm border border-control bg-raised px-2 text-base text-ink hover:border-ink-3 focus-visible:outline-offset-0 aria-invalid:border-failure';

/** A line of text. */
export function TextField({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(FRAME, 'block h-7', className)} autoComplete="off" spellCheck={false} {...rest} />;
}

/** Several lines of text; as tall as its content. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={clsx(FRAME, 'block field-sizing-content min-h-8 resize-none py-1', className)}
      {...rest}
    />
  );
}

/**
 * Chooses the first or last option, as a browser's own closed list does; in our looks it leaves these keys unused. A list that shows a
 * prompt instead of a value adds what is chosen, so it is opened first.
 */
function chooseEnd(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget: list } = event;
  if ((key !== 'Home' && key !== 'End') || !CSS.supports('appearance', 'base-select')) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  // Options in an open list have these keys themselves.
  if (event.target !== list || list.value === '') return;
  event.preventDefault();
  const options = [...list.options].filter((option) => !option.matches(':disabled'));
  const index = options.at(key === 'Home' ? 0 : -1)?.index ?? list.selectedIndex;
  if (index === list.selectedIndex) return;
  list.selectedIndex = index;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A choice of one value: the browser's own control, because everybody can use it, in our looks where the browser lets it be drawn. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={clsx(FRAME, 'own-select h-7 pr-6', className)} onKeyDown={chooseEnd} {...rest} />;
}
