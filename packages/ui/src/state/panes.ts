import { useSyncExternalStore } from 'react';

/** How the panes of lists are arranged in this browser, because that depends on the screen in use. */
interface Panes {
  /** Width of the list in pixels, where a person chose one. */
  width: number | null;
  /** True when the list and the open record take turns also where both would fit. */
  single: boolean;
}

const STORED = 'twicewise.panes';
const listeners = new Set<() => void>();

function read(): Panes {
  try {
    const { width, single } = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Panes>;
    return { width: typeof width === 'number' && Number.isFinite(width) ? width : null, single: single === true };
  } catch {
    return { width: null, single: false };
  }
}

let panes = read();

/** Changes the arrangement, at once and for later visits. */
export function arrangePanes(change: Partial<Panes>): void {
  panes = { ...panes, ...change };
  localStorage.setItem(STORED, JSON.stringify(panes));
  for (const tell of listeners) tell();
}

/** The present arrangement. */
export function usePanes(): Panes {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => panes,
  );
}
