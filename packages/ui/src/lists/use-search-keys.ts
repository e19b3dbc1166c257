import { type RefObject, useEffect, useRef } from 'react';
import { useAction } from '../state/action-registry.tsx';
import { strings } from '../strings.ts';

interface SearchKeys<T> {
  /** The typed words; pending until the list is requested for them. */
  words: { typed: string; type: (words: string) => void; pending: boolean };
  list: { stale: boolean; ready: boolean };
  rows: readonly T[];
  onMove: (row: T) => void;
  onOpen: (row: T) => void;
  /** Called when nothing was found; moves to what can be done about it. */
  onNothing: () => void;
  /** Called to leave the field for the list. */
  onLeave: () => void;
  /** The list, and the part of the screen around it, which has the focus where there is no row. */
  refs: Record<'list' | 'section', RefObject<HTMLElement | null>>;
  /** Called to go from what is open back to the list. */
  close: () => void;
  enabled: boolean;
}

/**
 * Keys of the search field, and the one that leads back: from what is open to the list, and in the list, where nothing else is left,
 * out of the search. When a person types and presses Enter at once, Enter waits for the answer to what was typed, instead
 * of using what is still shown; typing on cancels it.
 */
export function useSearchKeys<T>(keys: SearchKeys<T>): void {
  const { words, list, rows, onMove, onOpen, onNothing, onLeave, refs, close, enabled } = keys;
  const { typed, type, pending } = words;
  const wish = useRef<{ of: string; go: (row: T) => void } | null>(null);
  const settled = !pending && !list.stale && list.ready;
  const [first] = rows;
  const nothing = settled && first === undefined;

  useEffect(() => {
    if (wish.current && wish.current.of !== typed) wish.current = null;
    if (!wish.current || !settled) return;
    if (first) wish.current.go(first);
    else onNothing();
    wish.current = null;
  });
  const goToFirst = (go: (row: T) => void) => {
    if (settled) return first ? go(first) : onNothing();
    wish.current = { of: typed, go };
  };
  useAction('toHits', () => goToFirst(onMove), enabled, nothing ? strings.shortcuts.hint.toWaysOut : true);
  useAction('openHit', () => goToFirst(onOpen), enabled, !nothing);
  useAction('clear', () => (typed === '' ? onLeave() : type('')), enabled);
  useAction('back', () => {
    const place = refs.list.current ?? refs.section.current;
    if (typed !== '' && place?.contains(document.activeElement)) type('');
    close();
  });
}
