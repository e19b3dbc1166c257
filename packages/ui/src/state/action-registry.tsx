import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Focus, isOffered, isRepeated, matching } from './action-keys.ts';
import { ACTIONS, type ActionId } from './actions.ts';
import { useCommands } from './commands.tsx';

/** Does it. False: not now, let an earlier registration have the key. */
export type Handler = () => unknown;

/** What an action does here, and why it cannot be done for now, if so. */
interface Registration {
  handler: Handler;
  why: string | null;
  /** Whether it does what its name says just now; only then it is taught. */
  apt: boolean;
}

/** An action that belongs here. */
export interface Offer {
  id: ActionId;
  /** Why it cannot be done for now; null: it can. */
  why: string | null;
}

interface Keys {
  register(id: ActionId, registration: Registration): () => void;
  /** Does it, whatever has the focus. */
  run(id: ActionId): boolean;
  /** All that belong here now, in their order. */
  offers(): Offer[];
  /** Whether a key of the action would do now what its name says. */
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

/** What can be asked of the actions that are registered. Of one action the latest is asked first, so the innermost part wins. */
function runnerOf(registry: ReadonlyMap<ActionId, readonly Registration[]>) {
  const all = (id: ActionId) => registry.get(id) ?? [];
  const open = (id: ActionId) => all(id).filter(({ why }) => why === null);
  const whyNot = (id: ActionId) => (open(id).length > 0 ? null : (all(id).at(-1)?.why ?? null));
  return {
    isApt: (id: ActionId) => open(id).some(({ apt }) => apt),
    isOpen: (id: ActionId) => open(id).length > 0,
    whyNot,
    run: (id: ActionId) =>
      open(id)
        .toReversed()
        .some(({ handler }) => handler() !== false),
    offers: (): Offer[] =>
      (Object.keys(ACTIONS) as ActionId[]).filter((id) => all(id).length > 0).map((id) => ({ id, why: whyNot(id) })),
  };
}

/** Listens for the whole window, and knows what can be done in it. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const { current: registry } = useRef(new Map<ActionId, Registration[]>());
  const [singleKeys, setSingleKeys] = useState(() => localStorage.getItem(STORED) !== 'off');

  const [changed, watch] = useState(watching)[0];
  const running = useMemo(() => runnerOf(registry), [registry]);
  const { say } = useCommands();

  useEffect(() => {
    localStorage.setItem(STORED, singleKeys ? 'on' : 'off');
    // A key that belongs here and does nothing for now says so, instead of seeming dead.
    const tell = (why: string | null) => {
      if (why !== null) say(why);
      return why !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isElsewhere()) return;
      for (const id of matching(event, focusOf(event.target), singleKeys)) {
        const held = event.repeat && !isRepeated(id) && running.isOpen(id);
        if (!held && !running.run(id) && !tell(running.whyNot(id))) continue;
        event.preventDefault();
        return;
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [singleKeys, running, say]);

  const keys = useMemo<Keys>(
    () => ({
      singleKeys,
      setSingleKeys,
      register(id, registration) {
        registry.set(id, [...(registry.get(id) ?? []), registration]);
        changed();
        return () => {
          const others = (registry.get(id) ?? []).filter((other) => other !== registration);
          registry.set(id, others);
          changed();
        };
      },
      run: running.run,
      offers: running.offers,
      works: (id) => running.isApt(id) && isOffered(id, focusOf(document.activeElement), singleKeys),
      watch,
    }),
    [singleKeys, changed, watch, registry, running],
  );
  return <KeysContext value={keys}>{children}</KeysContext>;
}

/**
 * Gives an action its meaning while the component is shown. `on` false: it does not belong here. A text: it does, but cannot
 * be done for now, and that is why. `apt` false: what it does just now is not what its name says.
 */
export function useAction(id: ActionId, handler: Handler, on: boolean | string = true, apt = true): void {
  const { register } = useKeys();
  const latest = useRef(handler);
  // With what is seen, not a moment after it: a key that comes in between would act on what was shown before.
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => {
    if (on === false) return;
    return register(id, { handler: () => latest.current(), why: on === true ? null : on, apt });
  }, [id, on, apt, register]);
}

/** Does actions by name, and tells which belong here at the moment of asking. */
export function useActionRunner(): Pick<Keys, 'run' | 'offers'> {
  return useKeys();
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
