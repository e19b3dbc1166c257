import { useSyncExternalStore } from 'react';

/** Below this width the list and the lesson do not fit side by side. */
const WIDE = window.matchMedia('(min-width: 880px)');

/** True when the list and the lesson are side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener('change', listener);
      return () => WIDE.removeEventListener('change', listener);
    },
    () => WIDE.matches,
  );
}
