import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Milliseconds between changes of the link, because browsers refuse more frequent ones. */
const PACE_MS = 200;

/** A history whose link can follow fast keys. */
export interface PacedHistory extends RouterHistory {
  /** Replaces the link: at once if it has not changed lately, otherwise a moment later with the value wanted by then. */
  replaceSoon(href: string): void;
  /**
   * True while the link is on the path of this one. A screen stays drawn for a moment after the link has left it; what it finds
   * out then must not lead back to it.
   */
  isOn(href: string): boolean;
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
  const isOn = (href: string) => href.split('?')[0] === history.location.pathname;
  return Object.assign(history, {
    isOn,
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
      if (!isOn(href)) return;
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

/** Tells whether the link is still on the path of a screen; see {@link PacedHistory.isOn}. */
export function useIsOn(path: string): () => boolean {
  const history = usePacedHistory();
  return useCallback(() => history.isOn(path), [history, path]);
}
