import type { Failure } from '@twicewise/contract';
import { type Connection, OldestAnswer, type Request, type Signal, type Transport } from '@twicewise/ui';
import type { Bridge } from '../bridge.ts';

const NO_ANSWER: Failure = {
  code: 'internal',
  message: 'The app did not answer.',
  hint: 'Close the window and open it again; nothing stored is lost.',
};

/** Passes requests of the shell on, those that come before anybody listens as soon as somebody does. */
function requests() {
  const listeners = new Set<(request: Request) => void>();
  let early: Request[] = [];
  return {
    send(request: Request) {
      if (listeners.size === 0) early.push(request);
      for (const listener of listeners) listener(request);
    },
    listen(listener: (request: Request) => void) {
      listeners.add(listener);
      const missed = early;
      early = [];
      missed.forEach(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** How the window reaches the host in the main process. `show` is called with a view that a link requests. */
export function createIpcTransport(bridge: Bridge, show: (view: string) => void): Transport {
  const listeners = new Set<(signal: Signal) => void>();
  const watchers = new Set<() => void>();
  const asked = requests();
  const answers = new OldestAnswer();
  let connection: Connection = 'connecting';
  const become = (next: Connection) => {
    if (next === connection) return;
    connection = next;
    for (const watcher of watchers) watcher();
  };

  bridge.subscribe((push) => {
    if (push.kind === 'show') return show(push.view);
    if (push.kind === 'act' || push.kind === 'open') return asked.send(push);
    become(push.kind === 'ended' ? 'down' : 'live');
    if (push.kind !== 'ended') for (const listener of listeners) listener(push);
  });
  return {
    async send(name, input, options) {
      const answer = await bridge.call(name, input ?? {}, options?.key).catch(() => null);
      if (answer === null) return { ok: false, error: NO_ANSWER };
      answers.note(answer.position ?? null);
      return answer;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUpTo: (position) => answers.isUpTo(position),
    connection: () => connection,
    onConnection(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    files: null,
    native: { ...bridge.native, onRequest: asked.listen },
  };
}
