import { type AgentAnswer, PRODUCT } from '@twicewise/contract';
import { programName, SHELL_TEXTS } from '@twicewise/ui/shell';
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';

const texts = SHELL_TEXTS.tray;
/** A lesson in the menu has at most this many characters. */
const LONGEST = 60;

/** What the tray's menu does. */
export interface TrayActions {
  /** Brings the app's window to the eye, with this view if one is given. */
  open(view: string | null): void;
  pause(isPaused: boolean): void;
  stay(stays: boolean): void;
  quit(): void;
}

/** What the tray's menu shows. */
export interface TrayState {
  /** True while agents are shown nothing without asking. */
  isPaused: boolean;
  /** True when the app goes on without a window. */
  stays: boolean;
  /** What agents were shown last, the newest first. */
  shown: readonly AgentAnswer[];
}

const shortened = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`);
/** In a menu `&` marks the letter that chooses the entry. */
const literal = (text: string) => text.replaceAll('&', '&&');

function shownItems(shown: readonly AgentAnswer[], { open }: TrayActions): MenuItemConstructorOptions[] {
  if (shown.length === 0) return [{ label: texts.nothing, enabled: false }];
  const items = shown.flatMap(({ client, lessons: [lesson] }) => {
    if (!lesson) return [];
    const { reflectionId, taskDescription } = lesson;
    const label = texts.lesson(programName(client ?? PRODUCT.name), taskDescription ?? texts.gone);
    return { label: literal(shortened(label)), click: () => open(`lessons?lesson=${reflectionId}`) };
  });
  return [{ label: texts.shown, enabled: false }, ...items];
}

function menuOf({ isPaused, stays, shown }: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const line: MenuItemConstructorOptions = { type: 'separator' };
  return [
    { label: texts.open(PRODUCT.name), click: () => actions.open(null) },
    line,
    ...shownItems(shown, actions),
    line,
    { label: texts.pause, type: 'checkbox', checked: isPaused, click: () => actions.pause(!isPaused) },
    { label: texts.stay, type: 'checkbox', checked: stays, click: () => actions.stay(!stays) },
    line,
    { label: texts.quit(PRODUCT.name), click: () => actions.quit() },
  ];
}

/** The app's item beside the clock, or in the menu bar of a Mac. */
export class TrayItem {
  readonly #tray: Tray;
  readonly #actions: TrayActions;

  /** Throws where the system has no place for such an item. */
  constructor(icon: string, actions: TrayActions) {
    this.#tray = new Tray(nativeImage.createFromPath(icon));
    this.#actions = actions;
    this.#tray.on('click', () => actions.open(null));
  }

  /** Shows this from now on. */
  show(state: TrayState): void {
    this.#tray.setToolTip(state.isPaused ? `${PRODUCT.name}: ${texts.paused}` : PRODUCT.name);
    this.#tray.setContextMenu(Menu.buildFromTemplate(menuOf(state, this.#actions)));
  }
}
