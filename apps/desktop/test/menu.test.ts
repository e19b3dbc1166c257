import { ACTIONS, type Action, SCREEN_NAMES } from '@twicewise/ui/shell';
import { expect, test } from 'vitest';
import { acceleratorOf, actionsOfMenus } from '../src/main/menu-entries.ts';

const named = (actions: Readonly<Record<string, Action>>) =>
  Object.entries(actions).flatMap(([id, action]) => (action.named ? [id] : []));
const offered = (actions: Readonly<Record<string, Action>>) => Object.values(actionsOfMenus(actions)).flat();

test('every action with a name is in one menu, in the order of the registry, also one that is new', () => {
  expect(offered(ACTIONS).toSorted()).toEqual(named(ACTIONS).toSorted());
  const more = {
    ...ACTIONS,
    mute: { title: 'Mute', group: 'window', keys: [], scope: 'anywhere', named: true },
  } as const;
  expect(actionsOfMenus(more).file).toEqual([...actionsOfMenus().file, 'mute']);
  const screens = SCREEN_NAMES.map(({ id }) => id);
  expect(actionsOfMenus().go.slice(-screens.length)).toEqual(screens);
  // Movements are done by key only.
  expect(offered(ACTIONS)).not.toContain('down');
});

test('keys are shown as Electron writes them', () => {
  const cases = [
    [['p'], 'P'],
    [['M'], 'Shift+M'],
    [['#', 'Delete'], '#'],
    [['+'], 'Plus'],
    [['Mod+z'], 'CmdOrCtrl+Z'],
    [['Mod+Shift+z'], 'CmdOrCtrl+Shift+Z'],
    [['Alt+ArrowLeft', 'Meta+['], 'Alt+Left'],
    [['Mod+Enter'], 'CmdOrCtrl+Enter'],
    [['Escape'], 'Esc'],
    [[], undefined],
  ] as const;
  for (const [keys, shown] of cases) expect(acceleratorOf(keys)).toBe(shown);
});
