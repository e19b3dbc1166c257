import { dataLine, type Reflection, wordsLine } from '@twicewise/contract';
import { outcomeKnown } from '../agent-text/outcome-known.ts';
import { summarised } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import { ageOf } from './age.ts';

/** A lesson to render. */
interface ToTell {
  lesson: Reflection;
  /** Milliseconds since 1970. */
  now: number;
  /** True when the text also shows lessons of other projects. */
  withProject: boolean;
}

/** The statements of a lesson under their names in the line, in order. */
interface Statements {
  failed: readonly string[];
  cause: readonly string[];
  next: readonly string[];
  worked: readonly string[];
  text: readonly string[];
}
type Field = keyof Statements;
const FIELDS: readonly Field[] = ['failed', 'cause', 'next', 'worked', 'text'];
/** The order in which statements get room: what to do comes before why. */
const BY_WORTH: readonly Field[] = ['failed', 'next', 'cause', 'worked', 'text'];
/** Statements that are always lists in the line, even with one entry. */
const LISTS: ReadonlySet<Field> = new Set(['failed', 'worked']);

/** Maximum tokens of the task of a cut lesson, and of each statement. */
const TASK_TOKENS = 40;
const STATEMENT_TOKENS = 160;
/** Minimum tokens worth filling with part of a statement. */
const LEAST_TOKENS = 12;
/** Tokens around a statement: its name, quotes, commas. */
const AROUND = 6;
/** Tokens of the note on what was left out. */
const LEFT_OUT_TOKENS = 50;
/** Maximum number of statements of a cut lesson, and of those that share the room evenly. */
const MAX_STATEMENTS = 8;
const EVENLY = 3;
/** Shares of the room to try: quotes and escapes cost more inside a line. */
const SHARES = [1, 0.8, 0.55, 0.3, 0];

function statementsOf({ whatWorked, whatDidNotWork, nextStrategy, rootCause, text }: Reflection): Statements {
  // Leave out long statements that the next strategy repeats.
  const isRepeated = (statement: string) => statement.length > 40 && nextStrategy.includes(statement);
  const some = (statement: string | null) => (statement ? [statement] : []);
  const saysMore = whatWorked.length + whatDidNotWork.length > 0 || nextStrategy !== '';
  return {
    failed: whatDidNotWork,
    next: some(nextStrategy),
    cause: some(rootCause),
    worked: whatWorked.filter((statement) => !isRepeated(statement)),
    // Free text only for lessons that have nothing else, because it repeats the rest at length.
    text: saysMore ? [] : some(text),
  };
}

/** The short form: one failed approach and the next strategy, or else what worked. */
function inShort({ failed, next, worked, text }: Statements): Statements {
  const leads = next.length > 0;
  return { failed: failed.slice(0, 1), next, cause: [], worked: leads ? [] : worked.slice(0, 1), text };
}

/** Composes the line from its parts in order, without empty ones. */
function composed({ lesson, now, withProject }: ToTell, task: string, said: Statements, leftOut = ''): string {
  const { id, kind, outcome, outcomeSource, confidence, author } = lesson;
  const parts = FIELDS.flatMap((field) => {
    const [first, ...others] = said[field];
    if (first === undefined) return [];
    return [[field, LISTS.has(field) ? [first, ...others] : first] as const];
  });
  return dataLine({
    id,
    when: ageOf(lesson, now),
    ...(kind === 'note' ? {} : { outcome: outcomeKnown(outcome, outcomeSource) }),
    ...(confidence === null ? {} : { confidence }),
    ...(lesson.state === 'draft' ? { state: 'draft, not reviewed' } : {}),
    by: `${author.kind} ${author.name}`,
    ...(withProject ? { project: lesson.projectName } : {}),
    [kind === 'note' ? 'about' : 'task']: task,
    ...Object.fromEntries(parts),
    ...(leftOut === '' ? {} : { leftOut: `${leftOut} … reflection_get ${id}` }),
  });
}

