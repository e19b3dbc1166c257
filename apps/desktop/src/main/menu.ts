import { PRODUCT } from '@twicewise/contract';
import { Menu, type MenuItemConstructorOptions } from 'electron';

/** The actions of the menu. */
export interface MenuActions {
  /** Opens a view, given as the part of the address after `#/`. */
  show(view: string): void;
  importLessons(): void;
  revealData(): void;
  revealLog(): void;
}

/** The screens in the order of the rail; the part of the address is their name in small letters. */
const SCREENS = ['Today', 'Lessons', 'Sessions', 'Causes', 'Brief', 'Insights', 'Activity', 'Data', 'Settings'];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Text fields handle these keys themselves, so the menu entries have none. */
const edit: MenuItemConstructorOptions = {
  label: '&Edit',
  submenu: [
    { role: 'undo', registerAccelerator: false },
    { role: 'redo', registerAccelerator: false },
    separator,
    { role: 'cut', registerAccelerator: false },
    { role: 'copy', registerAccelerator: false },
    { role: 'paste', registerAccelerator: false },
    { role: 'selectAll', registerAccelerator: false },
  ],
};

/** Sets the menu of the app. */
export function setMenu({ show, importLessons, revealData, revealLog }: MenuActions, isMac: boolean): void {
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      { label: 'Import lessons…', click: importLessons },
      separator,
      { label: 'Show data folder', click: revealData },
      { label: 'Show log file', click: revealLog },
      separator,
      isMac ? { role: 'close' } : { role: 'quit' },
    ],
  };
  const go: MenuItemConstructorOptions = {
    label: '&Go',
    submenu: SCREENS.map((name) => ({ label: name, click: () => show(name.toLowerCase()) })),
  };
  const look: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, separator, { role: 'togglefullscreen' }],
  };
  const own: MenuItemConstructorOptions[] = isMac ? [{ label: PRODUCT.name, role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...own, file, edit, go, look, { role: 'windowMenu' }]));
}
