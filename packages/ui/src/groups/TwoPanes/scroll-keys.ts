import type { KeyboardEvent as ReactKey } from 'react';

/** How far each key scrolls, in heights of the shown part. A page keeps a line of the last one in sight. */
const PAGES: Record<string, number> = { PageDown: 0.9, PageUp: -0.9, Home: -Infinity, End: Infinity };
/** These scroll only while nothing within the pane has the focus: there they mean something else. */
const OF_PANE: Record<string, number> = { ArrowDown: 0.1, ArrowUp: -0.1, ' ': 0.9 };

type Pressed = Pick<KeyboardEvent, 'key' | 'defaultPrevented' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** How far a key scrolls, in heights of the shown part; undefined for one that does not, or that was answered. */
export function pagesOf(pressed: Pressed, isOnPane: boolean): number | undefined {
  const { key, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = pressed;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  return PAGES[key] ?? (isOnPane ? OF_PANE[key] : undefined);
}

/** Scrolls a part by so many heights of what is shown of it. */
export function scrollPages(part: Element, pages: number): void {
  const { scrollTop, scrollHeight, clientHeight } = part;
  part.scrollTop = Math.max(0, Math.min(scrollHeight, scrollTop + pages * clientHeight));
}

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
export function scrollByKey(event: ReactKey<HTMLElement>): void {
  const { target, currentTarget } = event;
  const pages = pagesOf(event, target === currentTarget);
  if (pages === undefined) return;
  const text = isAboveText(target, currentTarget) ? currentTarget.querySelector('[data-place]') : null;
  if (!text) return;
  event.preventDefault();
  scrollPages(text, pages);
}
