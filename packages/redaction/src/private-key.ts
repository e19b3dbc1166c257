import { keep, type SecretRange, type SecretRule, work } from './finding.ts';
import { hasLetterAndDigit } from './plausible.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Maximum distance of the closing line from the last line that reads as a key. It leaves room for headers of encrypted keys. */
const REACH = 12_000;
const LONGEST_BODY = 32_768;
/** Maximum length of what stands between two lines: line ends, and marks of list entries, comments or code. */
const LONGEST_GAP = 40;

const BASE64 = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=') BASE64[sign.charCodeAt(0)] = 1;
const isBase64 = (text: string, at: number) => BASE64[text.charCodeAt(at)] === 1;

/** Start of the key line that follows `at` after line ends, quotes, commas, bullets and escaped line ends. */
function skipGap(text: string, at: number): number | undefined {
  let next = at;
  while (next - at < LONGEST_GAP) {
    const [sign, following] = [text.charAt(next), text.charAt(next + 1)];
    const isEscape = sign === '\\' && /[nrt]/.test(following);
    // `+` or `/` alone belongs to a diff or a comment.
    const isMark = /[+/]/.test(sign) && /[\s+/]/.test(following);
    if (isBase64(text, next) && !isMark) return next;
    if (!isMark && !/[\s"'`,;*>|#()[\]\\-]/.test(sign)) return undefined;
    next += isEscape ? 2 : 1;
  }
  return undefined;
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (isBase64(text, end)) end++;
  return end;
}

/** A key line is long and not a word. The last one may be short if nothing else stands in its line. */
function isKeyLine(text: string, start: number, end: number, isFirst: boolean): boolean {
  const run = text.slice(start, end);
  if (end - start >= 16) return hasLetterAndDigit(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run));
  return !isFirst && /["'`,\r\n\\]/.test(text[end] ?? '\n');
}

/** End of the key lines that begin at `at`. */
function bodyEnd(text: string, at: number): number {
  let body = at;
  while (body - at < LONGEST_BODY) {
    const start = skipGap(text, body);
    if (start === undefined) return body;
    const end = runEnd(text, start);
    if (!isKeyLine(text, start, end, body === at)) return body;
    body = end;
    if (end - start < 16) return body;
  }
  return body;
}

/** Private keys in PEM armour: the whole block, or header and lines when the end was cut off or is too far away. */
function privateKeys(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  const ends = [...text.matchAll(END)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  let next = 0;
  let last = 0;
  for (const begin of text.matchAll(BEGIN)) {
    work.examined++;
    if (begin.index < last) continue;
    const header = begin.index + begin[0].length;
    const body = bodyEnd(text, header);
    while ((ends[next]?.start ?? header) < header) next++;
    const end = ends[next];
    last = end && end.start - body < REACH ? end.end : body;
    if (!keep(found, { kind: 'private_key', start: begin.index, end: last }, text)) break;
  }
  return found;
}

/** The rule for one text. Keys whose lines are entries of a list are found by `keysInList`. */
export const pem: SecretRule = { marks: ['PRIVATE KEY'], find: privateKeys };
