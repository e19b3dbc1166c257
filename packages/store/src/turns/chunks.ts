// Where a text is cut into chunks. The cuts depend on the text around them alone, so texts that share most of their lines share
// most of their chunks, wherever a line was inserted (B2-12). All lengths are in UTF-16 units.

/** A chunk is not shorter than this, but for the last one of a text. */
export const SHORTEST_CHUNK = 1024;
/** Usual distance between two places where a text may be cut. */
const USUAL_CHUNK = 3072;
/** No chunk is longer than this. */
export const LONGEST_CHUNK = 16_384;
/** A longer line is cut within, as if it were made of lines. */
const LONG_LINE = 8192;

const ALL_HASHES = 2 ** 32;

/** FNV-1a of a part of a text, in 32 bits. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The high bits decide, and the last characters have not reached them yet.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3ce5);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Whether a chunk may end after a line. The longer the line the likelier, so that chunks are alike in size whatever the lines are. */
function endsChunk(text: string, from: number, to: number): boolean {
  return hashOf(text, from, to) < (ALL_HASHES * (to - from)) / USUAL_CHUNK;
}

/** Each character in 32 bits that have nothing to do with those of its neighbours. */
const scattered = (unit: number) => Math.imul(unit + 1, 0x9e3779b1) ^ Math.imul(unit + 7, 0x85ebca6b);

/** Ends of the pieces of a long line. The hash is of the last 32 characters: each moves one bit further with every step. */
function* piecesOf(text: string, from: number, to: number): Generator<{ end: number; mayEnd: boolean }> {
  let hash = 0;
  let start = from;
  for (let at = from; at < to; at++) {
    hash = (Math.imul(hash, 2) + scattered(text.charCodeAt(at))) >>> 0;
    const length = at + 1 - start;
    const isCut = length >= SHORTEST_CHUNK && (hash < ALL_HASHES / USUAL_CHUNK || length >= LONG_LINE);
    // Half of a surrogate pair could not be stored.
    const splitsPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && at + 1 < to;
    if (!isCut || splitsPair) continue;
    yield { end: at + 1, mayEnd: true };
    start = at + 1;
  }
  if (start < to) yield { end: to, mayEnd: false };
}

/** The ends of lines, and of pieces of long ones, with whether a chunk may end there. */
function* endsOf(text: string): Generator<{ end: number; mayEnd: boolean }> {
  for (let from = 0; from < text.length; ) {
    const feed = text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed + 1;
    if (end - from > LONG_LINE) yield* piecesOf(text, from, end);
    else yield { end, mayEnd: endsChunk(text, from, end) };
    from = end;
  }
}

/**
 * Cuts a text into chunks at the ends of lines whose hash says so; a line of more than 8,192 UTF-16 units is cut within. Joined
 * they are the text again; the empty text has none. Does the same for the same text always: what is stored already is found by it.
 */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  let last = 0;
  const cut = (end: number) => {
    chunks.push(text.slice(start, end));
    start = end;
  };
  for (const { end, mayEnd } of endsOf(text)) {
    if (end - start > LONGEST_CHUNK) cut(last);
    if (mayEnd && end - start >= SHORTEST_CHUNK) cut(end);
    last = end;
  }
  if (start < text.length) cut(text.length);
  return chunks;
}
