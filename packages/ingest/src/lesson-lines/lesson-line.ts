import { createHash } from 'node:crypto';
import {
  AppError,
  canonicalJson,
  contract,
  instant,
  LESSON_LIST_FIELDS,
  LESSON_SINGLE_TEXTS,
  LESSON_TEXT_FIELDS,
  label,
  MAX_LESSON_BYTES,
  parseGiven,
  parseJson,
  reflection,
  reflectionContent,
  reflectionState,
  statementsIn,
  textProblem,
  toldAs,
} from '@twicewise/contract';
import { parseLineTime } from './line-time.ts';
import { normaliseOutcome } from './outcome-words.ts';

/** First character of the replacement for a line that is not text; the reason follows it. */
export const UNREADABLE = '\u0000';

/**
 * What an imported lesson must satisfy: the input of `reflection.store`, but the title may be empty, any state is allowed, and it
 * may have its own time.
 */
export const importedLesson = contract['reflection.store'].input.safeExtend({
  taskDescription: reflectionContent.taskDescription,
  nativeId: label(512),
  pinned: reflection.shape.pinned,
  createdAt: instant.optional(),
  timeQuality: reflection.shape.timeQuality,
});

/** A lesson from a line of a file. `state` is any state of review; without `createdAt` the time of import is used. */
export type ImportedLesson = Omit<ReturnType<typeof importedLesson.parse>, 'state'> & {
  state: ReturnType<typeof reflectionState.parse>;
};

/** A parsed line, or its number and what is wrong with it. */
export type LessonLine = { ok: true; lesson: ImportedLesson } | { ok: false; line: number; reason: string };

class BadLine extends Error {}

type Fields = Record<string, unknown>;

/** The task is read by `task()`, under several names. */
const isNotTask = (name: string) => name !== 'taskDescription';

/** Fields of a line that we understand. Each may also be spelled in snake_case, and some as briefs show them. */
const TEXTS = [...LESSON_SINGLE_TEXTS.filter(isNotTask), 'agent', 'sessionId', 'projectId'];
const WORDS = ['failureCategory', 'kind', 'outcomeSource', 'outcomeNative'] as const;
const NUMBERS = ['attemptNumber', 'confidence'] as const;
/** Tags may also be one text with commas. */
const LISTS = LESSON_LIST_FIELDS.filter((name) => name !== 'tags');
/** Field names as briefs show them, for people who copy from a brief. */
const BRIEF_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  LESSON_TEXT_FIELDS.filter(isNotTask).flatMap((name) => {
    const told = toldAs(name);
    return told?.in === 'briefs' && told.name !== name ? [[name, told.name]] : [];
  }),
);
/** Names that people give a field by themselves, taken for it where they hold a text. */
const SHORT_NAMES: Readonly<Record<string, string>> = { projectId: 'project' };
const TASK_NAMES = ['taskDescription', 'task_description', 'task', 'title'] as const;

/** Longest line worth parsing: JSON escapes take at most six characters for one, and a lesson is limited. */
const MAX_LINE_UNITS = 6 * MAX_LESSON_BYTES + 65_536;

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Spellings of a field, its own first. Cached, because every line is asked for every field. */
const SPELLINGS = new Map<string, readonly string[]>();

function spellingsOf(name: string): readonly string[] {
  let known = SPELLINGS.get(name);
  if (!known) {
    const others = [BRIEF_NAMES[name], SHORT_NAMES[name]].filter((other) => other !== undefined);
    known = [...new Set([name, snake(name), ...others])];
    SPELLINGS.set(name, known);
  }
  return known;
}

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function holdsWords(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}

/** Takes fields out of a line. Fields that nobody takes are kept in `extra`. */
class LineFields {
  readonly #rest: Fields;

  constructor(line: Fields) {
    this.#rest = { ...line };
  }

  /** The value of a field in either spelling, or under its name in briefs if the value holds words. Null counts as not given. */
  take(name: string): unknown {
    const [brief, short] = [BRIEF_NAMES[name], SHORT_NAMES[name]];
    for (const spelling of spellingsOf(name)) {
      const value = this.#rest[spelling];
      // These names have many other meanings elsewhere.
      const isElse = spelling === short ? typeof value !== 'string' : spelling === brief && !holdsWords(value);
      if (value === undefined || isElse) continue;
      delete this.#rest[spelling];
      if (value !== null) return value;
    }
    return undefined;
  }

