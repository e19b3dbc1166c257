import { type RouterHistory, useRouter } from '@tanstack/react-router';

/** Browsers refuse to change the link much more often. */
const PACE_MS = 200;

/** A history whose link can follow keys that come fast. */
export interface PacedHistory extends RouterHistory {
  /** Replaces the link: now if it has rested, else a moment later, by whatever is wanted then. */
  replaceSoon(href: string): void;
}

/**
 * Lets a link be replaced at the pace of keys. What still waits is written before its entry is left, so that the way
 * back, or forward again, leads to where one was. A browser that leaves it by itself is heard of too late: it is dropped.
 */
export function paced(history: RouterHistory): PacedHistory {
  const { push, replace, back, forward, go } = history;
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    const href = waiting;
    waiting = null;
    if (href !== null) replace(href);
  };
  const settle = () => {
    if (waiting === null) return;
    write();
    // Two changes in one turn would become one.
    history.flush();
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
      settle();
      push(...to);
    },
    back: (...to: Parameters<typeof back>) => {
      settle();
      back(...to);
    },
    forward: (...to: Parameters<typeof forward>) => {
      settle();
      forward(...to);
    },
    go: (...to: Parameters<typeof go>) => {
      settle();
      go(...to);
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
