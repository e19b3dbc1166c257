import type { KeyboardEvent } from 'react';

/** How far each key scrolls, in heights of the shown part. A page keeps a line of the last one in sight. */
const PAGES: Record<string, number> = { PageDown: 0.9, PageUp: -0.9, Home: -Infinity, End: Infinity };
/** These scroll only while nothing within the pane has the focus: there they mean something else. */
const OF_PANE: Record<string, number> = { ArrowDown: 0.1, ArrowUp: -0.1, ' ': 0.9 };

/** Whether the focus is on the pane, or on a button above its text; not in a dialog that was opened from it, nor in what scrolls. */
function isAboveText(target: EventTarget, pane: HTMLElement): boolean {
  if (target === pane) return true;
  if (!(target instanceof HTMLElement) || !pane.contains(target)) return false;
  return target.closest('button, a, summary') !== null && target.closest('[data-place], [role="menu"]') === null;
}

/**
 * Scrolls the text of a pane by key while the pane itself, or a button above its text, has the focus. The browser scrolls only
 * what is around the focus.
 */
export function scrollByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const pages = PAGES[key] ?? (target === currentTarget ? OF_PANE[key] : undefined);
  if (pages === undefined || event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
  const text = isAboveText(target, currentTarget) ? currentTarget.querySelector('[data-place]') : null;
  if (!text) return;
  event.preventDefault();
  const { scrollTop, scrollHeight, clientHeight } = text;
  text.scrollTop = Math.max(0, Math.min(scrollHeight, scrollTop + pages * clientHeight));
}
