import { useCallback, useEffect, useReducer, useRef } from 'react';

/** A part of the screen that can be given the focus. */
export type Place = 'list' | 'inspector' | 'form';

/**
 * Moves the focus to a part that may only be there after the next draw: it is tried after each one until it works.
 * A list without rows is not there at all; its section takes the focus then, so that it is never lost.
 */
export function useFocus() {
  const list = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const inspector = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useRef<Place | null>(null);
  const [, draw] = useReducer((draws: number) => draws + 1, 0);

  useEffect(() => {
    if (!wanted.current) return;
    const targets: Record<Place, HTMLElement | null | undefined> = {
      list: list.current ?? section.current,
      inspector: inspector.current,
      form: inspector.current?.querySelector<HTMLElement>('textarea'),
    };
    const target = targets[wanted.current];
    target?.focus({ preventScroll: true });
    if (target && document.activeElement === target) wanted.current = null;
  });
  const focusOn = useCallback((place: Place) => {
    wanted.current = place;
    draw();
  }, []);
  return { refs: { list, section, inspector, field }, focusOn };
}
