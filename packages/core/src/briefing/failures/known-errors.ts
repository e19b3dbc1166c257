import { linesOf, type Reflection } from '@twicewise/contract';
import { keyWords } from '@twicewise/search';
import { sectionsOf } from '../../lessons/lesson-index.ts';
import { ERROR_CODE, type PrintedError, printedErrors } from '../../patterns/signature.ts';
import { COMMON_NAMES, COMMON_WORDS, PHRASES } from './common-errors.ts';

/** Most errors of one output, and most codes in it, that are looked for. */
const MAX_ERRORS = 3;
const MAX_CODES = 3;
/** Longest part of a text that is read, in UTF-16 units, and most errors read from one text of a lesson. */
const MAX_READ = 8000;
const MAX_TOLD_ERRORS = 8;
/** Words of an error that tell which one it is, so many are enough: alone, or with a value or file that is shared too. */
const ENOUGH_WORDS = 3;
const ENOUGH_WITH_DETAIL = 2;

/** Commands that look for text: what they name is no error of theirs. */
const LOOKS_FOR = /^\s*(?:grep|rg|ag|ack|find|echo|sed|awk|git (?:grep|log))\b/;
const CODES = new RegExp(ERROR_CODE, 'g');
/** Names of errors, and the codes of compilers: two errors that share one of them may still differ. */
const NAME =
  /\b(?:[A-Za-z_]\w{0,40}\.){0,6}[A-Za-z_]{0,60}(?:Error|Exception)\b|\b[A-Z]{1,6}\d{2,6}\b|\b(?:E[A-Z]{4,20}|[A-Z]{2,10}_[A-Z_]{3,40})\b/g;
/** Values in quotes and names of files; of a path only its last part. */
const DETAIL = /["'`“]([^"'`”]{2,120})["'`”]|([\w.@-]{1,60}\.[A-Za-z]\w{0,8})\b/g;

const stemsOf = (text: string) => new Set(keyWords(text).map(({ stem }) => stem));
const COMMON_STEMS = stemsOf(COMMON_WORDS.replaceAll('\n', ' '));

/** Stems that tell one error from another. */
function specificStems(text: string): Set<string> {
  const stems = stemsOf(text.replace(NAME, ' '));
  const tells = (stem: string) => /\p{L}./u.test(stem) && stem !== 'not' && !COMMON_STEMS.has(stem);
  return new Set([...stems].filter(tells));
}

/** Codes in a text, also of what is said in words. */
function codesIn(text: string): Set<string> {
  const lower = text.toLowerCase();
  const said = PHRASES.flatMap(([phrase, code]) => (lower.includes(phrase) ? [code] : []));
  const found = [...(text.match(CODES) ?? []), ...said];
  return new Set(found.filter((code) => !COMMON_NAMES.has(code.toLowerCase())));
}

/** Values and files that an error names, in lower case; those that are common words tell nothing. */
function detailsIn(line: string): Set<string> {
  const last = (value: string) => value.split(/[\\/]/).at(-1)?.trim().toLowerCase() ?? '';
  const values = [...line.matchAll(DETAIL)].map(([, quoted, file]) => last(quoted ?? file ?? ''));
  return new Set(values.filter((value) => value.length > 1 && specificStems(value).size > 0));
}

/** Names in a text, without what they are part of: `OperationalError` of `sqlite3.OperationalError`. */
function namesIn(text: string): Set<string> {
  return new Set(
    (text.match(NAME) ?? []).map((name) => name.split('.').at(-1) ?? name).filter((name) => name !== 'Error'),
  );
}

/** True where a statement has the detail, and not as part of a longer word. */
function mentions(statement: string, detail: string): boolean {
  const at = statement.indexOf(detail);
  if (at === -1) return false;
  return !/\w/.test(statement[at - 1] ?? ' ') && !/\w/.test(statement[at + detail.length] ?? ' ');
}

interface Sought extends PrintedError {
  names: ReadonlySet<string>;
  words: ReadonlySet<string>;
  details: ReadonlySet<string>;
}

/** What an output says by which its error is known again. */
export interface SoughtErrors {
  codes: ReadonlySet<string>;
  errors: readonly Sought[];
  /** Words of the whole output that not every error has. */
  words: ReadonlySet<string>;
}

/** The errors of a command that failed and of what it printed. */
export function soughtErrors(text: string): SoughtErrors {
  const lines = linesOf(text.slice(0, MAX_READ));
  const printed = lines.filter((line) => !LOOKS_FOR.test(line)).join('\n');
  const errors = printedErrors(printed, MAX_ERRORS).map((error) => {
    return {
      ...error,
      names: namesIn(error.line),
      words: specificStems(error.signature),
      details: detailsIn(error.line),
    };
  });
  return { codes: new Set([...codesIn(printed)].slice(0, MAX_CODES)), errors, words: specificStems(text) };
}

/** Questions that find the lessons which may know the errors. */
export function questionsFor({ codes, errors }: SoughtErrors): string[] {
  const phrases = PHRASES.flatMap(([phrase, code]) => (codes.has(code) ? [phrase] : []));
  return [...new Set([...codes, ...phrases, ...errors.map(({ line }) => line)])];
}

const hasAny = (those: ReadonlySet<string>, all: ReadonlySet<string>) => [...those].some((one) => all.has(one));

/** True where a statement prints the same error, or has its name or words enough of it with what it is about. */
function isSame({ signature, names, words, details }: Sought, statement: string): boolean {
  const lower = statement.toLowerCase();
  const sharesDetail = [...details].some((detail) => mentions(lower, detail));
  const shared = [...namesIn(statement)].filter((name) => names.has(name));
  if (sharesDetail && shared.length > 0) return true;
  const printed = printedErrors(statement, MAX_TOLD_ERRORS).some((error) => error.signature === signature);
  if (printed && (words.size >= ENOUGH_WITH_DETAIL || (words.size > 0 && details.size === 0))) return true;
  const isNarrowed = sharesDetail || shared.some((name) => !COMMON_NAMES.has(name.toLowerCase()));
  if (words.size < (isNarrowed ? ENOUGH_WITH_DETAIL : ENOUGH_WORDS)) return false;
  const said = stemsOf(statement);
  return [...words].every((word) => said.has(word));
}

/** Statements of a lesson; free text may be a report, and words far apart in it say nothing together. */
function statementsOf(lesson: Reflection): string[] {
  const sections = [lesson.taskDescription, ...sectionsOf(lesson).map(([, text]) => text)];
  return sections.flatMap((text) => text.slice(0, MAX_READ).split(/\n|(?<=[.!?;])\s/)).filter((text) => text !== '');
}

/** True for a lesson that names one of the errors, whether it tells of a failure or of what mended it. */
export function namesError(lesson: Reflection, { codes, errors }: SoughtErrors): boolean {
  return statementsOf(lesson).some((statement) => {
    if (codes.size > 0 && hasAny(codes, codesIn(statement))) return true;
    return errors.some((error) => isSame(error, statement));
  });
}

/** True for a lesson that has a word of the output which not every error has. */
export function sharesWords(lesson: Reflection, { words }: SoughtErrors): boolean {
  return statementsOf(lesson).some((statement) => hasAny(words, stemsOf(statement)));
}
