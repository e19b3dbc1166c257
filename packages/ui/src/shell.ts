import { SCREEN_IDS } from './data/screens.ts';
import { strings } from './strings.ts';

/**
 * What a shell shows outside of the page, in its menu and beside the clock: the actions and their names, which are the page's own,
 * and the texts around them.
 */

export type { ScreenId } from './data/screens.ts';
export { ACTIONS, type Action, type ActionId } from './state/actions.ts';
export { programName } from './strings.ts';

/** The actions that open a screen, in their order, with the name of each screen. */
export const SCREEN_NAMES = SCREEN_IDS.map((id) => ({ id, name: strings.rail[id] }));

/** The texts of menus and of the tray. */
export const SHELL_TEXTS = strings.shell;
