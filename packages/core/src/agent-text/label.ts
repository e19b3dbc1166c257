import { MAX_LABEL, plainText } from '@twicewise/contract';

/** The beginning of a text, cut at the end of a word. */
function beginningOf(text: string): string {
  if (text.length <= MAX_LABEL) return text;
  const start = text.slice(0, MAX_LABEL - 1);
  const space = start.lastIndexOf(' ');
  return `${(space > MAX_LABEL / 2 ? start.slice(0, space) : start).toWellFormed()}…`;
}

/**
 * What is said of something, in one short text: without marks of Markdown, but for an error. That is output of a program, whose
 * signs mean themselves.
 */
export function labelOf({ kind, text }: { kind: string; text: string }): string {
  return beginningOf(kind === 'error' ? text : plainText(text) || text);
}
