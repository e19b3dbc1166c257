import type { MarkedRun } from './runs.ts';

/** The host looks for this many words of a text filter. */
const MOST_WORDS = 8;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Splits a text where a filter by text matches: each of the words anywhere, whatever their case. */
export function foundRuns(text: string, words: string): MarkedRun[] {
  const wanted = words.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (wanted.length === 0) return [{ text, marked: false }];
  // The longest first, because the first that fits at a place is taken.
  const sorted = wanted.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${sorted.map((word) => word.replaceAll(SPECIAL, '\\$&')).join('|')})`, 'gi');
  const pieces = text.split(pattern);
  return pieces.map((piece, at) => ({ text: piece, marked: at % 2 === 1 })).filter((run) => run.text !== '');
}
