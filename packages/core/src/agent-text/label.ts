import { MAX_LABEL } from '@twicewise/contract';

/** The beginning of a text, cut at the end of a word. */
export function labelOf(text: string): string {
  if (text.length <= MAX_LABEL) return text;
  const start = text.slice(0, MAX_LABEL - 1);
  const space = start.lastIndexOf(' ');
  return `${(space > MAX_LABEL / 2 ? start.slice(0, space) : start).toWellFormed()}…`;
}
