import { setTimeout as wait } from 'node:timers/promises';
import { findHost, type HostInfo } from '@twicewise/client/data-folder';
import { askHost, isListening } from '@twicewise/client/host-side';
import { type DataLock, takeLock } from '@twicewise/memory/host-side';

/**
 * Which host a new one may replace: none, any, only one that runs in the background, or only the process with this pid, which
 * started the new one and ends. If another host has the folder by then, that one stays.
 */
export type TakeOver = 'never' | 'any' | 'background' | { pid: number };

function mayTakeFrom(takeOver: TakeOver, holder: HostInfo): boolean {
  if (typeof takeOver === 'object') return holder.pid === takeOver.pid;
  return takeOver === 'any' || (takeOver === 'background' && holder.kind === 'background');
}

/** How long a new host waits for the old one to finish running work, or for one that is just starting, in milliseconds. */
const HANDOVER_MS = 15_000;

/**
 * Takes the lock, or asks the holder to leave, repeatedly, because a bridge may start another host between two attempts. A holder
 * that cannot be asked is starting or ending. `host.json` then describes the host before it; the next attempt will know more.
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
    // The old host answers when it has released the lock; if it dies instead, the lock is free as well. The wait for a host that
    // hangs is limited.
    const late = wait(deadline - Date.now(), undefined, { ref: false });
    await Promise.race([askHost(holder, { command: 'handover', to: kind }), late]).catch(() => {});
  }
}
