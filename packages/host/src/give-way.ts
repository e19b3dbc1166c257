import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets everything else go first that wants the processor: for a thread whose work takes minutes, and whose answer nobody types for.
 * Lasts as long as the thread. Linux alone gives threads a priority of their own; elsewhere, and where that is refused, nothing happens.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    // `PID/task/TID` of the calling thread; Node has no other name for it.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, as in some containers, it runs like the others.
  }
}
