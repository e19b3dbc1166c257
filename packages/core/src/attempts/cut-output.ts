import { type CutOutput, MAX_OUTPUT_BYTES, utf8Bytes } from '@twicewise/contract';

/** Colours and cursor movements of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the control character ESC.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no stored text may hold (`textProblem` of the contract).
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** What replaces a character that no text can hold, as decoders of UTF-8 do. */
const REPLACEMENT = '\ufffd';

/** A text without terminal escapes; control characters and halves of surrogate pairs, as binary output has, are replaced. */
function readable(text: string): string {
  return text.replace(ESCAPES, '').replace(CONTROL, REPLACEMENT).toWellFormed();
}

/** The longest beginning or end of a text that takes at most `maxBytes` in UTF-8 and splits no character. */
function part(text: string, from: 'start' | 'end', maxBytes: number): string {
  // A UTF-16 unit takes at least one byte, so more units than bytes never fit.
  const characters = Array.from(from === 'start' ? text.slice(0, maxBytes) : text.slice(-maxBytes));
  if (from === 'end') characters.reverse();
  let left = maxBytes;
  const kept: string[] = [];
  for (const character of characters) {
    left -= utf8Bytes(character);
    if (left < 0) break;
    kept.push(character.toWellFormed());
  }
  return (from === 'end' ? kept.reverse() : kept).join('');
}

/**
 * Head and tail of an output with the size of the whole. All of it is the head when it fits into {@link MAX_OUTPUT_BYTES}; else
 * each gets half, because the cause of a failure may stand first and its summary last (B4-07).
 */
export function cutOutput(given: string): CutOutput {
  const bytes = utf8Bytes(given);
  const half = MAX_OUTPUT_BYTES / 2;
  // Escapes are removed from what is kept only, with room for them: a search through megabytes would hold up other requests.
  const near = 8 * MAX_OUTPUT_BYTES;
  if (given.length <= 2 * near) {
    const text = readable(given);
    if (utf8Bytes(text) <= MAX_OUTPUT_BYTES) return { head: text, tail: '', bytes };
    return { head: part(text, 'start', half), tail: part(text, 'end', half), bytes };
  }
  return {
    head: part(readable(given.slice(0, near)), 'start', half),
    tail: part(readable(given.slice(-near)), 'end', half),
    bytes,
  };
}
