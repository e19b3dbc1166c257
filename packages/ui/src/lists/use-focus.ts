import { useCallback, useEffect, useReducer, useRef } from 'react';

/** A part of the screen that can get the focus. */
export type FocusTarget = 'list' | 'inspector' | 'form' | 'way out';

/**
 * Moves the focus to a part that may only exist after the next render; it tries after each one until it works. A list without
 * rows does not exist; its section holds the focus meanwhile, so that it is never lost.
 */
export function useFocus() {
  const list = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const inspector = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useRef<FocusTarget | null>(null);
  const standIn = useRef(false);
  const [, draw] = useReducer((draws: number) => draws + 1, 0);

  useEffect(() => {
    // The focus is not moved when the person has moved it since.
    if (standIn.current && document.activeElement !== section.current) wanted.current = null;
    standIn.current = false;
    if (!wanted.current) return;
    const targets: Record<FocusTarget, HTMLElement | null | undefined> = {
      list: list.current ?? section.current,
      inspector: inspector.current,
      form: inspector.current?.querySelector<HTMLElement>('textarea'),
      'way out': section.current?.querySelector<HTMLElement>('[data-way-out]'),
    };
    const target = targets[wanted.current];
    target?.focus({ preventScroll: true });
    if (!target || document.activeElement !== target) return;
    standIn.current = wanted.current === 'list' && target === section.current;
    if (!standIn.current) wanted.current = null;
  });
  const focusOn = useCallback((place: FocusTarget) => {
    wanted.current = place;
    standIn.current = false;
    draw();
  }, []);
  return { refs: { list, section, inspector, field }, focusOn };
}
