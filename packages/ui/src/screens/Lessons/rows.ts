import type { Reflection, SearchHit } from '@twicewise/contract';

/** What a search says beside its lessons. */
export interface SearchFindings {
  words: string;
  /** Also those that are hardly relevant. */
  all: boolean;
  hits: ReadonlyMap<string, SearchHit>;
  /** Words that were looked for, those that no lesson has, and whether more was typed than is looked at. */
  terms: readonly string[];
  unknown: readonly string[];
  cut: boolean;
  /** Lessons that share a word but are hardly relevant. */
  weak: number;
}

/** The rows of the list, and how they came to be. */
export interface Rows {
  lessons: readonly Reflection[];
  /** Changes when the list shows something else. */
  listKey: string;
  total: number;
  ready: boolean;
  /** These are the rows of what was asked for before; the answer is on its way. */
  stale: boolean;
  error: Error | null;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore: () => void;
  retry: () => void;
  /** What a search says beside its rows; null for the list by date. */
  found: SearchFindings | null;
  /** The answer that is here has no rows; those of the one before are still shown. Null: it has, or there is none. */
  heldBack: SearchFindings | null;
}

/**
 * What to show while an answer is on its way: the rows that were there, so that nothing flickers while a person types.
 * An answer and a failure are shown as they are. Answers are kept apart by what they answer, so a slow one that comes
 * after a later question can only be found under its own. While more is being typed an answer without rows is held back
 * too, and only told of: half a word finds nothing, and a list that goes and comes with each key cannot be read.
 */
export function heldOver(last: Rows | null, now: Rows, typing = false): Rows {
  const useful = now.ready && (now.lessons.length > 0 || !typing);
  if (useful || now.error || !last) return now;
  return { ...last, stale: true, hasMore: false, isReadingMore: false, heldBack: now.ready ? now.found : null };
}
