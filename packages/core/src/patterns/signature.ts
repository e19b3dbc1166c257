import { linesOf } from '@twicewise/contract';

/** Maximum length of a text searched for an error, in UTF-16 units, and of one of its lines. */
const MAX_READ = 8000;
const MAX_LINE = 400;

/** A named error: `TypeError: …`, `Error: …`, `java.io.IOException: …`, `panic: …`, `fatal: …`, `npm ERR! …`, `error TS2345: …`, `E1101: …`. */
const NAMED =
  /\b(?:(?:[A-Za-z_][\w.$]{0,80})?(?:Error|Exception|Fault)(?:\s?\[[A-Z_]{3,60}\])?|ERROR|panic|fatal|npm ERR!|error(?: [A-Z]{1,6}\d{2,6}|\[[A-Z]\d{3,5}\])?|(?:TS|CS|MSB|NU|CA|LNK|SA|SC|RUF|UP|PL[CERW]|[BCDEFNRSW])\d{3,5})\s?:\s?\S.{0,380}/;
/** The name of an exception without a message. */
const BARE = /\b[A-Za-z_][\w.$]{2,80}(?:Error|Exception)\b/;
/** Error codes that occur without a name: of POSIX, Node, npm and SQLite. */
export const ERROR_CODE =
  /\b(?:E(?:ACCES|ADDRINUSE|AGAIN|AI_AGAIN|BADENGINE|BADF|BUSY|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|INTEGRITY|INVAL|IO|ISDIR|LOOP|MFILE|NEEDAUTH|NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|PROTO|RESOLVE|ROFS|TIMEDOUT|XDEV)|SQLITE_[A-Z_]{3,40}|ERR_[A-Z_]{3,60})\b/;

/** A log line with an error level, after a time or before the logger's name. "ERROR handling is missing" is prose. */
const LOGGED =
  /(?:^|\d\d:\d\d:\d\d[\w.,:+-]{0,16}\]?\s{1,3})(\[?(?:ERROR|FATAL|CRITICAL|SEVERE)\]?\s{1,3}\[.{1,380})|\d\d:\d\d:\d\d[\w.,:+-]{0,16}\]?\s{1,3}(\[?(?:ERROR|FATAL|CRITICAL|SEVERE)\b.{1,380})/;

/** Quoted values; not the apostrophes of "can't … isn't". */
const QUOTED = /"[^"]{0,200}"|(?<!\w)'[^']{0,200}'(?!\w)|`[^`]{0,200}`|“[^“”]{0,200}”/g;
/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character
const COLOUR = /\u001b\[[0-9;]{0,20}m/g;
const TIME =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?/g;
/** A host with its port. A name with dots alone may be a class or a file. */
const HOST = /(?<![\w-])(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}):\d{2,5}\b(?!:)/g;
/** IPv6 and MAC addresses, also in brackets and with a port. A digit distinguishes them from `std::bad`. */
const COLONS = /\[?(?<![\w:])(?=[0-9a-f:]{0,40}\d)(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?!\w)\]?(?::\d{1,5})?/gi;
/** Starts at the beginning of the first name: matching in the middle of long names would be slow. */
const PLACE =
  /(?<![\w.@~-])(?:[A-Za-z]:(?=[\\/]))?[\w.@~-]{0,300}[\\/][^\s:,;()]{1,300}(?::\d+){0,2}|(?<![\w-])[\w-]{1,300}\.[A-Za-z]\w{0,5}:\d+(?::\d+)?/g;
/** Beginnings of a path. Otherwise only another slash or a file ending distinguishes a path from "and/or". */
const PATH_START = /^(?:[A-Za-z]:)?(?:~|\.{0,2}[\\/])/;
const PATH_REST = /[\\/].{0,300}(?:[\\/]|\.\w{1,5}(?::\d+){0,2}$)/;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,300}/g;
/** Generated values too: digests, ids, memory addresses. */
const ID = /\b0x[0-9a-f]{1,64}\b|\b[0-9a-f]{7,64}(?:-[0-9a-f]{4,32}){0,4}\b/gi;
/** Without a digit it is an ordinary word of these letters, such as `defaced`. */
const ID_WITH_DIGIT = /^[0-9a-f-]*\d/i;
/** Maximum distance of the digit from the beginning. */
const MAX_ID = 260;
/**
 * A number that stands alone or before units ("1m30s", "30 seconds"). A number inside a code such as TS2345 or E1101 is part of a
 * name.
 */
