/** The first control of a pane of filters that can be used; null without one. A disabled button can have the focus, too. */
export function firstStop(pane: HTMLElement | null): HTMLElement | null {
  return pane?.querySelector<HTMLElement>('[data-stop]:not([aria-disabled])') ?? null;
}
