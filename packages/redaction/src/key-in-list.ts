import type { SecretRange } from './finding.ts';
import { isMixed, looksSecret } from './plausible.ts';

// Finds a private key whose lines are entries of one list. Ordinary words may be list entries too, so, unlike in a text, a short
// entry after a key line belongs to the key only when the closing line follows.

const HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const CLOSING = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const LINE_ENDS = /\\[nr]|[\r\n]/;
/** A line of a key with nothing else in it. */
const LINE = /^[\s"'`,;*>|#()[\]\\-]{0,40}([A-Za-z0-9+/=]{1,32768})[\s"'`,;*>|#()[\]\\-]{0,40}$/;
const EMPTY = /^[\s"'`,;*>|#()[\]\\-]{0,40}$/;
/** Headers of encrypted keys. */
const ABOUT_KEY = /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): .{0,200}$/;

/**
 * Minimum length of a line that is treated as part of a key (lines have 64 characters, in some programs 48), and of what a cut
 * leaves of one.
 */
const WHOLE_LINE = 48;
const REST_OF_LINE = 16;
/** Number of lines that make a key when no closing line follows. */
const ENOUGH_LINES = 2;

/**
 * Numbers of lines in an entry that may belong to a key: all of them, whole lines with nothing else, and lines that may be the
 * rest of a cut one.
 */
interface Lines {
  all: number;
  whole: number;
  rest: number;
}

/** Null when the entry holds anything else. */
function linesIn(text: string): Lines | null {
  const lines = { all: 0, whole: 0, rest: 0 };
  for (const line of text.split(LINE_ENDS)) {
    if (EMPTY.test(line) || ABOUT_KEY.test(line)) continue;
    const run = LINE.exec(line)?.[1];
    if (run === undefined) return null;
    lines.all++;
    if (run.length >= WHOLE_LINE && isMixed(run)) lines.whole++;
    else if (looksSecret(run, REST_OF_LINE)) lines.rest++;
  }
  return lines;
}

/** Where a key begins that continues in the next entry, and how many of its lines are here; null when there is none. */
function opening(text: string): (Lines & { start: number }) | null {
  const header = [...text.matchAll(HEADER)].at(-1);
  if (!header) return null;
  const lines = linesIn(text.slice(header.index + header[0].length));
  return lines && { start: header.index, ...lines };
}

/** The parts of a key that begins in the entry `first`, one per entry; empty when it is no key. */
function keyFrom(entries: readonly unknown[], first: number): SecretRange[] {
  const header = entries[first];
  const begin = typeof header === 'string' && opening(header);
  if (!begin) return [];
  const parts = [{ kind: 'private_key', start: begin.start, end: header.length }];
  let { all, whole } = begin;
  /** How many parts there are up to the last line that is no word. */
  let certain = 1;
  // By its index: a list may begin a key in each of its entries, and a copy of the rest for each would be quadratic.
  for (let index = first + 1; ; index++) {
    const entry = entries[index];
    if (typeof entry !== 'string') break;
    const closing = CLOSING.exec(entry);
    const end = closing ? closing.index + closing[0].length : entry.length;
    const lines = linesIn(entry.slice(0, closing?.index));
    if (!lines) break;
    parts.push({ kind: 'private_key', start: 0, end });
    all += lines.all;
    if (closing) return all > 0 ? parts : [];
    whole += lines.whole;
    if (lines.whole + lines.rest > 0) certain = parts.length;
  }
  return whole >= ENOUGH_LINES ? parts.slice(0, certain) : [];
}

/**
 * Finds keys whose lines are spread over several entries, and returns the part in each entry. Whole keys in one entry are left to
 * the rule.
 */
export function keysInList(entries: readonly unknown[]): Map<number, SecretRange> {
  const found = new Map<number, SecretRange>();
  for (const first of entries.keys()) {
    for (const [index, part] of keyFrom(entries, first).entries()) {
      const at = first + index;
      // One key may end, and the next one begin, in the same entry.
      found.set(at, { ...part, start: found.get(at)?.start ?? part.start });
    }
  }
  return found;
}
