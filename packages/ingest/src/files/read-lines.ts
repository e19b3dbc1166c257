import { createHash, type Hash } from 'node:crypto';
import { MAX_LESSON_BYTES } from '@twicewise/contract';
import { UNREADABLE } from '../lesson-lines/lesson-line.ts';
import { openRegularFile } from './regular-file.ts';

/** A line of a text file. */
export interface Line {
  /** 1-based. */
  number: number;
  text: string;
}

/** Longest line kept, in bytes: the largest lesson with every character escaped, plus room for names. */
export const MAX_LINE_BYTES = 6 * MAX_LESSON_BYTES + 65_536;
const LF = 0x0a;

/** Replaces a line that is not text. JSON never begins like this, and the reader of lines reports the reason that follows. */
function unreadable(why: string): string {
  return `${UNREADABLE}${why}`;
}

/** Keeps no state between two texts. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    const text = UTF8.decode(bytes);
    return text.startsWith(UNREADABLE)
      ? unreadable('begins with a NUL, as a line of UTF-16; save the file as UTF-8')
      : text;
  } catch {
    // Replacement characters must not pass as content of the file, so the line is reported as bad.
    return unreadable('is not UTF-8');
  }
}

/** Splits a stream of chunks into lines and keeps one line at most. A longer line is dropped and reported. */
class LineCutter {
  readonly #maxBytes: number;
  #rest: Buffer = Buffer.alloc(0);
  #isDropping = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *cut(chunk: Buffer): Generator<string> {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      yield this.#line(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    if (this.#rest.length <= this.#maxBytes) return;
    this.#isDropping = true;
    this.#rest = Buffer.alloc(0);
  }

  *end(): Generator<string> {
    if (this.#isDropping || this.#rest.length > 0) yield this.#line(this.#rest);
  }

  #line(bytes: Buffer): string {
    const isLong = this.#isDropping || bytes.length > this.#maxBytes;
    this.#isDropping = false;
    return isLong ? unreadable(`is longer than ${this.#maxBytes} bytes`) : decode(bytes);
  }
}

/**
 * The lines of a file, split at LF only: JSON may hold U+2028, at which node:readline splits as well. Keeps at most one chunk and
 * one line in memory. Blank lines are skipped. `hash` is updated with the bytes that were read. `from` is the byte offset to
 * start at: the first line may then be the end of a line, and numbering starts there.
 */
export async function* readLines(
  path: string,
  maxBytes = MAX_LINE_BYTES,
  { hash, from = 0 }: { hash?: Hash; from?: number } = {},
): AsyncGenerator<Line> {
  const cutter = new LineCutter(maxBytes);
  let number = 0;
  const numbered = function* (texts: Generator<string>): Generator<Line> {
    for (const text of texts) {
      number++;
      if (text.trim() !== '') yield { number, text };
    }
  };
  const file = await openRegularFile(path);
  for await (const chunk of file.createReadStream({ highWaterMark: 262_144, start: from })) {
    hash?.update(chunk as Buffer);
    yield* numbered(cutter.cut(chunk as Buffer));
  }
  yield* numbered(cutter.end());
}

/** SHA-256 of a file, hex. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await openRegularFile(path);
  for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
