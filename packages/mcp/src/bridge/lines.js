/** Maximum line that is buffered, in bytes; a longer one is discarded, so that no sender can fill the memory. */
const MAX_KEPT_BYTES = 16_777_216;

const LF = 0x0a;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @typedef {'too long' | 'not UTF-8'} LineProblem */

/**
 * Calls back for every line of a stream that is not blank. Splits at LF only: node:readline would also split at U+2028,
 * which JSON may contain. A line that cannot be read is named to `onProblem` and left out; the next one is read.
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} onLine
 * @param {(problem: LineProblem) => void} [onProblem]
 */
export function splitLines(stream, onLine, onProblem = () => {}) {
  /** @type {Buffer[]} */
  let parts = [];
  let bytes = 0;

  /** @param {Buffer} part */
  const keep = (part) => {
    bytes += part.length;
    if (bytes > MAX_KEPT_BYTES) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = () => {
    const line = Buffer.concat(parts);
    const isWhole = bytes <= MAX_KEPT_BYTES;
    parts = [];
    bytes = 0;
    if (!isWhole) {
      onProblem('too long');
      return;
    }
    const text = decode(line);
    if (text === null) onProblem('not UTF-8');
    else if (text.trim() !== '') onLine(text);
  };
  stream.on('data', (piece) => {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      keep(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  });
}

/** @param {Buffer} bytes */
function decode(bytes) {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
