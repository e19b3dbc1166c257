import { linesOf } from '@twicewise/contract';

/** Longest text that is looked through for an error, in UTF-16 units, and longest line of it. */
const MAX_READ = 8000;
const MAX_LINE = 400;

/** A named error: `TypeError: …`, `Error: …`, `java.io.IOException: …`, `panic: …`, `fatal: …`, `npm ERR! …`, `error TS2345: …`, `E1101: …`. */
const NAMED =
  /\b(?:(?:[A-Za-z_][\w.$]{0,80})?(?:Error|Exception|Fault)(?:\s?\[[A-Z_]{3,60}\])?|ERROR|panic|fatal|npm ERR!|error(?: [A-Z]{1,6}\d{2,6}|\[[A-Z]\d{3,5}\])?|(?:TS|CS|MSB|NU|CA|LNK|SA|SC|RUF|UP|PL[CERW]|[BCDEFNRSW])\d{3,5})\s?:\s?\S.{0,380}/;
/** The name of an exception that says no more. */
const BARE = /\b[A-Za-z_][\w.$]{2,80}(?:Error|Exception)\b/;
/** Codes of errors that stand without a name: of POSIX, of Node and npm, of SQLite. */
export const ERROR_CODE =
  /\b(?:E(?:ACCES|ADDRINUSE|AGAIN|AI_AGAIN|BADENGINE|BADF|BUSY|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|INTEGRITY|INVAL|IO|ISDIR|LOOP|MFILE|NEEDAUTH|NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|PROTO|RESOLVE|ROFS|TIMEDOUT|XDEV)|SQLITE_[A-Z_]{3,40}|ERR_[A-Z_]{3,60})\b/;

/** A line of a log at a level that says it: after a time, or before what wrote it. "ERROR handling is missing" is prose. */
const LOGGED =
  /(?:^|\d\d:\d\d:\d\d[\w.,:+-]{0,16}\]?\s{1,3})(\[?(?:ERROR|FATAL|CRITICAL|SEVERE)\]?\s{1,3}\[.{1,380})|\d\d:\d\d:\d\d[\w.,:+-]{0,16}\]?\s{1,3}(\[?(?:ERROR|FATAL|CRITICAL|SEVERE)\b.{1,380})/;

/** Not the apostrophes of "can't … isn't". */
const QUOTED = /"[^"]{0,200}"|(?<!\w)'[^']{0,200}'(?!\w)|`[^`]{0,200}`|“[^“”]{0,200}”/g;
/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character
const COLOUR = /\u001b\[[0-9;]{0,20}m/g;
const TIME =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?/g;
/** A host with its port; a name with a dot alone may be a class or a file. */
const HOST = /(?<![\w-])(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}):\d{2,5}\b(?!:)/g;
/** Addresses with colons, also in brackets and with a port. A digit tells them from `std::bad`. */
const COLONS = /\[?(?<![\w:])(?=[0-9a-f:]{0,40}\d)(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?!\w)\]?(?::\d{1,5})?/gi;
/** It begins where its first name does: looked for in the middle of names, long ones would take long. */
const PLACE =
  /(?<![\w.@~-])(?:[A-Za-z]:(?=[\\/]))?[\w.@~-]{0,300}[\\/][^\s:,;()]{1,300}(?::\d+){0,2}|(?<![\w-])[\w-]{1,300}\.[A-Za-z]\w{0,5}:\d+(?::\d+)?/g;
/** What begins a path; else only a slash further on or an ending tells it from "and/or". */
const PATH_START = /^(?:[A-Za-z]:)?(?:~|\.{0,2}[\\/])/;
const PATH_REST = /[\\/].{0,300}(?:[\\/]|\.\w{1,5}(?::\d+){0,2}$)/;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,300}/g;
/** Also what no person wrote: digests, ids, addresses in memory. */
const ID = /\b0x[0-9a-f]{1,64}\b|\b[0-9a-f]{7,64}(?:-[0-9a-f]{4,32}){0,4}\b/gi;
/** Without a digit it is a word that happens to be made of these letters, such as `defaced`. */
const ID_WITH_DIGIT = /^[0-9a-f-]*\d/i;
/** How far from its beginning the digit may be. */
const MAX_ID = 260;
/** A number that stands alone or before units ("1m30s", "30 seconds"); one within a code such as TS2345 or E1101 is part of a name. */
const NUMBER =
  /(?<![A-Za-z_\d])[+-]?\d[\d.,]*(?:(?:[hm]\d{1,3}){1,2}s?|[mµn]?s|m|h|min|[kKMGT]?i?B|px|%|\s?(?:milli|micro|nano)?(?:second|minute|hour|day)s?)?(?!\w)/g;

function placeless(place: string): string {
  if (PATH_START.test(place) || PATH_REST.test(place) || !/[\\/]/.test(place)) return '…';
  return `${place.split(/[\\/]/, 1)[0]} …`;
}

/** What may stand between and around what was taken out. */
const AROUND_GAPS = /[\s:;,.…]+/g;

/** One mark for all that was taken out in a row, with the punctuation around it. */
function oneGap(run: string): string {
  const last = run.lastIndexOf('…');
  return last < 0 ? run : ` …${run.slice(last + 1).replace(/^[:;,.]+/, '')}`;
}

/** What stays of an error when all that differs from run to run is taken out. */
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

/** True where something is left that tells one error from another. */
function saysSomething(signature: string): boolean {
  return (
    /[A-Za-z]\d{2,}|[A-Z]{4,}|\b\w{3,80}(?:Error|Exception)/.test(signature) || /\p{L}{3}\W+\p{L}{2}/u.test(signature)
  );
}

/** An error as one line prints it. */
export interface PrintedError {
  signature: string;
  /** From its name on, as it stood. */
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

/** The different errors that a text prints, in their order, at most `count`. */
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
 * The form under which the same error is known again: its name and words without the values, files and numbers of one run
 * (X11). Null where the text holds no error that has a name or a code.
 */
export function errorSignature(text: string): string | null {
  return printedErrors(text, 1)[0]?.signature ?? null;
}

/** How far into a text its error may begin so that the text is an error, and does not only speak of one. */
const MAX_LEAD = 24;

/** True for a text that is the print of an error; false for one that tells of something that ended in one. */
export function isErrorText(text: string): boolean {
  const [line = ''] = linesOf(text.trim().slice(0, MAX_LINE));
  const found = NAMED.exec(line) ?? ERROR_CODE.exec(line);
  return found !== null && found.index <= MAX_LEAD;
}
