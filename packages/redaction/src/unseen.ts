import type { SecretRange } from './finding.ts';

/** Invisible characters. A secret interrupted by them still works for whoever copies it. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of these characters alone has nothing invisible. Asking this first takes a fraction of the time, and most texts are such. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

/** The visible text, and a way to map ranges of it to the original text. */
export interface Seen {
  text: string;
  /** The same range in the original text, including invisible characters. */
  inFull(range: SecretRange): SecretRange;
}

/** Removes invisible characters. Almost every text is returned unchanged. */
export function seen(full: string): Seen {
  if (PLAIN.test(full)) return { text: full, inFull: (range) => range };
  const gaps: { before: number; skipped: number }[] = [];
  let text = '';
  let last = 0;
  for (const { index, 0: unseen } of full.matchAll(UNSEEN)) {
    text += full.slice(last, index);
    last = index + unseen.length;
    gaps.push({ before: text.length, skipped: last - text.length });
  }
  if (gaps.length === 0) return { text: full, inFull: (range) => range };
  text += full.slice(last);
  /** Adds the skipped characters before a position. Gaps are sorted, so a binary search finds the last one before it. */
  const place = (at: number) => {
    let low = 0;
    let high = gaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((gaps[middle]?.before ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return at + (gaps[low - 1]?.skipped ?? 0);
  };
  return { text, inFull: (range) => ({ ...range, start: place(range.start), end: place(range.end - 1) + 1 }) };
}
