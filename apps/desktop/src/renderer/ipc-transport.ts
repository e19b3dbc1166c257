import type { Failure } from '@twicewise/contract';
import type { Connection, Signal, Transport } from '@twicewise/ui';
import type { Bridge } from '../bridge.ts';

const NO_ANSWER: Failure = {
  code: 'internal',
  message: 'The app did not answer.',
  hint: 'Close the window and open it again; nothing stored is lost.',
};

/** How the window reaches the host in the main process. `show` is called with a view that the menu or a link requests. */
export function createIpcTransport(bridge: Bridge, show: (view: string) => void): Transport {
  const listeners = new Set<(signal: Signal) => void>();
  const watchers = new Set<() => void>();
  let connection: Connection = 'connecting';
  const become = (next: Connection) => {
    if (next === connection) return;
    connection = next;
    for (const watcher of watchers) watcher();
  };

  bridge.subscribe((push) => {
    if (push.kind === 'show') return show(push.view);
    become(push.kind === 'ended' ? 'down' : 'live');
    if (push.kind !== 'ended') for (const listener of listeners) listener(push);
  });
  return {
    send: (name, input, options) =>
      bridge.call(name, input ?? {}, options?.key).catch(() => ({ ok: false, error: NO_ANSWER })),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUpTo: () => false,
    connection: () => connection,
    onConnection(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    native: bridge.native,
  };
}
