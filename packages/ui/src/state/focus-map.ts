/** How long the map may take to be drawn before the focus is no longer given to it, in milliseconds. */
const PATIENCE_MS = 5000;
/** How long what has the focus may take to go, once the map was asked for, in milliseconds. */
const LEAVING_MS = 500;

/** Gives the map the focus once it is there, so that its keys work, unless the person has gone on to something else. */
export function focusMap(): void {
  const begun = performance.now();
  const from = document.activeElement;
  const look = () => {
    const { activeElement } = document;
    const waited = performance.now() - begun;
    const isIdle = activeElement === null || activeElement.matches('body, main');
    const map = document.querySelector<HTMLElement>('main [role="application"]');
    if (map && isIdle) return map.focus({ preventScroll: true });
    const isLeaving = isIdle || !activeElement.isConnected || (activeElement === from && waited < LEAVING_MS);
    if (isLeaving && waited < PATIENCE_MS) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
