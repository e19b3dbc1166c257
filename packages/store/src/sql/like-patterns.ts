/** Maximum number of words of a text filter that are used; each more would repeat the scan. */
export const MAX_FILTER_WORDS = 8;

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Pattern for a text as it was typed, with any blanks between its words being one. */
export function phrasePattern(text: string): string {
  return `%${literal(text.split(/\s+/).filter(Boolean).join(' '))}%`;
}

/** Patterns for `LIKE … ESCAPE '\\'`, one per word; a word matches anywhere in a text. */
export function likePatterns(text: string | undefined): string[] {
  const words = (text ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_FILTER_WORDS);
  return words.map((word) => `%${literal(word)}%`);
}
