/** Space between what floats and its button, and to the edges of the window, in pixels. */
const GAP = 4;
const MARGIN = 8;

/** Places a frame over everything at a button: below it or, in the lower half of the window, above it. */
function place(frame: HTMLElement, button: HTMLElement): void {
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

/** Shows a frame at the button that opened it, wherever that moves, and tells when it is out of sight. Returns how to end it. */
export function placeAt(frame: HTMLElement, button: HTMLElement, onGone: () => void): () => void {
  // Told of a button that is scrolled away, and of one that is removed.
  const sight = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) onGone();
  });
  sight.observe(button);
  const follow = () => (button.isConnected ? place(frame, button) : onGone());
  frame.togglePopover(true);
  follow();
  addEventListener('scroll', follow, true);
  addEventListener('resize', follow);
  return () => {
    sight.disconnect();
    removeEventListener('scroll', follow, true);
    removeEventListener('resize', follow);
    frame.removeAttribute('style');
  };
}
