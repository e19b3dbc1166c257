import { ACTIONS, type Action, type ActionId } from './actions.ts';

/** Actions that a key held down repeats. Any other works once per press: a list must not empty under a resting finger. */
const REPEATED: ReadonlySet<ActionId> = new Set([
  'down',
  'up',
  'arrowDown',
  'arrowUp',
  'pageDown',
  'pageUp',
  'undo',
  'redo',
]);

/** See {@link REPEATED}. */
export function isRepeated(id: ActionId): boolean {
  return REPEATED.has(id);
}

/** The part of a key event that decides. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Which kind of thing has the focus. */
export type Focus = 'field' | 'search' | 'list' | 'other';

const NAMED = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Enter', 'Escape', 'Delete']);

function isPressed(keys: string, press: KeyPress): boolean {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = parts.includes('Mod');
  if (press.altKey || mod !== (press.ctrlKey || press.metaKey)) return false;
  // A character like "?" already says whether Shift is needed; letters under Mod and named keys do not.
  if ((mod || NAMED.has(key)) && parts.includes('Shift') !== press.shiftKey) return false;
  return mod ? press.key.toLowerCase() === key.toLowerCase() : press.key === key;
}

function isAllowed({ scope }: Action, focus: Focus): boolean {
  const typing = focus === 'field' || focus === 'search';
  if (scope === 'field') return true;
  return scope === 'anywhere' ? !typing : scope === focus;
}

/** Whether a key of an action can be pressed, given what has the focus. */
export function isOffered(id: ActionId, focus: Focus, singleKeys: boolean): boolean {
  const definition: Action = ACTIONS[id];
  return isAllowed(definition, focus) && definition.keys.some((key) => singleKeys || key.length > 1);
}

/** Actions that a key press means, given what has the focus. `singleKeys` off leaves those with Mod and named keys. */
export function matching(press: KeyPress, focus: Focus, singleKeys: boolean): ActionId[] {
  return (Object.keys(ACTIONS) as ActionId[]).filter((id) => {
    const definition: Action = ACTIONS[id];
    const keys = definition.keys.filter((key) => singleKeys || key.length > 1);
    return isAllowed(definition, focus) && keys.some((key) => isPressed(key, press));
  });
}
