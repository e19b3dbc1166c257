import { type RouterHistory, useRouter } from '@tanstack/react-router';

/** Milliseconds between changes of the link, because browsers refuse more frequent ones. */
const PACE_MS = 200;

/** A history whose link can follow fast keys. */
export interface PacedHistory extends RouterHistory {
  /** Replaces the link: at once if it has not changed lately, otherwise a moment later with the value wanted by then. */
  replaceSoon(href: string): void;
}

/**
 * Lets a link be replaced as fast as keys come. A pending change is written before its entry is left, so that back and forward
 * lead to the right place. When the browser itself leaves the entry, it is too late, and the change is dropped.
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
    // Otherwise two changes in one turn would become one.
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
