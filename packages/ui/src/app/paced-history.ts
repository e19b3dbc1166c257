import { type RouterHistory, useRouter } from '@tanstack/react-router';

/** Browsers refuse to change the link much more often. */
const PACE_MS = 200;

/** A history whose link can follow keys that come fast. */
export interface PacedHistory extends RouterHistory {
  /** Replaces the link: now if it has rested, else a moment later, by whatever is wanted then. */
  replaceSoon(href: string): void;
}

/**
 * Lets a link be replaced at the pace of keys. What still waits is written before another entry is begun, so that going
 * back leads to where one was; going back or forward drops it, as it belongs to the entry that was left.
 */
export function paced(history: RouterHistory): PacedHistory {
  const { push, replace } = history;
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    const href = waiting;
    waiting = null;
    if (href !== null) replace(href);
  };
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === null) return;
      write();
      rest();
    }, PACE_MS);
  };
  history.subscribe(({ action }) => {
    if (action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO') waiting = null;
  });
  return Object.assign(history, {
    push: (...to: Parameters<typeof push>) => {
      if (waiting !== null) {
        write();
        // Two changes in one turn would become one.
        history.flush();
      }
      push(...to);
    },
    replace: (...to: Parameters<typeof replace>) => {
      waiting = null;
      replace(...to);
    },
    replaceSoon: (href: string) => {
      waiting = href;
      if (timer !== undefined) return;
      write();
      rest();
    },
  });
}

/** The history of this window. */
export function usePacedHistory(): PacedHistory {
  // Made by `createAppRouter`.
  return useRouter().history as PacedHistory;
}
