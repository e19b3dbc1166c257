/**
 * The end of a line in a text from outside: LF, CR LF, or a CR alone, with which programs overwrite a line of output. Unicode's
 * other separators do not count, because no shell, compiler or log treats them as line ends.
 */
const LINE_END = /\r\n?|\n/;
const LINE_ENDS = new RegExp(LINE_END, 'g');

/** Splits a text from outside into lines without their ends; a final line end yields an empty last line. */
export function linesOf(text: string): string[] {
  return text.split(LINE_END);
}

/** Ends each line with LF only, so that later code need not look for other line ends. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(LINE_ENDS, '\n') : text;
}

/** Where the lines of a text end, and with what; the last is the end of the text. For a text that is read a few lines at a time. */
export function lineEnds(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(new RegExp(`${LINE_END.source}|$`, 'g'));
}
