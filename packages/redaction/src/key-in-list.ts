import type { SecretRange } from './finding.ts';
import { isMixed, looksSecret } from './plausible.ts';

// A key whose lines are entries of one list. Words are entries of lists as well: unlike in a text, a short one after a line
// of a key is part of it only when the closing line follows.

const HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The closing line, with nothing before it but what makes it an entry, a comment or code. */
const CLOSING = /^[\s"'`,;*>|#()[\]\\+-]{0,40}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const LINE_ENDS = /\\[nr]|[\r\n]/;
/** A line of a key with nothing else in it. */
const LINE = /^[\s"'`,;*>|#()[\]\\-]{0,40}(?<run>[A-Za-z0-9+/=]{1,32768})[\s"'`,;*>|#()[\]\\-]{0,40}$/;
const EMPTY = /^[\s"'`,;*>|#()[\]\\-]{0,40}$/;
/** Headers of encrypted keys. */
const ABOUT_KEY = /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): .{0,200}$/;

/** Shortest line that is taken for one of a key (they have 64 signs, some programs write 48), and of what a cut leaves of one. */
const WHOLE_LINE = 48;
const REST_OF_LINE = 16;
/** Lines that make a key of what no closing line follows. */
const ENOUGH_LINES = 2;

/** Lines in an entry that may be of a key: all, whole ones that are nothing else, and what may be the rest of one. */
interface Lines {
  all: number;
  whole: number;
  rest: number;
}

/** Null when anything else is in the entry. */
function linesIn(text: string): Lines | null {
  const lines = { all: 0, whole: 0, rest: 0 };
  for (const line of text.split(LINE_ENDS)) {
    if (EMPTY.test(line) || ABOUT_KEY.test(line)) continue;
    const run = LINE.exec(line)?.groups?.run;
    if (run === undefined) return null;
    lines.all++;
    if (run.length >= WHOLE_LINE && isMixed(run)) lines.whole++;
    else if (looksSecret(run, REST_OF_LINE)) lines.rest++;
  }
  return lines;
}

/** Where a key begins that goes on in the next entry, and how many lines of it are here; null when none does. */
function opening(text: string): (Lines & { start: number }) | null {
  const header = [...text.matchAll(HEADER)].at(-1);
  const lines = header && linesIn(text.slice(header.index + header[0].length));
  return header && lines ? { start: header.index, ...lines } : null;
}

/** The parts of a key that begins in the entry `first`, one for each entry from there; none when it is not one. */
function keyFrom(entries: readonly unknown[], first: number): SecretRange[] {
  const header = entries[first];
  const begin = typeof header === 'string' && header.includes('PRIVATE KEY') && opening(header);
  if (!begin) return [];
  const parts = [{ kind: 'private_key', start: begin.start, end: header.length }];
  let { all, whole } = begin;
  /** How many parts there are up to the last line that is no word. */
  let certain = 1;
  for (let at = first + 1; at < entries.length; at++) {
    const entry = entries[at];
    if (typeof entry !== 'string') break;
    const closing = CLOSING.exec(entry);
    if (closing) return all > 0 ? [...parts, { kind: 'private_key', start: 0, end: closing[0].length }] : [];
    const lines = linesIn(entry);
    if (!lines) break;
    parts.push({ kind: 'private_key', start: 0, end: entry.length });
    all += lines.all;
    whole += lines.whole;
    if (lines.whole + lines.rest > 0) certain = parts.length;
  }
  return whole >= ENOUGH_LINES ? parts.slice(0, certain) : [];
}

/** Which part of which entry belongs to a key that has its lines in several. Whole keys in one entry are left to the rule. */
export function keysInList(entries: readonly unknown[]): Map<number, SecretRange> {
  const found = new Map<number, SecretRange>();
  for (let first = 0; first < entries.length; first++) {
    const parts = keyFrom(entries, first);
    for (const [index, part] of parts.entries()) found.set(first + index, part);
    first += Math.max(0, parts.length - 1);
  }
  return found;
}
