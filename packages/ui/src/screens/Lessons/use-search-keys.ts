import type { Reflection } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { useAction } from '../../app/action-registry.tsx';
import type { Rows } from './rows.ts';
import type { Words } from './use-view.ts';

interface SearchKeys {
  words: Words;
  list: Rows;
  onMove: (lesson: Reflection) => void;
  onOpen: (lesson: Reflection) => void;
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
export function useSearchKeys({ words, list, onMove, onOpen, onNothing, onLeave, enabled }: SearchKeys): void {
  const { typed, type, pending } = words;
  const wish = useRef<{ of: string; go: (lesson: Reflection) => void } | null>(null);
  const settled = !pending && !list.stale && list.ready;
  const [first] = list.lessons;
  const nothing = settled && first === undefined;

  useEffect(() => {
    if (wish.current && wish.current.of !== typed) wish.current = null;
    if (!wish.current || !settled) return;
    if (first) wish.current.go(first);
    else onNothing();
    wish.current = null;
  });
  const goToFirst = (go: (lesson: Reflection) => void) => {
    if (settled) return first ? go(first) : onNothing();
    wish.current = { of: typed, go };
  };
  useAction('toHits', () => goToFirst((lesson) => onMove(lesson)), enabled, !nothing);
  useAction('openHit', () => goToFirst((lesson) => onOpen(lesson)), enabled, !nothing);
  useAction('clear', () => (typed === '' ? onLeave() : type('')), enabled);
}
