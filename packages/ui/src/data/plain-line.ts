/** Marks of Markdown that a line can do without: what begins a block, and what surrounds words. */
const MARKS = /^\s*(?:#{1,6}|>|[-*+])\s+|\*\*|`/g;

/** The first line of a text for a row of a list, without marks of Markdown. */
export function plainLine(text: string): string {
  return (text.trim().split('\n', 1)[0] ?? '').replaceAll(MARKS, '').trim();
}
