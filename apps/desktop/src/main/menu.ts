import { PRODUCT } from '@twicewise/contract';
import { ACTIONS, type ActionId, SCREEN_NAMES, SHELL_TEXTS } from '@twicewise/ui/shell';
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, actionsOfMenus, type MenuName } from './menu-entries.ts';

/** What the menu does without the page. */
export interface MenuActions {
  /** Asks the page in front to do this. */
  act(action: ActionId): void;
  importLessons(): void;
  revealData(): void;
  revealLog(): void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu of the app. Every action of the page is in it, and can be chosen while the page in front offers it. */
export class AppMenu {
  readonly #menu: Menu;
  readonly #isMac: boolean;

  constructor(actions: MenuActions, isMac: boolean) {
    this.#isMac = isMac;
    const { menus } = SHELL_TEXTS;
    const listed = actionsOfMenus();
    const items = (name: MenuName) => listed[name].map((id) => this.#item(id, actions));
    const menu = (name: MenuName, submenu: MenuItemConstructorOptions[]) => ({ label: menus[name], submenu });
    const own: MenuItemConstructorOptions[] = isMac ? [{ label: PRODUCT.name, role: 'appMenu' }] : [];
    this.#menu = Menu.buildFromTemplate([
      ...own,
      menu('file', [
        { label: SHELL_TEXTS.importLessons, click: () => actions.importLessons() },
        separator,
        ...items('file'),
        separator,
        { label: SHELL_TEXTS.showData, click: () => actions.revealData() },
        { label: SHELL_TEXTS.showLog, click: () => actions.revealLog() },
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ]),
      menu('edit', [
        ...items('edit'),
        separator,
        // Text fields handle these keys themselves.
        ...(['cut', 'copy', 'paste', 'selectAll'] as const).map((role) => ({ role, registerAccelerator: false })),
      ]),
      menu('lesson', items('lesson')),
      menu('review', items('review')),
      menu('causes', items('causes')),
      menu('project', items('project')),
      menu('go', items('go')),
      menu('view', [
        ...items('view'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ]),
      { role: 'windowMenu' },
      menu('help', items('help')),
    ]);
    Menu.setApplicationMenu(this.#menu);
  }

  #item(id: ActionId, { act }: MenuActions): MenuItemConstructorOptions {
    const { title, keys } = ACTIONS[id];
    const shown = acceleratorOf(keys);
    return {
      id,
      label: SCREEN_NAMES.find((screen) => screen.id === id)?.name ?? title,
      enabled: false,
      click: () => act(id),
      // On a Mac a key that a menu shows belongs to the menu, also while a person types.
      ...(shown === undefined || this.#isMac ? {} : { accelerator: shown, registerAccelerator: false }),
    };
  }

  /** Makes exactly these actions available. The entries stay the same ones, so that an open menu stays open. */
  offer(ids: ReadonlySet<string>): void {
    for (const id of Object.keys(ACTIONS)) {
      const item = this.#menu.getMenuItemById(id);
      if (item) item.enabled = ids.has(id);
    }
  }
}
