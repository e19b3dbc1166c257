import { useEffect } from 'react';
import { useHost } from '../data/client.ts';
import { useAction, useActionRunner } from './action-registry.tsx';
import { ACTIONS, type ActionId } from './actions.ts';
import { useBundles } from './bundles.tsx';

const isAction = (id: string): id is ActionId => Object.hasOwn(ACTIONS, id);

/** Under an open dialog nothing is done; it is closed first. */
const isCovered = () => document.querySelector('[role="dialog"]') !== null;

/** In a text field the menu's Undo and Redo are those of the text, as their keys are. */
function isOfText(id: string): boolean {
  return (id === 'undo' || id === 'redo') && document.activeElement?.matches('input, textarea') === true;
}

/** Registers opening this view in another window, or in a browser in another tab. */
export function useNewWindow(): void {
  const { native } = useHost().transport;
  useAction('newWindow', () => {
    if (native) void native.openWindow(location.hash.replace(/^#\/?/, ''));
    // Not cut off from this one: a tab that is gets no token.
    else window.open(location.href);
  });
}

/** Tells the menu of the desktop app what can be done, does what is chosen in it, and shows files that are opened with the app. */
export function useShellMenu(): void {
  const { native } = useHost().transport;
  const { run, offers, watch } = useActionRunner();
  const { open } = useBundles();
  useEffect(() => {
    if (!native) return;
    let told = '';
    const tell = () => {
      const ids = isCovered() ? [] : offers().filter(({ why }) => why === null);
      const now = ids.map(({ id }) => id).join(' ');
      if (now === told) return;
      told = now;
      void native.offer(now.split(' '));
    };
    const stop = watch(tell);
    const end = native.onRequest((request) => {
      if (request.kind === 'open') return open({ kind: 'import', path: request.path });
      const { action } = request;
      // The command of the field itself, which no other way reaches.
      if (isOfText(action)) return void document.execCommand(action);
      if (isAction(action) && !isCovered()) run(action);
    });
    tell();
    return () => {
      stop();
      end();
    };
  }, [native, run, offers, watch, open]);
}
