import { useEffect } from 'react';

/**
 * Loads a script after the component is drawn, so that it is there when it is needed. Where it cannot be loaded, as without the host,
 * nothing is said: it is asked for again when it is drawn.
 */
export function useLoadSoon(load: () => Promise<unknown>): void {
  useEffect(() => void load().catch(() => {}), [load]);
}
