import { setTimeout as wait } from 'node:timers/promises';
import { untilAborted } from '../timers.ts';
import type { Model } from './model.ts';

/** How patient a model is asked (S2-33). */
export interface Patience {
  /** Most milliseconds of one request. */
  readonly timeoutMs: number;
  /** How often a request that failed is made again. */
  readonly retries: number;
}

/** Milliseconds before the first repetition; each further one waits twice as long. */
const FIRST_PAUSE_MS = 250;

/**
 * A model that is asked again when a request fails or takes too long. Rejects with the last error, and at once when the signal of
 * a request is aborted.
 */
export function patientModel(model: Model, { timeoutMs, retries }: Patience): Model {
  return async (messages, options = {}) => {
    for (let failed = 0; ; failed++) {
      options.signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
      try {
        return await untilAborted(model(messages, { ...options, signal }), signal);
      } catch (error) {
        if (options.signal?.aborted || failed >= retries) throw error;
        await wait(FIRST_PAUSE_MS * 2 ** failed, undefined, options.signal ? { signal: options.signal } : {});
      }
    }
  };
}
