/** Longest time that a timer can wait, in milliseconds. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Waits for work as long as a run lasts: rejects when the signal is aborted, whether or not the work takes notice of it. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const reason = () => (signal.reason instanceof Error ? signal.reason : new Error('The run was aborted.'));
    // A turn later, so that work which is done at this very moment counts.
    const onAbort = () => setTimeout(() => reject(reason()), 0);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
