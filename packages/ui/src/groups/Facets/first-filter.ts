import { type RefObject, useEffect } from 'react';

/** The first filter of a pane; null while none is loaded. Whoever opens filters wants to filter, not what stands above them. */
export const firstFilter = (pane: HTMLElement | null) =>
  pane?.querySelector<HTMLElement>('details [data-stop]:not([aria-disabled])') ?? null;

/** On opening, the first filter of a pane gets the focus; until the counts are loaded, the pane itself has it. */
export function useFirstFilter(pane: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded && document.activeElement === pane.current) firstFilter(pane.current)?.focus();
  }, [isLoaded, pane]);
}
