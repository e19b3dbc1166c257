import { StringDecoder } from 'node:string_decoder';

/**
 * Calls back for every line of a stream that is not blank. Splits at LF only: node:readline would also split at U+2028,
 * which JSON may contain.
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} onLine
 */
export function splitLines(stream, onLine) {
  const decoder = new StringDecoder('utf8');
  /** @type {string[]} */
  let parts = [];
  stream.on('data', (chunk) => {
    const pieces = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      const line = parts.length === 0 ? piece : parts.join('') + piece;
      parts = [];
      if (line.trim() !== '') onLine(line);
    }
    if (last !== '') parts.push(last);
  });
}
