import { setTimeout as wait } from 'node:timers/promises';
import { askHost, isListening } from './control-socket.ts';
import { findHost, type HostInfo } from './data-folder.js';
import { type DataLock, takeLock } from './lock.ts';

/**
 * From whom a newcomer takes the folder: from nobody, from any host, only from one that runs in the background, or only from the
 * process that sent for it. Such a process ends; whoever has the folder when the newcomer is late came to stay.
 */
export type TakeOver = 'never' | 'any' | 'background' | { pid: number };

function mayTakeFrom(takeOver: TakeOver, holder: HostInfo): boolean {
  if (typeof takeOver === 'object') return holder.pid === takeOver.pid;
  return takeOver === 'any' || (takeOver === 'background' && holder.kind === 'background');
}

/** How long a newcomer waits for the old host to finish what runs, or for one that is just starting to be there. */
const HANDOVER_MS = 15_000;

/**
 * Takes the lock, or asks whoever holds it to leave, again and again: between two attempts a bridge may have started the
 * next host. Who holds the lock and cannot be asked is starting or ending, and what `host.json` says then is of the host
 * before; the next attempt knows more.
 */
export async function lockOrTakeOver(
  data: string,
  kind: string,
  takeOver: TakeOver,
  patience = HANDOVER_MS,
): Promise<DataLock | null> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lock = await takeLock(data);
    if (lock || takeOver === 'never' || Date.now() > deadline) return lock;
    const holder = findHost(data);
    if (!holder || !(await isListening(holder.control))) continue;
    if (!mayTakeFrom(takeOver, holder)) return null;
    // It answers when it has released; if it dies instead, the lock is free as well. One that hangs is not waited for.
    const late = wait(deadline - Date.now(), undefined, { ref: false });
    await Promise.race([askHost(holder, { command: 'handover', to: kind }), late]).catch(() => {});
  }
}
