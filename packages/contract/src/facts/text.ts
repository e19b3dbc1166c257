/** Largest single text, in UTF-8 bytes (64 KB). */
export const MAX_TEXT_BYTES = 65_536;
/** Largest lesson, all texts together, in UTF-8 bytes (256 KB). */
export const MAX_LESSON_BYTES = 262_144;
/** Deepest nesting accepted in any JSON that reaches a door. JSON.parse itself accepts millions. */
export const MAX_JSON_DEPTH = 32;

/** UTF-8 size of a string in bytes, without allocating the encoding. */
export function utf8Bytes(value: string): number {
  let bytes = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of Unicode's class Cc but tab and line breaks; by its name it takes three times as long.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const CONTROLS = new RegExp(CONTROL, 'g');
/** Colours, cursor movements and links of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the control character ESC.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
/** What replaces a character that no text can hold, as decoders of UTF-8 do. */
const REPLACEMENT = '\ufffd';

/**
 * Why a string cannot be stored; null if it can. Such text is refused, not repaired, so that an agent reads back exactly what it
 * wrote. Lone surrogates and NUL do not survive SQLite; other control characters can act as terminal escapes where the text is
 * shown. Tab, line feed and carriage return are allowed.
 */
export function textProblem(value: string): string | null {
  const position = value.search(CONTROL);
  if (position >= 0) {
    const name = `U+${value.charCodeAt(position).toString(16).toUpperCase().padStart(4, '0')}`;
    return `holds the control character ${name} at position ${position}; remove it (tab and line breaks are fine)`;
  }
  return value.isWellFormed() ? null : 'holds half of a surrogate pair; send well-formed Unicode';
}

/** True for a text in which nothing can be seen: it is empty, or has only white space and characters of no width. */
export const isBlank = (value: string): boolean => /^[\s\p{Cf}]*$/u.test(value);

/**
 * A text as it can be stored, see {@link textProblem}: without terminal escapes; other control characters and halves of surrogate
 * pairs, as binary output has, are replaced.
 */
export function readable(text: string): string {
  return text.replace(ESCAPES, '').replace(CONTROLS, REPLACEMENT).toWellFormed();
}

/** The first `length` UTF-16 units of a text, without splitting a surrogate pair: SQLite would store half of one differently. */
export function shorten(value: string, length: number): string {
  return value.slice(0, length).toWellFormed();
}

/**
 * The beginning of a text for a line that people read: cut after a word where one ends in the second half, and marked `…`. At most
 * `length` UTF-16 units, the mark included.
 */
export function excerpt(value: string, length: number): string {
  if (value.length <= length) return value;
  // Half a character at the end would be drawn as a mark of its own.
  const start = value.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  const space = value.slice(0, length).lastIndexOf(' ');
  return `${(space > length / 2 ? start.slice(0, space) : start).toWellFormed()}…`;
}

const ASIDES = / \([^()]*\)/g;

/**
 * A hint without the asides that its reader cannot use. What a hint says to do stands outside of them; which operation does it, which
 * only programs can call, stands in parentheses, so that windows and agents can do without.
 */
export function hintWithout(hint: string, isUseless: (aside: string) => boolean): string {
  return hint.replace(ASIDES, (aside) => (isUseless(aside) ? '' : aside));
}