/** Renders a lesson as one line of data, with the parts that change what the reader does next. */
export function lineOf(told: ToTell, isShort: boolean): string {
  const all = statementsOf(told.lesson);
  return composed(told, told.lesson.taskDescription, isShort ? inShort(all) : all);
}

/** Describes what a line leaves out: the parts that are missing, how many entries, or that the end of one was cut. */
function missing(all: Statements, told: Statements, isCut: (field: Field) => boolean): string {
  const parts = FIELDS.flatMap((field) => {
    const [total, shown] = [all[field].length, told[field].length];
    if (total === 0) return [];
    if (shown === 0) return [field];
    return [...(isCut(field) ? [`part of ${field}`] : []), ...(shown < total ? [`${total - shown} of ${field}`] : [])];
  });
  return parts.join(', ');
}

/** A lesson in short form with a note on what is left out; null when that exceeds `maxLength` UTF-16 units. */
export function shortLine(told: ToTell, maxLength: number): string | null {
  const all = statementsOf(told.lesson);
  const said = inShort(all);
  const texts = FIELDS.flatMap((field) => said[field]);
  if (texts.reduce((sum, { length }) => sum + length, told.lesson.taskDescription.length) > maxLength) return null;
  return composed(
    told,
    told.lesson.taskDescription,
    said,
    missing(all, said, () => false),
  );
}

/** Statements in the order in which they get room: the first of each part, then the others. */
function byWorth(all: Statements): { field: Field; statement: string }[] {
  const rounds = [0, 1].flatMap((round) =>
    BY_WORTH.flatMap((field) => {
      const some = round === 0 ? all[field].slice(0, 1) : all[field].slice(1, MAX_STATEMENTS);
      return some.map((statement) => ({ field, statement }));
    }),
  );
  return rounds.slice(0, MAX_STATEMENTS);
}

/** As many whole sentences of the statements as fit into `room` tokens; `cut` names the parts that continue. */
function cutStatements(all: Statements, room: number, count: CountTokens): { said: Statements; cut: Set<Field> } {
  const said: Record<Field, string[]> = { failed: [], next: [], cause: [], worked: [], text: [] };
  const cut = new Set<Field>();
  const inOrder = byWorth(all);
  let left = room;
  for (const [index, { field, statement }] of inOrder.entries()) {
    const share = Math.floor(left / Math.min(EVENLY, inOrder.length - index)) - AROUND;
    if (share < LEAST_TOKENS) break;
    // A single statement may take all the room.
    const most = inOrder.length === 1 ? share : Math.min(STATEMENT_TOKENS, share);
    const words = summarised(statement, most, count);
    if (words !== wordsLine(statement)) cut.add(field);
    said[field].push(words);
    left -= count(words) + AROUND;
  }
  return { said, cut };
}

/**
 * Renders a lesson that is too long within `room` tokens: statements are cut after sentences, with a note on what is left out and
 * how to read it. Null when not even its task fits.
 */
export function cutLine(told: ToTell, room: number, count: CountTokens): string | null {
  const all = statementsOf(told.lesson);
  const { taskDescription } = told.lesson;
  const task = summarised(taskDescription, TASK_TOKENS, count);
  const isTaskCut = task !== wordsLine(taskDescription);
  const none: Statements = { failed: [], next: [], cause: [], worked: [], text: [] };
  const rest = room - count(composed(told, task, none)) - LEFT_OUT_TOKENS;
  for (const share of SHARES) {
    const { said, cut } = cutStatements(all, Math.floor(rest * share), count);
    const leftOut = [isTaskCut ? 'part of task' : '', missing(all, said, (field) => cut.has(field))];
    const line = composed(told, task, said, leftOut.filter((part) => part !== '').join(', '));
    if (count(`${line}\n`) <= room) return line;
  }
  return null;
}
