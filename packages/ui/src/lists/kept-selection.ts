import type { Selection } from './selection.ts';

/** A selection with the key of the list that it belongs to. */
export interface KeptSelection {
  listKey: string;
  selection: Selection;
  /** True when the list was left since: only those of its rows are meant that are still listed. */
  wasLeft: boolean;
}

/** What is selected in the list in sight, and what was when the page was left to which somebody has gone back. */
export const keptSelection: Record<'inSight' | 'before', KeptSelection | null> = { inSight: null, before: null };
