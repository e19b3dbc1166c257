import { shorten } from '@twicewise/contract';

// A cut secret no longer looks like one, so secrets are removed before cutting. The whole text may be large, so only the part
// that is kept is cleaned, plus the length of the longest secret.

/** Longest secret that is recognised, in UTF-16 units: the body of a private key with its first and last line. */
export const LONGEST_SECRET = 33_024;

/** Removes secrets from a text. */
export type Clean = (text: string) => string;

/** The beginning of a text without secrets, at most `max` UTF-16 units. */
export function cleanHead(text: string, max: number, clean: Clean): string {
  return shorten(clean(shorten(text, max + LONGEST_SECRET)), max);
}

/** The end of a text without secrets, at most `max` UTF-16 units. */
export function cleanTail(text: string, max: number, clean: Clean): string {
  const part = text.slice(-(max + LONGEST_SECRET)).toWellFormed();
  const cleaned = clean(part);
  // Replaced secrets may have been anywhere, so the result is shortened by as much as was removed. So none of the margin is kept,
  // which may begin inside a secret.
  const kept = max - Math.max(0, part.length - cleaned.length);
  return kept > 0 ? cleaned.slice(-kept).toWellFormed() : '';
}
