import type { ChangeEvent, OperationName, OutputOf } from '@twicewise/contract';
import { type Host, person } from '@twicewise/host';
import { keep, readKept } from './kept-file.ts';
import { TrayItem, type TrayState } from './tray.ts';

/** How many answers to agents the menu names. */
const MOST_SHOWN = 5;
/** Least time between two readings, in milliseconds. */
const PACE_MS = 1000;
/** Topics of which the menu shows something. */
const TOPICS = ['exposure', 'setting', 'reflection', 'store'] as const;

/** What the tray needs of the app. */
interface TrayOptions {
  icon: string;
  /** Where it is kept whether the app stays without a window. */
  stateFile: string;
  open: (view: string | null) => void;
  quit: () => void;
  log: (line: string, error?: unknown) => void;
}

async function ask<N extends OperationName>(host: Host, name: N, input: unknown): Promise<OutputOf<N> | null> {
  const answer = await host.dispatch({ name, input, caller: person('ipc') });
  return answer.ok ? (answer.value as OutputOf<N>) : null;
}

/** Keeps the tray's menu as the memory is, and does what is chosen there. */
export class AppTray {
  readonly #options: TrayOptions;
  #item: TrayItem | null = null;
  #host: Host | null = null;
  #unsubscribe = () => {};
  #timer: NodeJS.Timeout | undefined;
  #state: TrayState = { isPaused: false, stays: false, shown: [] };

  constructor(options: TrayOptions) {
    this.#options = options;
    const { icon, stateFile, open, quit, log } = options;
    const kept = readKept(stateFile);
    const stays = typeof kept === 'object' && kept !== null && 'stays' in kept && kept.stays === true;
    const pause = (isPaused: boolean) => void this.#pause(isPaused).catch((error) => log('pausing failed', error));
    try {
      this.#item = new TrayItem(icon, { open, quit, pause, stay: (next) => this.#stay(next) });
      this.#show({ stays });
    } catch (error) {
      log('there is no item beside the clock', error);
    }
  }

  /** True when the app goes on without a window: only where its item can open one again. */
  get stays(): boolean {
    return this.#item !== null && this.#state.stays;
  }

  /** Shows what this host has from now on; null while there is none. */
  use(host: Host | null): void {
    this.#unsubscribe();
    this.#host = host;
    if (!host) return;
    this.#unsubscribe = host.events.subscribe((event) => {
      if (event.type === 'change' && this.#isShown(event.event)) this.#soon(PACE_MS);
    });
    this.#soon(0);
  }

  #isShown({ changed }: ChangeEvent): boolean {
    return TOPICS.some((topic) => changed[topic] !== undefined);
  }

  /** Reads again, once for all changes of a moment. */
  #soon(wait: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#read().catch((error) => this.#options.log('the item beside the clock could not be updated', error));
    }, wait).unref();
  }

  async #read(): Promise<void> {
    const host = this.#host;
    if (!host || !this.#item) return;
    const recent = await ask(host, 'exposure.recent', { limit: MOST_SHOWN });
    const settings = await ask(host, 'settings.get', {});
    if (host !== this.#host) return;
    this.#show({
      ...(recent ? { shown: recent.items } : {}),
      ...(settings ? { isPaused: !settings.settings['remind.enabled'] } : {}),
    });
  }

  async #pause(isPaused: boolean): Promise<void> {
    if (this.#host) await ask(this.#host, 'settings.set', { changes: { 'remind.enabled': !isPaused } });
    // A box that was clicked shows its new state by itself; this shows the true one.
    await this.#read();
  }

  #stay(stays: boolean): void {
    keep(this.#options.stateFile, { stays });
    this.#show({ stays });
  }

  #show(change: Partial<TrayState>): void {
    this.#state = { ...this.#state, ...change };
    this.#item?.show(this.#state);
  }
}
