/** Longest text that is looked through for an error, in UTF-16 units, and longest line of it. */
const MAX_READ = 8000;
const MAX_LINE = 400;

/** A named error: `TypeError: …`, `Error: …`, `java.io.IOException: …`, `panic: …`, `fatal: …`, `npm ERR! …`, `error TS2345: …`, `E1101: …`. */
const NAMED =
  /\b(?:(?:[A-Za-z_][\w.$]{0,80})?(?:Error|Exception|Fault)(?:\s?\[[A-Z_]{3,60}\])?|ERROR|panic|fatal|npm ERR!|error(?: [A-Z]{1,6}\d{2,6}|\[[A-Z]\d{3,5}\])?|(?:TS|CS|MSB|NU|CA|LNK|SA|SC|RUF|UP|PL[CERW]|[BCDEFNRSW])\d{3,5})\s?:\s?\S.{0,380}/;
/** The name of an exception that says no more. */
const BARE = /\b[A-Za-z_][\w.$]{2,80}(?:Error|Exception)\b/;
/** Codes of errors that stand without a name: of POSIX, of Node and npm, of SQLite. */
const CODED =
  /\b(?:E(?:ACCES|ADDRINUSE|AGAIN|AI_AGAIN|BADENGINE|BADF|BUSY|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|INTEGRITY|INVAL|IO|ISDIR|LOOP|MFILE|NEEDAUTH|NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|PROTO|RESOLVE|ROFS|TIMEDOUT|XDEV)|SQLITE_[A-Z_]{3,40}|ERR_[A-Z_]{3,60})\b.{0,380}/;

/** Not the apostrophes of "can't … isn't". */
const QUOTED = /"[^"]{0,200}"|(?<!\w)'[^']{0,200}'(?!\w)|`[^`]{0,200}`|“[^”]{0,200}”/g;
const PLACE = /(?:[A-Za-z]:)?(?:\.{0,2}[\\/])[^\s:,;()]{1,300}(?::\d+){0,2}|[\w-]{1,80}\.[A-Za-z]\w{0,5}:\d+(?::\d+)?/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,300}/g;
/** Also what no person wrote: digests, ids, addresses in memory. */
const ID = /\b(?:0x)?(?=[0-9a-f-]*\d)[0-9a-f]{7,64}(?:-[0-9a-f]{4,32}){0,4}\b/gi;
/** A number that stands alone or before a unit; one within a code such as TS2345 or E1101 is part of a name. */
const NUMBER = /(?<![A-Za-z_\d])[+-]?\d[\d.,]*(?:[mµn]?s|min|h|[kKMGT]?i?B|px|%)?(?!\w)/g;

/** What stays of an error when all that differs from run to run is taken out. */
function general(line: string): string {
  return line
    .replace(ADDRESS, '…')
    .replace(QUOTED, '…')
    .replace(PLACE, '…')
    .replace(ID, '…')
    .replace(NUMBER, '…')
    .replace(/(?:[\s:;,.]*…)+[:;,.]*/g, ' …')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True where something is left that tells one error from another. */
function saysSomething(signature: string): boolean {
  return (
    /[A-Za-z]\d{2,}|[A-Z]{4,}|[A-Za-z]\w{2,}(?:Error|Exception)/.test(signature) ||
    /\p{L}{3,}\W+\p{L}{2,}/u.test(signature)
  );
}

/**
 * The form under which the same error is known again: its name and words without the values, files and numbers of one run
 * (X11). Null where the text holds no error that has a name or a code.
 */
export function errorSignature(text: string): string | null {
  for (const line of text.slice(0, MAX_READ).split('\n')) {
    const short = line.slice(0, MAX_LINE);
    const found = NAMED.exec(short) ?? CODED.exec(short) ?? BARE.exec(short);
    const signature = found ? general(found[0]) : '';
    if (saysSomething(signature)) return signature;
  }
  return null;
}

/** How far into a text its error may begin so that the text is an error, and does not only speak of one. */
const MAX_LEAD = 24;

/** True for a text that is the print of an error; false for one that tells of something that ended in one. */
export function isErrorText(text: string): boolean {
  const [line = ''] = text.trim().slice(0, MAX_LINE).split('\n');
  const found = NAMED.exec(line) ?? CODED.exec(line);
  return found !== null && found.index <= MAX_LEAD;
}
