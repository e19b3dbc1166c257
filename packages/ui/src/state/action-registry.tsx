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
import { type Focus, isOffered, isRepeated, keysOf, matching } from './action-keys.ts';
import { ACTIONS, type ActionId } from './actions.ts';
import { useCommands } from './commands.tsx';

/** Runs the action. Returning false leaves the key to an earlier registration. */
export type Handler = () => unknown;

/** What an action does here, and why it cannot be done now, if so. */
interface Registration {
  handler: Handler;
  why: string | null;
  /** What the action does at present, in a word, where its name says less; false when it does something else, and its key is not shown. */
  does: string | boolean;
}

/** An action that is available here. */
export interface Offer {
  id: ActionId;
  /** Why it cannot be done now; null when it can. */
  why: string | null;
}

interface Keys {
  register(id: ActionId, registration: Registration): () => void;
  /** Runs the action, whatever has the focus. */
  run(id: ActionId): boolean;
  /** All actions that are available now, in their order. */
  offers(): Offer[];
  /** True when a key of the action would now do what its name says. */
  works(id: ActionId): boolean;
  /** What the action does at present, in a word, where its name says less; otherwise an empty text. */
  wordOf(id: ActionId): string;
  /** Calls the listener when that may have changed. */
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

/** Elements that use characters themselves. Radio buttons and checkboxes do not. */
export const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

/**
 * An element marked `data-keys` says whose keys work in it: those of the list that it holds the focus for, of the map, or of a
 * change that waits to be confirmed.
 */
function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'other';
  if (target.closest('input[type="search"]')) return 'search';
  if (target.closest(TYPED_INTO)) return 'field';
  if (target.closest('[data-keys="map"]')) return 'map';
  if (target.closest('[data-keys="asked"]')) return 'asked';
  const isList = target === document.body || target.matches('[data-keys="list"]') || target.closest('[role="listbox"]');
  return isList ? 'list' : 'other';
}

/** Enter on a button is that of the button. */
const isOfButton = (id: ActionId) => keysOf(id)[0] === 'Enter' && document.activeElement instanceof HTMLButtonElement;

/** Menus and dialogs have their own keys as soon as they open; the focus arrives a little later. */
function isElsewhere(): boolean {
  return document.querySelector('[role="menu"], [role="dialog"]') !== null;
}

/** Reports changes of what keys do: of the registrations, and of the focus. */
function watching(): [changed: () => void, watch: (listener: () => void) => () => void] {
  const listeners = new Set<() => void>();
  let told = true;
  const changed = () => {
    if (!told) return;
    told = false;
    // Many changes come at once, and after `focusout` it takes a moment until something else has the focus.
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

/** Runs the registered actions. The latest registration of an action is tried first, so the innermost component wins. */
function runnerOf(registry: ReadonlyMap<ActionId, readonly Registration[]>) {
  const all = (id: ActionId) => registry.get(id) ?? [];
  const open = (id: ActionId) => all(id).filter(({ why }) => why === null);
  const whyNot = (id: ActionId) => (open(id).length > 0 ? null : (all(id).at(-1)?.why ?? null));
  return {
    isApt: (id: ActionId) => open(id).some(({ does }) => does !== false),
    wordOf: (id: ActionId) => {
      const does = open(id).at(-1)?.does;
      return typeof does === 'string' ? does : '';
    },
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

/** Listens to keys in the whole window, and knows the available actions. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const { current: registry } = useRef(new Map<ActionId, Registration[]>());
  const [singleKeys, setSingleKeys] = useState(() => localStorage.getItem(STORED) !== 'off');

  const [changed, watch] = useState(watching)[0];
  const running = useMemo(() => runnerOf(registry), [registry]);
  const { say } = useCommands();

  useEffect(() => {
    localStorage.setItem(STORED, singleKeys ? 'on' : 'off');
    // A key that is available but cannot be used now says why, so that it does not seem broken.
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
      wordOf: running.wordOf,
      works: (id) => running.isApt(id) && isOffered(id, focusOf(document.activeElement), singleKeys) && !isOfButton(id),
      watch,
    }),
    [singleKeys, changed, watch, registry, running],
  );
  return <KeysContext value={keys}>{children}</KeysContext>;
}

/**
 * Registers an action while the component is mounted. `on` false: the action is not available here. A string: it is available but
 * cannot be done now, and the string says why. `does` false: at present it does something other than its name says. A string: what
 * it does at present, in a word, where the name of a key that does and undoes names both.
 */
export function useAction(
  id: ActionId,
  handler: Handler,
  on: boolean | string = true,
  does: boolean | string = true,
): void {
  const { register } = useKeys();
  const latest = useRef(handler);
  // A layout effect, because a key pressed between the render and a later effect would act on what was shown before.
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => {
    if (on === false) return;
    return register(id, { handler: () => latest.current(), why: on === true ? null : on, does });
  }, [id, on, does, register]);
}

/** Runs actions by name, lists those available at the moment, says what each does now, and tells when this may have changed. */
export function useActionRunner(): Pick<Keys, 'run' | 'offers' | 'wordOf' | 'watch'> {
  return useKeys();
}

/** Actions whose keys work, each with what it does at present in a word, where its name says less; otherwise an empty text. */
export type WorkingKeys = Readonly<Partial<Record<ActionId, string>>>;

/** The given actions whose keys work at the present focus. */
export function useWorkingKeys(ids: readonly ActionId[]): WorkingKeys {
  const { works, wordOf, watch } = useKeys();
  // As a string, because equal results must be identical.
  const snapshot = useCallback(
    () => JSON.stringify(Object.fromEntries(ids.filter(works).map((id) => [id, wordOf(id)]))),
    [ids, works, wordOf],
  );
  const working = useSyncExternalStore(watch, snapshot);
  return useMemo(() => JSON.parse(working), [working]);
}

/** Whether shortcuts of a single character are on (WCAG 2.1.4 asks for a way to switch them off). */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const { singleKeys, setSingleKeys } = useKeys();
  return [singleKeys, setSingleKeys];
}
