import { IS_MAC } from '../elements/Kbd/platform.ts';
import { ACTIONS, type Action, type ActionId, MAP_KEYS, type MapActionId } from './actions.ts';

/**
 * Actions that repeat while a key is held down. All others run once per press, so that a key held by accident does not empty a
 * list.
 */
const REPEATED: ReadonlySet<ActionId> = new Set([
  'down',
  'up',
  'arrowDown',
  'arrowUp',
  'extendDown',
  'extendUp',
  'arrowExtendDown',
  'arrowExtendUp',
  'pageDown',
  'pageUp',
  'undo',
  'redo',
]);

/** See {@link REPEATED}. */
export function isRepeated(id: ActionId): boolean {
  return REPEATED.has(id);
}

/** The part of a key event that selects an action. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The kind of element that has the focus; `asked`: a change that waits to be confirmed. */
export type Focus = 'field' | 'search' | 'list' | 'map' | 'asked' | 'other';

/** While a change waits to be confirmed, these would act on an earlier one. */
const NOT_WHILE_ASKED: ReadonlySet<ActionId> = new Set(['undo', 'redo']);

const NAMED = new Set([
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'PageDown',
  'PageUp',
  'Home',
  'End',
  'Enter',
  'Escape',
  'Delete',
]);

function isPressed(keys: string, press: KeyPress): boolean {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = parts.includes('Mod') || parts.includes('Meta');
  if (mod !== (press.ctrlKey || press.metaKey)) return false;
  // A character like "?" already says whether Shift is needed, and on a Mac, like "[" on a German one, whether Option is; letters under
  // Mod and named keys do not.
  const isNamed = mod || NAMED.has(key);
  if ((isNamed || !IS_MAC) && parts.includes('Alt') !== press.altKey) return false;
  if (isNamed && parts.includes('Shift') !== press.shiftKey) return false;
  return mod ? press.key.toLowerCase() === key.toLowerCase() : press.key === key;
}

function isAllowed(id: ActionId, focus: Focus): boolean {
  const { scope }: Action = ACTIONS[id];
  if (focus === 'asked' && NOT_WHILE_ASKED.has(id)) return false;
  const typing = focus === 'field' || focus === 'search';
  if (scope === 'field') return true;
  return scope === 'anywhere' ? !typing : scope === focus;
}

/** In text on a Mac, Alt with an arrow moves by words. */
const isHere = (keys: string) => !keys.startsWith(IS_MAC ? 'Alt+' : 'Meta+');

/** The keys of an action on this platform; the first is the one to show. */
export function keysOf(id: ActionId): readonly string[] {
  return ACTIONS[id].keys.filter(isHere);
}

/** Whether a key of an action can be used, given the focus. */
export function isOffered(id: ActionId, focus: Focus, singleKeys: boolean): boolean {
  return isAllowed(id, focus) && keysOf(id).some((key) => singleKeys || key.length > 1);
}

/** The actions that match a key press, given the focus. With `singleKeys` off, only keys with Mod and named keys match. */
export function matching(press: KeyPress, focus: Focus, singleKeys: boolean): ActionId[] {
  return (Object.keys(ACTIONS) as ActionId[]).filter((id) => {
    const keys = keysOf(id).filter((key) => singleKeys || key.length > 1);
    return isAllowed(id, focus) && keys.some((key) => isPressed(key, press));
  });
}

/** The action of a key press on the map of causes, with or without Shift; undefined for any other key. */
export function mapActionOf({ key, altKey, ctrlKey, metaKey }: KeyPress): MapActionId | undefined {
  const press = { key, altKey, ctrlKey, metaKey, shiftKey: false };
  return (Object.keys(MAP_KEYS) as MapActionId[]).find((id) =>
    MAP_KEYS[id].keys.some((keys) => isPressed(keys, press)),
  );
}
