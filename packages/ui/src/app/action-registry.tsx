import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Focus, isOffered, isRepeated, matching } from './action-keys.ts';
import type { ActionId } from './actions.ts';

/** Does it. False: not now, let an earlier registration have the key. */
export type Handler = () => unknown;

interface Keys {
  register(id: ActionId, handler: Handler): () => void;
  /** Whether a key of the action would do something now. */
  works(id: ActionId): boolean;
  /** Tells when that may have changed. */
  watch(listener: () => void): () => void;
  singleKeys: boolean;
  setSingleKeys(on: boolean): void;
}

const KeysContext = createContext<Keys | null>(null);
const STORED = 'twicewise.singleKeys';

function useKeys(): Keys {
  const keys = useContext(KeysContext);
  if (!keys) throw new Error('No <ActionsProvider> above this component.');
  return keys;
}

/** What takes characters for itself. Radio buttons and check boxes do not. */
const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

/** A part around a list that has the focus in its place, marked `data-keys`, has its keys as well. */
function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'other';
  if (target.closest('input[type="search"]')) return 'search';
  if (target.closest(TYPED_INTO)) return 'field';
  const isList = target === document.body || target.matches('[data-keys="list"]') || target.closest('[role="listbox"]');
  return isList ? 'list' : 'other';
}

/** Menus and dialogs have keys of their own, from the moment they open: the focus gets there a little later. */
function isElsewhere(): boolean {
  return document.querySelector('[role="menu"], [role="dialog"]') !== null;
}

/** Tells of changes of what keys do: of what is registered, and of what has the focus. */
function watching(): [changed: () => void, watch: (listener: () => void) => () => void] {
  const listeners = new Set<() => void>();
  let told = true;
  const changed = () => {
    if (!told) return;
    told = false;
    // Many come at once; and after `focusout` it is a moment until something else has the focus.
    setTimeout(() => {
      told = true;
      for (const tell of listeners) tell();
    });
  };
  const watch = (listener: () => void) => {
    if (listeners.size === 0) for (const event of FOCUS_EVENTS) document.addEventListener(event, changed);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) for (const event of FOCUS_EVENTS) document.removeEventListener(event, changed);
    };
  };
  return [changed, watch];
}

const FOCUS_EVENTS = ['focusin', 'focusout'];

/** Listens for the whole window. Handlers of one action are asked latest first, so the innermost part wins. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const handlers = useRef(new Map<ActionId, Handler[]>());
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

  const [changed, watch] = useState(watching)[0];
  const keys = useMemo<Keys>(
    () => ({
      singleKeys,
      setSingleKeys,
      register(id, handler) {
        handlers.current.set(id, [...(handlers.current.get(id) ?? []), handler]);
        changed();
        return () => {
          const others = (handlers.current.get(id) ?? []).filter((other) => other !== handler);
          handlers.current.set(id, others);
          changed();
        };
      },
      works: (id) =>
        (handlers.current.get(id) ?? []).length > 0 && isOffered(id, focusOf(document.activeElement), singleKeys),
      watch,
    }),
    [singleKeys, changed, watch],
  );
  return <KeysContext value={keys}>{children}</KeysContext>;
}

/** Gives an action its meaning while the component is shown. */
export function useAction(id: ActionId, handler: Handler, enabled = true): void {
  const { register } = useKeys();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => (enabled ? register(id, () => latest.current()) : undefined), [id, enabled, register]);
}

/** Those of the actions whose keys do something where the focus is now. */
export function useWorkingKeys(ids: readonly ActionId[]): ActionId[] {
  const { works, watch } = useKeys();
  // As text, because two equal answers must be the same one.
  const snapshot = useCallback(() => ids.filter(works).join(' '), [ids, works]);
  const working = useSyncExternalStore(watch, snapshot);
  return useMemo(() => (working === '' ? [] : (working.split(' ') as ActionId[])), [working]);
}

/** Whether shortcuts of a single character are on (WCAG 2.1.4 asks for a way to switch them off). */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const { singleKeys, setSingleKeys } = useKeys();
  return [singleKeys, setSingleKeys];
}
