import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '@twicewise/contract';

/** A line of a text file. */
export interface Line {
  /** 1-based. */
  number: number;
  text: string;
}

/** Longest line accepted, in bytes: four times the largest lesson, for escapes. */
export const MAX_LINE_BYTES = 1_048_576;
const LF = 0x0a;

function badFile(message: string): AppError {
  return new AppError({
    code: 'invalid_input',
    reason: 'bad_file',
    message,
    hint: 'Nothing was imported from this line on.',
  });
}

function decode(bytes: Buffer, number: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // A replacement character would never pass as what the file says; the line itself is reported as bad.
    return `\u0000line ${number} is not UTF-8`;
  }
}

/**
 * Lines of a file, split at LF only (JSON may hold U+2028, at which node:readline splits too), without keeping more
 * than one chunk and one line in memory. Lines of white space are left out.
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
    let start = 0;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      number++;
      const text = decode(bytes.subarray(start, end), number);
      if (text.trim() !== '') yield { number, text };
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw badFile(`Line ${number + 1} is longer than ${MAX_LINE_BYTES} bytes.`);
  }
  if (rest.length > 0) yield { number: number + 1, text: decode(rest, number + 1) };
}

/** SHA-256 of a file, hex. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
