import { type RefObject, useEffect } from 'react';

/** The first control of a pane of filters that can be used; null without one. A disabled button can have the focus, too. */
export function firstStop(pane: HTMLElement | null): HTMLElement | null {
  return pane?.querySelector<HTMLElement>('[data-stop]:not([aria-disabled])') ?? null;
}

/** On opening, the first control of a pane gets the focus; until its counts are loaded, the pane itself has it. */
export function useFirstStop(pane: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded && document.activeElement === pane.current) firstStop(pane.current)?.focus();
  }, [isLoaded, pane]);
}
