import { useSyncExternalStore } from 'react';

const TICK_MS = 20_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Nothing has moved it since the last time left the screen. React reads it once more after this.
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const tell of listeners) tell();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present time, updated every 20 seconds by one timer for the whole screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
