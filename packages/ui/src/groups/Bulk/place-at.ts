/** Space between what floats and its button, and to the edges of the window, in pixels. */
const GAP = 4;
const MARGIN = 8;

/** Shows a frame over everything at the button that opened it: below it or, in the lower half of the window, above it. */
export function placeAt(frame: HTMLElement, button: HTMLElement): void {
  frame.togglePopover(true);
  const { left, top, bottom } = button.getBoundingClientRect();
  const isBelow = bottom < innerHeight / 2;
  const room = (isBelow ? innerHeight - bottom : top) - GAP - MARGIN;
  // By the edge at the button, so that what is loaded later grows away from it.
  Object.assign(frame.style, {
    left: `${Math.max(MARGIN, Math.min(left, innerWidth - frame.offsetWidth - MARGIN))}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
    maxHeight: `${room}px`,
  });
}
