import { dataLine, type Reflection, wordsLine } from '@twicewise/contract';
import { outcomeKnown } from '../agent-text/outcome-known.ts';
import { summarised } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import { ageOf } from './age.ts';

/** A lesson that is to be told. */
interface ToTell {
  lesson: Reflection;
  /** Milliseconds since 1970. */
  now: number;
  /** The lessons beside it are of other projects. */
  withProject: boolean;
}

/** What a lesson says, by the names that its line has for it, in their order. */
interface Statements {
  failed: readonly string[];
  cause: readonly string[];
  next: readonly string[];
  worked: readonly string[];
  text: readonly string[];
}
type Field = keyof Statements;
const FIELDS: readonly Field[] = ['failed', 'cause', 'next', 'worked', 'text'];
/** The order in which they get room: what to do comes before why. */
const BY_WORTH: readonly Field[] = ['failed', 'next', 'cause', 'worked', 'text'];
/** Those that are lists in the line, even of one. */
const LISTS: ReadonlySet<Field> = new Set(['failed', 'worked']);

/** Most tokens of the task of a lesson that is cut, and of each statement. */
const TASK_TOKENS = 40;
const STATEMENT_TOKENS = 160;
/** Below, no part of a statement is worth a try. */
const LEAST_TOKENS = 12;
/** Tokens around a statement: its name, quotes, commas. */
const AROUND = 6;
/** Tokens that say what was left out. */
const LEFT_OUT_TOKENS = 50;
/** Most statements of a lesson that is cut, and the most that share the room evenly. */
const MAX_STATEMENTS = 8;
const EVENLY = 3;
/** Shares of the room that are tried: quotes and signs cost more in a line than alone. */
const SHARES = [1, 0.8, 0.55, 0.3, 0];

function statementsOf({ whatWorked, whatDidNotWork, nextStrategy, rootCause, text }: Reflection): Statements {
  // What the next strategy repeats at length costs tokens twice.
  const isRepeated = (statement: string) => statement.length > 40 && nextStrategy.includes(statement);
  const some = (statement: string | null) => (statement ? [statement] : []);
  const saysMore = whatWorked.length + whatDidNotWork.length > 0 || nextStrategy !== '';
  return {
    failed: whatDidNotWork,
    next: some(nextStrategy),
    cause: some(rootCause),
    worked: whatWorked.filter((statement) => !isRepeated(statement)),
    // Free text only of lessons that consist of nothing else: it repeats the rest at length.
    text: saysMore ? [] : some(text),
  };
}

/** In short one of what failed, and what leads on: the strategy stands for what worked. */
function inShort({ failed, next, worked, text }: Statements): Statements {
  const leads = next.length > 0;
  return { failed: failed.slice(0, 1), next, cause: [], worked: leads ? [] : worked.slice(0, 1), text };
}

/** The line, its parts in this order; empty ones are left out. */
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

/** One lesson as one line of data: the parts that change what the reader does next. */
export function lineOf(told: ToTell, isShort: boolean): string {
  const all = statementsOf(told.lesson);
  return composed(told, told.lesson.taskDescription, isShort ? inShort(all) : all);
}

/** What a line does not tell, for each of its parts: that it is missing, how many are, or that the end of one is. */
function missing(all: Statements, told: Statements, isCut: (field: Field) => boolean): string {
  const parts = FIELDS.flatMap((field) => {
    const [total, shown] = [all[field].length, told[field].length];
    if (total === 0) return [];
    if (shown === 0) return [field];
    return [...(isCut(field) ? [`part of ${field}`] : []), ...(shown < total ? [`${total - shown} of ${field}`] : [])];
  });
  return parts.join(', ');
}

/** A lesson in few words, which says what it leaves out; null where these have more than so many UTF-16 units. */
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

/** Statements in the order in which room is given to them: the first of each, then the others. */
function byWorth(all: Statements): { field: Field; statement: string }[] {
  const rounds = [0, 1].flatMap((round) =>
    BY_WORTH.flatMap((field) => {
      const some = round === 0 ? all[field].slice(0, 1) : all[field].slice(1, MAX_STATEMENTS);
      return some.map((statement) => ({ field, statement }));
    }),
  );
  return rounds.slice(0, MAX_STATEMENTS);
}

/** Whole sentences of the statements, as many as fit into so many tokens; `cut` names those that go on. */
function cutStatements(all: Statements, room: number, count: CountTokens): { said: Statements; cut: Set<Field> } {
  const said: Record<Field, string[]> = { failed: [], next: [], cause: [], worked: [], text: [] };
  const cut = new Set<Field>();
  const inOrder = byWorth(all);
  let left = room;
  for (const [index, { field, statement }] of inOrder.entries()) {
    const share = Math.floor(left / Math.min(EVENLY, inOrder.length - index)) - AROUND;
    if (share < LEAST_TOKENS) break;
    // The only statement may take all there is.
    const most = inOrder.length === 1 ? share : Math.min(STATEMENT_TOKENS, share);
    const words = summarised(statement, most, count);
    if (words !== wordsLine(statement)) cut.add(field);
    said[field].push(words);
    left -= count(words) + AROUND;
  }
  return { said, cut };
}

/**
 * A lesson that is too long, within so many tokens: its statements cut at sentences, with what was left out and how to
 * read it. Null where not even its task fits.
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
