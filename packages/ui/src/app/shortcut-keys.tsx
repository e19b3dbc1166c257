import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Focus, isRepeated, matching, type ShortcutId } from './shortcuts.ts';

/** Does it. False: not now, let an earlier registration have the key. */
export type Handler = () => unknown;

interface Keys {
  register(id: ShortcutId, handler: Handler): () => void;
  singleKeys: boolean;
  setSingleKeys(on: boolean): void;
}

const KeysContext = createContext<Keys | null>(null);
const STORED = 'twicewise.singleKeys';

function useKeys(): Keys {
  const keys = useContext(KeysContext);
  if (!keys) throw new Error('No <ShortcutProvider> above this component.');
  return keys;
}

/** What takes characters for itself. Radio buttons and check boxes do not. */
const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'other';
  if (target.closest('input[type="search"]')) return 'search';
  if (target.closest(TYPED_INTO)) return 'field';
  return target === document.body || target.closest('[role="listbox"]') ? 'list' : 'other';
}

/** Menus and dialogs have keys of their own, from the moment they open: the focus gets there a little later. */
function isElsewhere(): boolean {
  return document.querySelector('[role="menu"], [role="dialog"]') !== null;
}

/** Listens for the whole window. Handlers of one shortcut are asked latest first, so the innermost part wins. */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const handlers = useRef(new Map<ShortcutId, Handler[]>());
  const [singleKeys, setSingleKeys] = useState(() => localStorage.getItem(STORED) !== 'off');

  useEffect(() => {
    localStorage.setItem(STORED, singleKeys ? 'on' : 'off');
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isElsewhere()) return;
      for (const id of matching(event, focusOf(event.target), singleKeys)) {
        const inner = (handlers.current.get(id) ?? []).toReversed();
        const held = event.repeat && !isRepeated(id) && inner.length > 0;
        if (!held && !inner.some((handler) => handler() !== false)) continue;
        event.preventDefault();
        return;
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [singleKeys]);

  const keys = useMemo<Keys>(
    () => ({
      singleKeys,
      setSingleKeys,
      register(id, handler) {
        handlers.current.set(id, [...(handlers.current.get(id) ?? []), handler]);
        return () => {
          const others = (handlers.current.get(id) ?? []).filter((other) => other !== handler);
          handlers.current.set(id, others);
        };
      },
    }),
    [singleKeys],
  );
  return <KeysContext value={keys}>{children}</KeysContext>;
}

/** Gives a shortcut its meaning while the component is shown. */
export function useShortcut(id: ShortcutId, handler: Handler, enabled = true): void {
  const { register } = useKeys();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => (enabled ? register(id, () => latest.current()) : undefined), [id, enabled, register]);
}

/** Whether shortcuts of a single character are on (WCAG 2.1.4 asks for a way to switch them off). */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const { singleKeys, setSingleKeys } = useKeys();
  return [singleKeys, setSingleKeys];
}