  text(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === 'string') return value;
    throw new BadLine(`${name}: must be text`);
  }

  number(name: string): unknown {
    const value = this.take(name);
    return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  }

  list(name: string, separator?: string): string[] {
    const value = this.take(name);
    if (value === undefined) return [];
    const items = Array.isArray(value) ? value : typeof value === 'string' ? splitList(value, separator) : null;
    if (!items) throw new BadLine(`${name}: must be text or a list of texts`);
    return items.filter((item) => item !== null && !(typeof item === 'string' && item.trim() === ''));
  }

  /** The task: the first of its names that has a text. Other names with a different text stay in the rest. */
  task(): string {
    let task = '';
    for (const name of TASK_NAMES) {
      const value = this.#rest[name];
      if (value === undefined) continue;
      if (value !== null && typeof value !== 'string') throw new BadLine(`${name}: must be text`);
      if (task === '') task = value ?? '';
      if (value === null || value === task || value.trim() === '') delete this.#rest[name];
    }
    return task;
  }

  /** All fields that were not taken, added to the line's own `extra` object. */
  extra(): Fields {
    const { extra, ...rest } = this.#rest;
    if (extra === undefined || extra === null) return rest;
    if (!isObject(extra)) return { ...rest, extra };
    const clashing = Object.entries(extra).filter(([key]) => Object.hasOwn(rest, key));
    return { ...extra, ...rest, ...(clashing.length > 0 ? { extra: Object.fromEntries(clashing) } : {}) };
  }
}

function splitList(value: string, separator: string | undefined): string[] {
  return separator === undefined ? [value] : value.split(separator).map((item) => item.trim());
}

/** Refuses texts that must not be stored anywhere, also in fields that are only kept. */
function checkTexts(value: unknown, path: string): void {
  if (typeof value === 'string') {
    const problem = textProblem(value);
    if (problem) throw new BadLine(`${path}: ${problem}`);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkTexts(item, `${path}.${index}`);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw new BadLine(`${path || 'line'}: has a field called __proto__; rename it`);
      const problem = textProblem(key);
      if (problem) throw new BadLine(`${path || 'line'}: a field name ${problem}`);
      checkTexts(item, path ? `${path}.${key}` : key);
    }
  }
}

function nativeIdOf(fields: LineFields, line: Fields): string {
  const own = fields.take('id') ?? fields.take('nativeId');
  if (typeof own === 'number') {
    // Beyond this, JSON parsing maps two different numbers of the file to the same one.
    if (Math.abs(own) > Number.MAX_SAFE_INTEGER)
      throw new BadLine(`id: ${own} is too large for a number; write it as text`);
    return String(own);
  }
  if (typeof own === 'string' && own !== '') return own;
  if (own !== undefined && own !== '') throw new BadLine('id: must be text or a number');
  // Without an id the content is the identity, so that importing the file again adds nothing.
  return `sha256:${createHash('sha256').update(canonicalJson(line)).digest('hex').slice(0, 32)}`;
}

function outcomeOf(fields: LineFields, given: Fields): Fields {
  const value = fields.take('outcome');
  if (value === undefined || value === '') return { outcome: 'unknown', outcomeSource: 'defaulted', ...given };
  if (typeof value === 'object') throw new BadLine('outcome: must be a word');
  const { outcome, native } = normaliseOutcome(String(value));
  return { outcome, outcomeSource: 'reported', outcomeNative: native, ...given };
}

function timesOf(fields: LineFields): { times: Fields; extra: Fields } {
  const times: Fields = { timeQuality: 'exact' };
  const extra: Fields = {};
  for (const name of ['createdAt', 'observedAt']) {
    const value = fields.take(name);
    if (value === undefined) continue;
    const time = parseLineTime(value);
    if (!time)
      throw new BadLine(`${name}: ${JSON.stringify(value).slice(0, 60)} is not a time; use 2026-01-31T09:30:00Z`);
    times[name] = time.at;
    if (time.quality === 'day') times.timeQuality = 'day';
    if (time.zoneless) extra[`${name}Native`] = value;
  }
  const quality = fields.take('timeQuality');
  return { times: quality === undefined ? times : { ...times, timeQuality: quality }, extra };
}

