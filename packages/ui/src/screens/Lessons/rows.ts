import type { Reflection, SearchHit } from '@twicewise/contract';
import { keptRows, type RowsState } from '../../lists/kept-rows.ts';

/** What a search returns besides its lessons. */
export interface SearchFindings {
  words: string;
  /** True when hardly relevant lessons are included. */
  all: boolean;
  hits: ReadonlyMap<string, SearchHit>;
  /** The words searched for, those found in no lesson, and whether some typed words were ignored as too many. */
  terms: readonly string[];
  unknown: readonly string[];
  cut: boolean;
  /** The number of lessons that are hardly relevant. */
  weak: number;
  /** True when the search by meaning takes part, but had not answered in time. */
  isMeaningLate: boolean;
  /** True when lessons close in meaning were looked for. */
  isByMeaning: boolean;
}

/** The rows of the list, and their state. */
export interface Rows extends RowsState {
  lessons: readonly Reflection[];
  /** True when the rows are those of the bin; until the bin is read, they are the rows of before. */
  inBin: boolean;
  /** Changes when the list shows something else. */
  listKey: string;
  total: number;
  ready: boolean;
  error: Error | null;
  readMore: () => void;
  retry: () => unknown;
  /** What a search returns besides its rows; null for the list by date. */
  found: SearchFindings | null;
  /** Set when the present answer has no rows, and the rows of the previous one are still shown; otherwise null. */
  heldBack: SearchFindings | null;
}

/**
 * Decides what to show while an answer is pending: the previous rows, so that nothing flickers during typing. An answer or a
 * failure is shown as it is. Answers are cached by their question, so a slow one cannot replace the answer to a later question.
 * While the person is typing, an answer without rows is held back too and only reported: half a word finds nothing, and a list
 * that appears and disappears with each key is unreadable.
 */
export function heldOver(last: Rows | null, now: Rows, typing = false): Rows {
  const useful = now.ready && (now.lessons.length > 0 || !typing);
  if (useful || now.error || !last) return now;
  return { ...keptRows(last), heldBack: now.ready ? now.found : null };
}
