import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** How much later the work comes than that of the process, and the latest there is, as nice values. */
const LATER = 10;
const LAST = 19;

/**
 * Lets everything else go first that wants the processor: for a thread whose work takes minutes, and whose answer nobody types for.
 * Lasts as long as the thread. Linux alone gives threads a priority of their own; elsewhere, and where that is refused, nothing happens.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    // `PID/task/TID` of the calling thread; Node has no other name for it.
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    // From where the process is: one that was started to give way must not have threads that come before it.
    setPriority(thread, Math.min(getPriority() + LATER, LAST));
  } catch {
    // Without /proc, as in some containers, it runs like the others.
  }
}
