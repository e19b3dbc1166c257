import type { BrowserWindow } from 'electron';
import type { Push } from '../bridge.ts';
import type { IpcDoor } from './ipc.ts';
import type { AppMenu } from './menu.ts';
import { reloadWhenGone } from './page-ends.ts';
import { openWindow, type WindowOptions } from './window.ts';

/** What windows are opened with; see {@link WindowOptions}. */
interface WindowsOptions extends Pick<WindowOptions, 'preload' | 'stateFile' | 'icon'> {
  door: IpcDoor;
  log: (line: string) => void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The windows of the app. What is chosen in a menu or comes with a link goes to the one in front. */
export class AppWindows {
  readonly #options: WindowsOptions;
  /** The windows with what their pages offer to do, the one in front last. */
  readonly #open = new Map<BrowserWindow, ReadonlySet<string>>();
  /** What came before there was a window. */
  #pending: Push[] = [];
  /** True once windows may be opened. */
  #started = false;
  #menu: AppMenu | null = null;

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  /** The window in front; null when there is none. */
  get front(): BrowserWindow | null {
    return [...this.#open.keys()].at(-1) ?? null;
  }

  /** Shows in this menu what the page in front offers. */
  use(menu: AppMenu): void {
    this.#menu = menu;
  }

  /** Notes what the page of a window offers to do. */
  offer(window: BrowserWindow | null, ids: ReadonlySet<string>): void {
    if (!window || !this.#open.has(window)) return;
    this.#open.set(window, ids);
    this.#showOffers();
  }

  /** Opens a window, beside the others if there are any, which shows what came before it. */
  async open(): Promise<void> {
    this.#started = true;
    const { door, log, ...options } = this.#options;
    await openWindow({
      ...options,
      beside: this.front,
      prepare: (window) => {
        this.#open.set(window, NOTHING);
        for (const push of this.#pending.splice(0)) door.tell(window.webContents, push);
        window.on('focus', () => this.#bring(window));
        window.on('closed', () => {
          this.#open.delete(window);
          this.#showOffers();
        });
        reloadWhenGone(window, log);
      },
    });
  }

  /** Opens another window, which is told this first. */
  openWith(push: Push | null): Promise<void> {
    if (push) this.#pending.push(push);
    return this.#started ? this.open() : Promise.resolve();
  }

  /** Tells the window in front, and brings it to the eye; without one, opens one for it. */
  async tell(push: Push | null): Promise<void> {
    const { front } = this;
    if (!front) return this.openWith(push);
    if (push) this.#options.door.tell(front.webContents, push);
    front.show();
    front.focus();
  }

  #bring(window: BrowserWindow): void {
    const offers = this.#open.get(window);
    if (!offers) return;
    this.#open.delete(window);
    this.#open.set(window, offers);
    this.#showOffers();
  }

  #showOffers(): void {
    this.#menu?.offer([...this.#open.values()].at(-1) ?? NOTHING);
  }
}
