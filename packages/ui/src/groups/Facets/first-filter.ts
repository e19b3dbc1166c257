import { type RefObject, useEffect } from 'react';

const stopIn = (pane: HTMLElement | null, within: string) =>
  pane?.querySelector<HTMLElement>(`${within} [data-stop]:not([aria-disabled])`) ?? null;

/**
 * The first filter of a pane; null where none is loaded. What stands above the filters is for later: whoever opens them wants to
 * filter.
 */
export const firstFilter = (pane: HTMLElement | null) => stopIn(pane, 'details');

/** On opening, the first filter of a pane gets the focus; until the counts are loaded, the pane itself has it. */
export function useFirstFilter(pane: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded && document.activeElement === pane.current)
      (firstFilter(pane.current) ?? stopIn(pane.current, ''))?.focus();
  }, [isLoaded, pane]);
}
