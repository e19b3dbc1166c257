import type { strings } from '../strings.ts';

/**
 * Where a shortcut works. `list`: the list or nothing in particular has the focus. `field`: in text fields too.
 * `search`: in a search field only.
 */
type Scope = 'anywhere' | 'list' | 'field' | 'search';

interface Definition {
  /** Alternatives; `Mod` is Ctrl, or Command on a Mac. */
  keys: readonly string[];
  group: keyof typeof strings.shortcuts.groups;
  label: string;
  scope: Scope;
}

function define(
  group: Definition['group'],
  label: string,
  keys: readonly string[],
  scope: Scope = 'anywhere',
): Definition {
  return { group, label, keys, scope };
}

/** Every shortcut of the interface. The sheet behind `?` is drawn from this list, so it cannot leave one out. */
export const SHORTCUTS = {
  // First: what Escape means in the search field is not what it means to an edit beside it.
  clear: define('search', 'Clear it; when empty, go to the list', ['Escape'], 'search'),
  toHits: define('search', 'To the first lesson found', ['ArrowDown'], 'search'),
  openHit: define('search', 'Open the first lesson found', ['Enter'], 'search'),
  // Before `back`: while a lesson is edited, Escape ends the edit.
  save: define('edit', 'Save', ['Mod+Enter'], 'field'),
  cancel: define('edit', 'Stop editing; what was changed is kept', ['Escape'], 'field'),
  down: define('list', 'Next lesson', ['j']),
  up: define('list', 'Lesson before', ['k']),
  arrowDown: define('list', 'Next lesson', ['ArrowDown'], 'list'),
  arrowUp: define('list', 'Lesson before', ['ArrowUp'], 'list'),
  pageDown: define('list', 'A screen down', ['PageDown'], 'list'),
  pageUp: define('list', 'A screen up', ['PageUp'], 'list'),
  first: define('list', 'First lesson', ['Home'], 'list'),
  last: define('list', 'Last lesson read so far', ['End'], 'list'),
  open: define('list', 'Open the lesson', ['Enter'], 'list'),
  back: define('list', 'Back to the list', ['Escape'], 'field'),
  filter: define('list', 'Search', ['/']),
  bin: define('list', 'Show or leave the bin', ['b']),
  edit: define('lesson', 'Edit', ['e']),
  pin: define('lesson', 'Pin or unpin', ['p']),
  accept: define('lesson', 'Accept', ['a']),
  reject: define('lesson', 'Reject', ['r']),
  archive: define('lesson', 'Archive', ['h']),
  delete: define('lesson', 'Move to the bin', ['#', 'Delete']),
  restore: define('lesson', 'Restore from the bin', ['u']),
  helpful: define('lesson', 'Judge it helpful', ['+']),
  unhelpful: define('lesson', 'Judge it unhelpful', ['-']),
  harmful: define('lesson', 'Judge it harmful', ['!']),
  why: define('lesson', 'Why it was found', ['w']),
  copyId: define('lesson', 'Copy its id', ['y']),
  merge: define('today', 'Merge the draft into another lesson', ['m']),
  takeBack: define('today', 'Take the last decision back', ['u']),
  undo: define('window', 'Undo the last thing done here', ['Mod+z']),
  redo: define('window', 'Do it again', ['Mod+Shift+z']),
  today: define('window', 'Go to Today', ['1']),
  lessons: define('window', 'Go to Lessons', ['2']),
  brief: define('window', 'Go to Brief', ['3']),
  data: define('window', 'Go to Data', ['4']),
  sheet: define('window', 'This list', ['?']),
} as const satisfies Record<string, Definition>;

/** Name of a shortcut. */
export type ShortcutId = keyof typeof SHORTCUTS;

/** Shortcuts that a key held down repeats. Any other works once per press: a list must not empty under a resting finger. */
const REPEATED: ReadonlySet<ShortcutId> = new Set([
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
export function isRepeated(id: ShortcutId): boolean {
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

function isAllowed({ scope }: Definition, focus: Focus): boolean {
  const typing = focus === 'field' || focus === 'search';
  if (scope === 'field') return true;
  return scope === 'anywhere' ? !typing : scope === focus;
}

/** Whether a shortcut can be pressed, given what has the focus. */
export function isOffered(id: ShortcutId, focus: Focus, singleKeys: boolean): boolean {
  const definition: Definition = SHORTCUTS[id];
  return isAllowed(definition, focus) && definition.keys.some((key) => singleKeys || key.length > 1);
}

/** Shortcuts that a key press means, given what has the focus. `singleKeys` off leaves those with Mod and named keys. */
export function matching(press: KeyPress, focus: Focus, singleKeys: boolean): ShortcutId[] {
  return (Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => {
    const definition: Definition = SHORTCUTS[id];
    const keys = definition.keys.filter((key) => singleKeys || key.length > 1);
    return isAllowed(definition, focus) && keys.some((key) => isPressed(key, press));
  });
}
