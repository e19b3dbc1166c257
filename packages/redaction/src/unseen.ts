import type { SecretRange } from './finding.ts';

/** Characters that nobody sees: a secret that they interrupt is still one to whoever copies it. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as it is seen, and where each stretch of it lies in the text as it is. */
export interface Seen {
  text: string;
  /** The same stretch in the text as it is, with what is unseen in it. */
  inFull(range: SecretRange): SecretRange;
}

/** Leaves out what is unseen; almost every text is returned as it is. */
export function seen(full: string): Seen {
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
  /** Adds what was skipped before a place: gaps are in order, so that the last one before it is found by halving. */
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
