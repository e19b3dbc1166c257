import { type CutOutput, readable, utf8Bytes } from '@twicewise/contract';

/** The longest beginning or end of a text that takes at most `maxBytes` in UTF-8 and splits no character. */
function part(text: string, from: 'start' | 'end', maxBytes: number): string {
  // A slice from -0 would be all of it.
  if (maxBytes === 0) return '';
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

/** Head and tail of a text, of at most `most` bytes together; all of it is the head when it fits. */
function halves(text: string, most: number): Pick<CutOutput, 'head' | 'tail'> {
  if (utf8Bytes(text) <= most) return { head: text, tail: '' };
  const half = Math.floor(most / 2);
  return { head: part(text, 'start', most - half), tail: part(text, 'end', half) };
}

/**
 * Head and tail of an output with the size of the whole. All of it is the head when it fits into `most` bytes; else each gets half,
 * because the cause of a failure may stand first and its summary last (B4-07). With 0 only the size is kept.
 */
export function cutOutput(given: string, most: number): CutOutput {
  const bytes = utf8Bytes(given);
  // Escapes are removed from what is kept only, with room for them: a search through megabytes would hold up other requests.
  const near = 8 * most;
  if (given.length <= 2 * near) return { ...halves(readable(given), most), bytes };
  const half = Math.floor(most / 2);
  return {
    head: part(readable(given.slice(0, near)), 'start', most - half),
    tail: part(readable(given.slice(-near)), 'end', half),
    bytes,
  };
}

/** An output that was cut elsewhere, of at most `most` bytes. The size of the whole stays. */
export function cutAgain({ head, tail, bytes }: CutOutput, most: number): CutOutput {
  if (tail === '') return { ...halves(head, most), bytes };
  if (utf8Bytes(head) + utf8Bytes(tail) <= most) return { head, tail, bytes };
  const half = Math.floor(most / 2);
  return { head: part(head, 'start', most - half), tail: part(tail, 'end', half), bytes };
}
