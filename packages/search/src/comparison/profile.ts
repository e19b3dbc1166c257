import { type KeyWord, keyWords } from '../statement-key.ts';

/** Fields whose entries are compared one by one. */
const FIELDS = ['whatWorked', 'whatDidNotWork', 'nextStrategy', 'rootCause'] as const;
/** See {@link FIELDS}. */
export type StatementField = (typeof FIELDS)[number];

/** Longest text that is taken apart, in UTF-16 units: what comes later in a log decides nothing. */
const MAX_READ = 8000;
/** Statements of one field that are compared. */
const MAX_STATEMENTS = 30;

/** One entry of a field. */
export interface Statement {
  text: string;
  /** Near-identical wordings have the same; see `statementKey`. */
  key: string;
  stems: ReadonlySet<string>;
}

/** What a comparison has to know of a lesson. */
export interface Profile {
  id: string;
  seq: number;
  projectId: string;
  outcome: string;
  task: Statement;
  /** Every stem of what it says, the task included, with a word that it stands for. */
  terms: ReadonlyMap<string, string>;
  statements: Readonly<Record<StatementField, readonly Statement[]>>;
}

function toStatement(text: string, words: readonly KeyWord[]): Statement {
  const stems = words.map(({ stem }) => stem);
  return { text, key: stems.join(' '), stems: new Set(stems) };
}

/** What of a lesson is compared. */
export interface ComparedLesson {
  id: string;
  /** Place in the order in which lessons were stored. */
  seq: number;
  projectId: string;
  outcome: string;
  taskDescription: string;
  whatWorked: readonly string[];
  whatDidNotWork: readonly string[];
  nextStrategy: string;
  text: string;
  rootCause: string | null;
  causalReasoning: string | null;
}

/** Reads a lesson once for all its comparisons. */
export function profileOf(lesson: ComparedLesson): Profile {
  const { id, seq, projectId, outcome, taskDescription, whatWorked, whatDidNotWork, nextStrategy, rootCause } = lesson;
  const terms = new Map<string, string>();
  const read = (text: string): Statement => {
    const words = keyWords(text.slice(0, MAX_READ));
    for (const { stem, word } of words) if (!terms.has(stem)) terms.set(stem, word);
    return toStatement(text.trim(), words);
  };
  const each = (texts: readonly string[]) =>
    texts
      .slice(0, MAX_STATEMENTS)
      .map(read)
      .filter(({ key }) => key !== '');
  const task = read(taskDescription);
  const statements = {
    whatWorked: each(whatWorked),
    whatDidNotWork: each(whatDidNotWork),
    nextStrategy: each([nextStrategy]),
    rootCause: each([rootCause ?? '']),
  };
  read(lesson.text);
  read(lesson.causalReasoning ?? '');
  return { id, seq, projectId, outcome, task, terms, statements };
}

/** The fields whose entries are compared. */
export const STATEMENT_FIELDS: readonly StatementField[] = FIELDS;
