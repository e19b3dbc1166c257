import { setTimeout as wait } from 'node:timers/promises';
import { emptyLog } from '@twicewise/store';
import type { Services } from './services.ts';

/** Number of attempts to empty the write-ahead log while a reader holds it, and the pause between them in milliseconds. */
const TRIES = 20;
const BETWEEN_TRIES_MS = 50;

/** Empties the write-ahead log, which holds what was purged until then; false when a reader holds it for long. */
export async function emptied(services: Services): Promise<boolean> {
  for (let n = 0; n < TRIES; n++) {
    if (emptyLog(services.db())) return true;
    await wait(BETWEEN_TRIES_MS);
  }
  return false;
}
