import { shorten } from '@twicewise/contract';

// A secret that a cut goes through no longer looks like one, so secrets come out first. Not of the whole text, which may be
// large: of as much more than is kept as a secret can be long.

/** Longest secret that is recognised, in UTF-16 units: a private key. */
export const LONGEST_SECRET = 8192;

/** Takes secrets out of a text. */
export type Clean = (text: string) => string;

/** The beginning of a text without secrets, at most `max` UTF-16 units. */
export function cleanHead(text: string, max: number, clean: Clean): string {
  return shorten(clean(shorten(text, max + LONGEST_SECRET)), max);
}

/** The end of a text without secrets, at most `max` UTF-16 units. */
export function cleanTail(text: string, max: number, clean: Clean): string {
  const part = text.slice(-(max + LONGEST_SECRET)).toWellFormed();
  const cleaned = clean(part);
  // What came out may have been anywhere: as much less is kept, so that none of the margin is, which may begin in a secret.
  const kept = max - Math.max(0, part.length - cleaned.length);
  return kept > 0 ? cleaned.slice(-kept).toWellFormed() : '';
}
