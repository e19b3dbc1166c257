import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { type KeptSelection, keptSelection } from '../lists/kept-selection.ts';
import { Visits } from './visits.ts';

/** How long a screen may take to show its rows again, in milliseconds. */
const PATIENCE_MS = 1500;
const LOOK_EVERY_MS = 30;

/** The position in a screen: how far its parts were scrolled, which element had the focus, and what was selected. */
interface Place {
  scrolled: ReadonlyMap<string, number>;
  focus: Steps | null;
  selected: KeptSelection | null;
}

/** The path from the screen to the focused element, and its text, to recognise it again. */
interface Steps {
  path: number[];
  text: string;
  /** The part that contains it; it gets the focus when the element itself is gone. */
  part: string | undefined;
}

const partsOf = (main: Element) => [...main.querySelectorAll<HTMLElement>('[data-place]')];

function stepsTo(main: Element, target: Element | null): Steps | null {
  if (!target || !main.contains(target)) return null;
  const path: number[] = [];
  for (let at: Element = target; at !== main && at.parentElement; at = at.parentElement) {
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  const part = target.closest<HTMLElement>('[data-place]')?.dataset.place;
  // A list or a whole lesson is recognised without its text, which may have changed.
  return { path, part, text: target.matches('button, a, summary') ? (target.textContent ?? '') : '' };
}

function placeIn(main: Element): Place {
  const scrolled = partsOf(main).map((part) => [part.dataset.place ?? '', part.scrollTop] as const);
  const focus = stepsTo(main, document.activeElement);
  return { scrolled: new Map(scrolled), focus, selected: keptSelection.inSight };
}

function partNamed(main: Element, name: string | undefined): HTMLElement | null {
  return partsOf(main).find((part) => part.dataset.place === name) ?? null;
}

function targetOf(main: Element, { path, text, part }: Steps): HTMLElement | null {
  let at: Element | undefined = main;
  for (const index of path) at = at?.children[index];
  if (at && at instanceof HTMLElement && (text === '' || at.textContent === text)) return at;
  return partNamed(main, part);
}

/** Restores what is possible at present; true when everything is restored. */
function restore(main: Element, { scrolled, focus }: Place): boolean {
  let done = true;
  for (const [name, top] of scrolled) {
    const part = partNamed(main, name);
    if (part && part.scrollTop !== top) part.scrollTop = top;
    // A part that no longer exists needs no scrolling.
    if (top > 0 && (!part || Math.abs(part.scrollTop - top) > 1)) done = false;
  }
  const target = focus && targetOf(main, focus);
  if (focus && !target) return false;
  if (target && document.activeElement !== target) target.focus({ preventScroll: true });
  return done && (!target || document.activeElement === target);
}

const TOUCHES = ['keydown', 'pointerdown', 'wheel'] as const;

/** Retries until everything is restored, time is up, or the person acts. */
function restoring(main: Element, place: Place): () => void {
  const until = performance.now() + PATIENCE_MS;
  const stop = () => {
    clearInterval(timer);
    for (const touch of TOUCHES) window.removeEventListener(touch, stop, true);
  };
  const timer = setInterval(() => {
    if (restore(main, place) || performance.now() > until) stop();
  }, LOOK_EVERY_MS);
  for (const touch of TOUCHES) window.addEventListener(touch, stop, true);
  return stop;
}

/** Restores the position after going back or forward: the scrolling of parts marked `data-place`, the focus, and what was selected. */
export function usePlaceKeeper(main: RefObject<HTMLElement | null>): void {
  const { history } = useRouter();
  useEffect(() => {
    const visits = new Visits<Place>(history.location.state.__TSR_key ?? '');
    let stop = () => {};
    const end = history.subscribe(({ location, action }) => {
      stop();
      const key = location.state.__TSR_key ?? '';
      if (!main.current) return;
      if (action.type === 'REPLACE') return visits.rename(key);
      // At this moment the screen that is being left is still drawn.
      const place = visits.go(key, placeIn(main.current));
      const before = action.type === 'PUSH' ? undefined : place;
      // Before the screen is drawn, whose list starts with it.
      keptSelection.before = before?.selected ? { ...before.selected, wasLeft: true } : null;
      if (before) stop = restoring(main.current, before);
    });
    return () => {
      end();
      stop();
    };
  }, [history, main]);
}
