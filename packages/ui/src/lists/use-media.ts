import { useSyncExternalStore } from 'react';
import { useAction } from '../state/action-registry.tsx';
import { arrangePanes, usePanes } from '../state/panes.ts';
import { strings } from '../strings.ts';

/** Below this width the list and the lesson do not fit side by side. */
const WIDE = window.matchMedia('(min-width: 880px)');

/** Below this width the filters lie over what is open; the same as `xl` of the styles. */
const ROOMY = window.matchMedia('(min-width: 80rem)');

/** Whether the window is like this now. */
export function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}

/** True when there is room for the list and the lesson side by side. */
export function useHasRoom(): boolean {
  return useMedia(WIDE);
}

/** True when there is room for the filters beside the list and the lesson. */
export function useHasRoomForFilters(): boolean {
  return useMedia(ROOMY);
}

/** True when the list and the lesson are side by side: there is room, and nobody wants one at a time. */
export function useIsWide(): boolean {
  const { single } = usePanes();
  return useHasRoom() && !single;
}

/** Registers showing the list and the lesson one at a time, and side by side again. */
export function usePaneAction(onChanged: () => void): void {
  const { single } = usePanes();
  const hasRoom = useHasRoom();
  const change = () => {
    arrangePanes({ single: !single });
    onChanged();
  };
  useAction('panes', change, hasRoom || strings.panes.noRoom);
}
