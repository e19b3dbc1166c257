import { useEffect, useRef } from 'react';
import { useAction } from '../state/action-registry.tsx';

interface SearchKeys<T> {
  /** The words as they are typed; pending until the list is asked for them. */
  words: { typed: string; type: (words: string) => void; pending: boolean };
  list: { stale: boolean; ready: boolean };
  rows: readonly T[];
  onMove: (row: T) => void;
  onOpen: (row: T) => void;
  /** Nothing was found: to what can be done about it. */
  onNothing: () => void;
  /** Out of the field, to the list. */
  onLeave: () => void;
  enabled: boolean;
}

/**
 * Keys of the search field. Whoever types and presses Enter in one go means what was typed, not what is still shown:
 * the key waits for its answer, and typing on takes it back.
 */
export function useSearchKeys<T>(keys: SearchKeys<T>): void {
  const { words, list, rows, onMove, onOpen, onNothing, onLeave, enabled } = keys;
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
  useAction('toHits', () => goToFirst(onMove), enabled, !nothing);
  useAction('openHit', () => goToFirst(onOpen), enabled, !nothing);
  useAction('clear', () => (typed === '' ? onLeave() : type('')), enabled);
}
