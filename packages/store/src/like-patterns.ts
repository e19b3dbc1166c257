/** At most this many words of a text filter count; more would only repeat the scan. */
export const MAX_FILTER_WORDS = 8;

/** Patterns for `LIKE … ESCAPE '\\'`, one for each word that counts: it occurs anywhere. */
export function likePatterns(text: string | undefined): string[] {
  const words = (text ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_FILTER_WORDS);
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
