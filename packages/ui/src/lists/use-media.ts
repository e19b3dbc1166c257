import { useSyncExternalStore } from 'react';

/** Below this the list and the lesson do not fit beside each other. */
const WIDE = window.matchMedia('(min-width: 880px)');

/** True when the list and the lesson stand side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener('change', listener);
      return () => WIDE.removeEventListener('change', listener);
    },
    () => WIDE.matches,
  );
}
