import { COMPARED_FIELDS, LESSON_SINGLE_TEXTS, type Reflection, statementsIn } from '@twicewise/contract';
import { type KeyWord, keyWords } from '../statement-key.ts';
import { totalWeight } from './overlap.ts';

/** A field whose entries are compared one by one. */
export type StatementField = (typeof COMPARED_FIELDS)[number];

/** Maximum length of a text that is compared, in UTF-16 units: the later part of a log does not matter. */
const MAX_READ = 8000;
/** Statements of one field that are compared. */
const MAX_STATEMENTS = 30;

/** One entry of a field. */
export interface Statement {
  text: string;
  /** Near-identical wordings have the same; see `statementKey`. */
  key: string;
  stems: ReadonlySet<string>;
  /** Total weight of the stems. */
  weight: number;
}

/** What a lesson says was tried at which task: enough to see whether another one contradicts it. */
export interface Tried {
  id: string;
  task: Statement;
  statements: Readonly<Record<'whatWorked' | 'whatDidNotWork', readonly Statement[]>>;
}

/** What a comparison needs to know of a lesson. */
export interface Profile extends Tried {
  seq: number;
  projectId: string;
  outcome: string;
  /** Every stem of the lesson, including its task, with a word that has this stem. */
  terms: ReadonlyMap<string, string>;
  statements: Readonly<Record<StatementField, readonly Statement[]>>;
}

function toStatement(text: string, words: readonly KeyWord[]): Statement {
  const inOrder = words.map(({ stem }) => stem);
  const stems = new Set(inOrder);
  return { text, key: inOrder.join(' '), stems, weight: totalWeight(stems) };
}

function each(texts: readonly string[], read: (text: string) => Statement): Statement[] {
  return texts
    .slice(0, MAX_STATEMENTS)
    .map(read)
    .filter(({ key }) => key !== '');
}

/** Reads only what a lesson says was tried, a fraction of the words that {@link profileOf} reads. */
export function triedIn(lesson: Pick<Reflection, 'id' | 'taskDescription' | 'whatWorked' | 'whatDidNotWork'>): Tried {
  const read = (text: string) => toStatement(text.trim(), keyWords(text.slice(0, MAX_READ)));
  const statements = {
    whatWorked: each(lesson.whatWorked, read),
    whatDidNotWork: each(lesson.whatDidNotWork, read),
  };
  return { id: lesson.id, task: read(lesson.taskDescription), statements };
}

/** Texts that are compared by their words only. */
const OTHER_TEXTS = LESSON_SINGLE_TEXTS.filter(
  (field) => field !== 'taskDescription' && !(COMPARED_FIELDS as readonly string[]).includes(field),
);

/** The compared fields of a lesson; `seq` is its position in the order of storing. */
export type ComparedLesson = Readonly<
  Pick<Reflection, 'id' | 'seq' | 'projectId' | StatementField | (typeof LESSON_SINGLE_TEXTS)[number]>
> & { readonly outcome: string };

/** Reads a lesson once for all its comparisons. */
export function profileOf(lesson: ComparedLesson): Profile {
  const { id, seq, projectId, outcome, taskDescription } = lesson;
  const terms = new Map<string, string>();
  const read = (text: string): Statement => {
    const words = keyWords(text.slice(0, MAX_READ));
    for (const { stem, word } of words) if (!terms.has(stem)) terms.set(stem, word);
    return toStatement(text.trim(), words);
  };
  const task = read(taskDescription);
  const statements = Object.fromEntries(
    COMPARED_FIELDS.map((field) => [field, each(statementsIn(lesson, field), read)]),
  ) as Record<StatementField, Statement[]>;
  for (const field of OTHER_TEXTS) read(lesson[field] ?? '');
  return { id, seq, projectId, outcome, task, terms, statements };
}
