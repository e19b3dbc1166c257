import { ACTIONS, type Action, type ActionId, SCREEN_NAMES, SHELL_TEXTS } from '@twicewise/ui/shell';

// What is in the menu, without anything of Electron.

/** Name of a menu in the bar. */
export type MenuName = keyof typeof SHELL_TEXTS.menus;

/** The menu of each group of actions; those of the window are divided further. */
const OF_GROUP: Readonly<Record<Action['group'], MenuName>> = {
  search: 'edit',
  select: 'edit',
  edit: 'lesson',
  lesson: 'lesson',
  list: 'view',
  map: 'causes',
  today: 'review',
  window: 'file',
};

const APART: Readonly<Partial<Record<ActionId, MenuName>>> = {
  undo: 'edit',
  redo: 'edit',
  palette: 'edit',
  filter: 'edit',
  goBack: 'go',
  goForward: 'go',
  ...Object.fromEntries(SCREEN_NAMES.map(({ id }) => [id, 'go'])),
  renameProject: 'project',
  projectChecks: 'project',
  mergeProject: 'project',
  themeSystem: 'view',
  themeLight: 'view',
  themeDark: 'view',
  comfortable: 'view',
  compact: 'view',
  sheet: 'help',
};

/** The actions with a name, by the menu that offers each; none is left out, so that a new one needs nothing here. */
export function actionsOfMenus(actions: Readonly<Record<string, Action>> = ACTIONS): Record<MenuName, ActionId[]> {
  const menus = Object.fromEntries(Object.keys(SHELL_TEXTS.menus).map((name) => [name, [] as ActionId[]]));
  for (const [id, { named, group }] of Object.entries(actions))
    if (named) menus[APART[id as ActionId] ?? OF_GROUP[group]]?.push(id as ActionId);
  return menus as Record<MenuName, ActionId[]>;
}

/** Keys that Electron writes in another way. */
const WRITTEN: Readonly<Record<string, string>> = { ArrowLeft: 'Left', ArrowRight: 'Right', Escape: 'Esc' };

/** A key as the menu shows it. The page handles all keys itself, since one letter is a key only outside of text fields. */
export function acceleratorOf(keys: readonly string[]): string | undefined {
  const [first] = keys.filter((key) => !key.startsWith('Meta+'));
  if (first === undefined || first === '+') return first && 'Plus';
  const parts = first.split('+');
  const last = parts.pop() ?? '';
  const isCapital = /^[A-Z]$/.test(last);
  const key = WRITTEN[last] ?? (last.length === 1 ? last.toUpperCase() : last);
  return [...parts.map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part)), ...(isCapital ? ['Shift'] : []), key].join(
    '+',
  );
}