function given(names: readonly string[], read: (name: string) => unknown): Fields {
  return Object.fromEntries(names.map((name) => [name, read(name)]).filter(([, value]) => value !== undefined));
}

function readFields(line: Fields): Fields {
  const fields = new LineFields(line);
  const nativeId = nativeIdOf(fields, line);
  const times = timesOf(fields);
  const { outcomeSource, outcomeNative, ...words } = given(WORDS, (name) => fields.take(name));
  const outcomeGiven = { ...(outcomeSource ? { outcomeSource } : {}), ...(outcomeNative ? { outcomeNative } : {}) };
  return {
    nativeId,
    taskDescription: fields.task(),
    ...outcomeOf(fields, outcomeGiven),
    ...given(TEXTS, (name) => fields.text(name) || undefined),
    ...words,
    ...given(NUMBERS, (name) => fields.number(name)),
    ...given(LISTS, (name) => fields.list(name)),
    tags: fields.list('tags', ','),
    pinned: fields.take('pinned') ?? false,
    ...times.times,
    state: fields.take('state') ?? 'accepted',
    extra: { ...times.extra, ...fields.extra() },
  };
}

/**
 * Refuses a lesson without any text in a known field: it would look imported but could never be found. Title and text may be
 * empty, but then the line must say so.
 */
function refuseWordless({ extra, ...lesson }: Omit<ImportedLesson, 'state'>, line: Fields): void {
  const words = [...LESSON_SINGLE_TEXTS, 'whatWorked' as const, 'whatDidNotWork' as const].flatMap((name) =>
    statementsIn(lesson, name),
  );
  if (words.some((word) => word.trim() !== '')) return;
  const ours = ['extra', 'createdAtNative', 'observedAtNative'];
  const unread = Object.keys(extra).filter((name) => typeof extra[name] === 'string' && !ours.includes(name));
  if (unread.length === 0 && [...TASK_NAMES, 'text'].some((name) => typeof line[name] === 'string')) return;
  const what = unread.length === 0 ? 'says nothing' : `${unread.slice(0, 3).join(', ')}: not a field of a lesson`;
  throw new BadLine(`${what}; use title, text, worked, failed or next`);
}

function validate({ state, ...fields }: Fields, line: Fields): ImportedLesson {
  const lesson = parseGiven(importedLesson, fields);
  const review = reflectionState.safeParse(state);
  const issues = [
    ...(lesson.error?.issues.map(({ path, message }) => `${path.join('.') || 'lesson'}: ${message}`) ?? []),
    ...(review.success ? [] : [`state: must be one of ${reflectionState.options.join(', ')}`]),
  ];
  if (!lesson.success || !review.success) throw new BadLine(issues.slice(0, 3).join('; '));
  refuseWordless(lesson.data, line);
  return { ...lesson.data, state: review.data };
}

/**
 * Parses one line of a lessons file: one JSON object with any field of a lesson, in camelCase or snake_case. All other fields are
 * kept in `extra`. Never throws: a bad line returns its number and a reason that names the field.
 */
export function parseLessonLine(line: string, lineNumber: number): LessonLine {
  try {
    if (line.length > MAX_LINE_UNITS) throw new BadLine(`is longer than a lesson can be (${line.length} characters)`);
    if (line.startsWith(UNREADABLE)) throw new BadLine(line.slice(1));
    const source = lineNumber === 1 && line.startsWith('\uFEFF') ? line.slice(1) : line;
    const value = parseJson(source);
    if (!isObject(value)) throw new BadLine('must be one JSON object');
    checkTexts(value, '');
    return { ok: true, lesson: validate(readFields(value), value) };
  } catch (error) {
    if (!(error instanceof BadLine || error instanceof AppError)) throw error;
    // The parser's own message quotes the line, which may hold a secret.
    const isJsonError = error instanceof AppError && error.reason === 'malformed';
    return { ok: false, line: lineNumber, reason: isJsonError ? 'is not JSON' : error.message };
  }
}