const NUMBER =
  /(?<![A-Za-z_\d])[+-]?\d[\d.,]*(?:(?:[hm]\d{1,3}){1,2}s?|[mµn]?s|m|h|min|[kKMGT]?i?B|px|%|\s?(?:milli|micro|nano)?(?:second|minute|hour|day)s?)?(?!\w)/g;

function placeless(place: string): string {
  if (PATH_START.test(place) || PATH_REST.test(place) || !/[\\/]/.test(place)) return '…';
  return `${place.split(/[\\/]/, 1)[0]} …`;
}

/** Separators between and around removed values. */
const AROUND_GAPS = /[\s:;,.…]+/g;

/** Replaces a run of removed values and the punctuation around them by one mark. */
function oneGap(run: string): string {
  const last = run.lastIndexOf('…');
  return last < 0 ? run : ` …${run.slice(last + 1).replace(/^[:;,.]+/, '')}`;
}

/** Removes from an error everything that differs from run to run. */
function general(line: string): string {
  return line
    .replace(ADDRESS, '…')
    .replace(QUOTED, '…')
    .replace(TIME, '…')
    .replace(HOST, '…')
    .replace(COLONS, '…')
    .replace(PLACE, placeless)
    .replace(ID, (id, at: number, whole: string) => (ID_WITH_DIGIT.test(whole.slice(at, at + MAX_ID)) ? '…' : id))
    .replace(NUMBER, '…')
    .replace(AROUND_GAPS, oneGap)
    .replace(/\s+/g, ' ')
    .trim();
}

/** True when enough is left to identify the error. */
function saysSomething(signature: string): boolean {
  return (
    /[A-Za-z]\d{2,}|[A-Z]{4,}|\b\w{3,80}(?:Error|Exception)/.test(signature) || /\p{L}{3}\W+\p{L}{2}/u.test(signature)
  );
}

/** An error as printed on one line. */
export interface PrintedError {
  signature: string;
  /** The line from the name of the error on, unchanged. */
  line: string;
}

function printedIn(line: string): PrintedError | null {
  const short = line.slice(0, MAX_LINE).replace(COLOUR, '');
  const logged = LOGGED.exec(short);
  const code = ERROR_CODE.exec(short);
  const coded = code ? short.slice(code.index) : undefined;
  const found = NAMED.exec(short)?.[0] ?? logged?.[1] ?? logged?.[2] ?? coded ?? BARE.exec(short)?.[0];
  const signature = found === undefined ? '' : general(found);
  return found !== undefined && saysSomething(signature) ? { signature, line: found } : null;
}

/** The different errors printed in a text, in order, at most `count`. */
export function printedErrors(text: string, count: number): PrintedError[] {
  const bySignature = new Map<string, PrintedError>();
  for (const line of linesOf(text.slice(0, MAX_READ))) {
    if (bySignature.size >= count) break;
    const printed = printedIn(line);
    if (printed && !bySignature.has(printed.signature)) bySignature.set(printed.signature, printed);
  }
  return [...bySignature.values()];
}

/**
 * The signature by which the same error is recognised: its name and words without the values, files and numbers of one run (X11).
 * Null when the text contains no error with a name or code.
 */
export function errorSignature(text: string): string | null {
  return printedErrors(text, 1)[0]?.signature ?? null;
}

/**
 * Maximum distance of the error from the beginning of a text for the text to count as an error message, not a report about one.
 */
const MAX_LEAD = 24;

/** True for a text that is an error message; false for a report that mentions one. */
export function isErrorText(text: string): boolean {
  const [line = ''] = linesOf(text.trim().slice(0, MAX_LINE));
  const found = NAMED.exec(line) ?? ERROR_CODE.exec(line);
  return found !== null && found.index <= MAX_LEAD;
}
