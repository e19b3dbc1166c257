import { linesOf, type Reflection } from '@twicewise/contract';
import { keyWords } from '@twicewise/search';
import { sectionsOf } from '../../lessons/lesson-index.ts';
import { ERROR_CODE, type PrintedError, printedErrors } from '../../patterns/signature.ts';
import { COMMON_NAMES, COMMON_WORDS, PHRASES } from './common-errors.ts';

/** Maximum number of errors, and of codes, that are searched for from one output. */
const MAX_ERRORS = 3;
const MAX_CODES = 3;
/** Maximum length of text that is read, in UTF-16 units, and maximum number of errors read from one text of a lesson. */
const MAX_READ = 8000;
const MAX_TOLD_ERRORS = 8;
/** Number of shared specific words that make two errors the same: alone, or when a value or file is shared too. */
const ENOUGH_WORDS = 3;
const ENOUGH_WITH_DETAIL = 2;

/** Search commands: what they name is not an error of theirs. */
const LOOKS_FOR = /^\s*(?:grep|rg|ag|ack|find|echo|sed|awk|git (?:grep|log))\b/;
const CODES = new RegExp(ERROR_CODE, 'g');
/** Names of errors and codes of compilers. Errors that share one of these may still differ. */
const NAME =
  /\b(?:[A-Za-z_]\w{0,40}\.){0,6}[A-Za-z_]{0,60}(?:Error|Exception)\b|\b[A-Z]{1,6}\d{2,6}\b|\b(?:E[A-Z]{4,20}|[A-Z]{2,10}_[A-Z_]{3,40})\b/g;
/** Quoted values and file names (only the last part of a path). */
const DETAIL = /["'`“]([^"'`”]{2,120})["'`”]|([\w.@-]{1,60}\.[A-Za-z]\w{0,8})\b/g;

const stemsOf = (text: string) => new Set(keyWords(text).map(({ stem }) => stem));
const COMMON_STEMS = stemsOf(COMMON_WORDS.replaceAll('\n', ' '));

/** Stems that distinguish one error from another. */
function specificStems(text: string): Set<string> {
  const stems = stemsOf(text.replace(NAME, ' '));
  const tells = (stem: string) => /\p{L}./u.test(stem) && stem !== 'not' && !COMMON_STEMS.has(stem);
  return new Set([...stems].filter(tells));
}

/** Codes in a text, including those of phrases in words. */
function codesIn(text: string): Set<string> {
  const lower = text.toLowerCase();
  const said = PHRASES.flatMap(([phrase, code]) => (lower.includes(phrase) ? [code] : []));
  const found = [...(text.match(CODES) ?? []), ...said];
  return new Set(found.filter((code) => !COMMON_NAMES.has(code.toLowerCase())));
}

/** Values and files that an error names, in lower case, without common words. */
function detailsIn(line: string): Set<string> {
  const last = (value: string) => value.split(/[\\/]/).at(-1)?.trim().toLowerCase() ?? '';
  const values = [...line.matchAll(DETAIL)].map(([, quoted, file]) => last(quoted ?? file ?? ''));
  return new Set(values.filter((value) => value.length > 1 && specificStems(value).size > 0));
}

/** Names in a text without their module: `OperationalError` of `sqlite3.OperationalError`. */
function namesIn(text: string): Set<string> {
  return new Set(
    (text.match(NAME) ?? []).map((name) => name.split('.').at(-1) ?? name).filter((name) => name !== 'Error'),
  );
}

/** True when a statement contains the detail as a whole word. */
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

/** What identifies the errors of an output. */
export interface SoughtErrors {
  codes: ReadonlySet<string>;
  errors: readonly Sought[];
  /** Specific words of the whole output. */
  words: ReadonlySet<string>;
}

/** The errors in a failed command and its output. */
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

/** Search questions that find lessons about these errors. */
export function questionsFor({ codes, errors }: SoughtErrors): string[] {
  const phrases = PHRASES.flatMap(([phrase, code]) => (codes.has(code) ? [phrase] : []));
  return [...new Set([...codes, ...phrases, ...errors.map(({ line }) => line)])];
}

const hasAny = (those: ReadonlySet<string>, all: ReadonlySet<string>) => [...those].some((one) => all.has(one));

/** True when a statement contains the same error message, or its name or enough of its words together with a shared detail. */
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

/** The statements of a lesson. Free text is split, because it may be a report in which words far apart are unrelated. */
function statementsOf(lesson: Reflection): string[] {
  const sections = [lesson.taskDescription, ...sectionsOf(lesson).map(([, text]) => text)];
  return sections.flatMap((text) => text.slice(0, MAX_READ).split(/\n|(?<=[.!?;])\s/)).filter((text) => text !== '');
}

/** True for a lesson that names one of the errors, as a failure or with its fix. */
export function namesError(lesson: Reflection, { codes, errors }: SoughtErrors): boolean {
  return statementsOf(lesson).some((statement) => {
    if (codes.size > 0 && hasAny(codes, codesIn(statement))) return true;
    return errors.some((error) => isSame(error, statement));
  });
}

/** True for a lesson that shares a specific word with the output. */
export function sharesWords(lesson: Reflection, { words }: SoughtErrors): boolean {
  return statementsOf(lesson).some((statement) => hasAny(words, stemsOf(statement)));
}
