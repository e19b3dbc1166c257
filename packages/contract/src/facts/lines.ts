/**
 * What ends a line in a text that came from outside: a line feed, both characters of Windows, or a carriage return alone, with
 * which programs draw over what they drew before. Other separators of Unicode end none: no shell, compiler or log takes them so.
 */
const LINE_END = /\r\n?|\n/;
const LINE_ENDS = new RegExp(LINE_END, 'g');

/** The lines of a text from outside, without what ends them; after a last end there is an empty one. See above for what ends a line. */
export function linesOf(text: string): string[] {
  return text.split(LINE_END);
}

/** The text with a line feed at the end of each line, so that its lines may be looked for by that alone. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(LINE_ENDS, '\n') : text;
}

/** Where the lines of a text end, and with what; the last is the end of the text. For a text that is read a few lines at a time. */
export function lineEnds(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(new RegExp(`${LINE_END.source}|$`, 'g'));
}
