import { type RefObject, useEffect } from 'react';

/** How long part of a screen may take to place the focus itself after a change, in milliseconds. */
const PATIENCE_MS = 60;

function pathOf(target: EventTarget | null): Element[] {
  const path: Element[] = [];
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) path.push(at);
  return path;
}

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled');
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses the list of another screen. Nobody led the focus into it, so it shows no frame around all of it until it is left and
 * entered again.
 */
function focusNewList(list: HTMLElement): void {
  list.dataset.kept = '';
  list.addEventListener('blur', () => delete list.dataset.kept, { once: true });
  list.focus({ preventScroll: true });
}

/**
 * Keeps the keyboard focus from getting lost: when the focused element disappears and nothing else takes the focus, it goes to
 * the nearest remaining element around it, to its list once that is there, or to the screen.
 */
export function useFocusKeeper(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let path: Element[] = [];
    let standIn: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const keep = () => {
      timer = undefined;
      const [lost] = path;
      if (!main.current || !lost || !isNowhere() || !isGone(lost)) return;
      const around = path.find(
        (part) => part.isConnected && main.current?.contains(part) && part.matches('[tabindex]'),
      );
      const place = around ?? main.current;
      const list = place.querySelector<HTMLElement>('[role="listbox"]');
      if (list && place === main.current) focusNewList(list);
      else (list ?? (place as HTMLElement)).focus({ preventScroll: true });
      standIn = list ? null : place;
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target !== standIn) standIn = null;
      path = pathOf(target);
    };
    const onBlur = () =>
      setTimeout(() => {
        // The focus was released on purpose, so it is not restored.
        if (isNowhere() && path[0] && !isGone(path[0])) path = [];
      });
    const onChange = () => {
      const list =
        standIn && document.activeElement === standIn && standIn.querySelector<HTMLElement>('[role="listbox"]');
      if (list) focusNewList(list);
      if (path[0] && isNowhere() && isGone(path[0])) timer ??= setTimeout(keep, PATIENCE_MS);
    };
    const observer = new MutationObserver(onChange);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [main]);
}
