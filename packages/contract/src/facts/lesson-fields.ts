import { MAX_TEXT_BYTES } from './text.ts';

/**
 * What a field holds. `text`: always there, '' where nothing was said. `optional text`: null where nothing was said.
 * `list`: texts, each a statement of its own. The others are no texts.
 */
export type LessonFieldShape = 'text' | 'optional text' | 'list' | 'count' | 'share' | 'choice' | 'optional choice';

/** What the product knows of one field that the author of a lesson writes. */
interface LessonField {
  /** Label on screen. */
  label: string;
  shape: LessonFieldShape;
  /** Limits of a list: maximum bytes of one entry, and number of entries. */
  most?: { bytes: number; entries: number };
  /** As the reference says it. */
  meaning?: string;
  /**
   * Its name in texts for agents, and whether briefs show it or only the whole lesson. The task is told by the kind of the
   * lesson.
   */
  toldAs?: { name: string; in: 'briefs' | 'whole' };
  /** Which value a merge keeps: one of both, or both together. Without it, that of the lesson that stays. */
  merge?: 'one' | 'both';
  /** Whether the comparison for duplicates reads it. */
  isCompared?: true;
  /** Whether vectors are made from it. */
  isEmbedded?: true;
}

const statements = { bytes: MAX_TEXT_BYTES, entries: 100 };

/**
 * All that the author of a lesson writes, in the order of forms and of the search index. From this follow the schemas of
 * lessons, of storing, of versions, of merging and of bundles; what search, vectors and the comparison of lessons read; and
 * labels, forms and texts on screen (docs/adr/0034). Columns are in `store`.
 */
export const LESSON_FIELDS = {
  taskDescription: {
    label: 'Task',
    shape: 'text',
    meaning: 'The task, in one or two sentences',
    merge: 'one',
    isEmbedded: true,
  },
  attemptNumber: { label: 'Attempt', shape: 'count', meaning: 'Which attempt at this task; kept as given' },
  outcome: { label: 'Outcome', shape: 'choice', meaning: 'How the attempt ended' },
  whatWorked: {
    label: 'Worked',
    shape: 'list',
    most: statements,
    meaning: 'What worked, one fact per entry',
    toldAs: { name: 'worked', in: 'briefs' },
    merge: 'both',
    isCompared: true,
    isEmbedded: true,
  },
  whatDidNotWork: {
    label: 'Did not work',
    shape: 'list',
    most: statements,
    meaning: 'What did not work, one fact per entry',
    toldAs: { name: 'failed', in: 'briefs' },
    merge: 'both',
    isCompared: true,
    isEmbedded: true,
  },
  nextStrategy: {
    label: 'Next time',
    shape: 'text',
    meaning: 'What to do next time',
    toldAs: { name: 'next', in: 'briefs' },
    merge: 'one',
    isCompared: true,
    isEmbedded: true,
  },
  text: {
    label: 'Reflection',
    shape: 'text',
    meaning: 'Free text: the reflection itself',
    toldAs: { name: 'text', in: 'briefs' },
    merge: 'both',
    isEmbedded: true,
  },
  rootCause: {
    label: 'Root cause',
    shape: 'optional text',
    meaning: 'Why it went wrong',
    toldAs: { name: 'cause', in: 'briefs' },
    merge: 'one',
    isCompared: true,
    isEmbedded: true,
  },
  causalReasoning: {
    label: 'Cause to effect',
    shape: 'optional text',
    meaning: 'The chain from cause to effect',
    toldAs: { name: 'reasoning', in: 'whole' },
    merge: 'one',
  },
  failureCategory: {
    label: 'Failure category',
    shape: 'optional choice',
    toldAs: { name: 'failureCategory', in: 'whole' },
    merge: 'one',
  },
  confidence: {
    label: 'Confidence',
    shape: 'share',
    meaning: '0 to 1; null when not stated',
    toldAs: { name: 'confidence', in: 'whole' },
    merge: 'one',
  },
  tags: {
    label: 'Tags',
    shape: 'list',
    most: { bytes: 128, entries: 64 },
    toldAs: { name: 'tags', in: 'whole' },
    merge: 'both',
  },
  relatedEntityIds: {
    label: 'About',
    shape: 'list',
    most: { bytes: 512, entries: 200 },
    meaning: 'Files, functions or other things it is about',
    toldAs: { name: 'related', in: 'whole' },
    merge: 'both',
  },
  kind: { label: 'Kind', shape: 'choice' },
} as const satisfies Record<string, LessonField>;

type Fields = typeof LESSON_FIELDS;
/** Name of a field that the author of a lesson writes. */
export type LessonFieldName = keyof Fields;
/** Fields of one shape, or of which the table says this. */
export type LessonFieldWhere<Facts> = {
  [Name in LessonFieldName]: Fields[Name] extends Facts ? Name : never;
}[LessonFieldName];

const ALL: Readonly<Record<LessonFieldName, LessonField>> = LESSON_FIELDS;
const NAMES = Object.keys(LESSON_FIELDS) as LessonFieldName[];

function fieldsWhere<Facts>(holds: (field: LessonField) => boolean): readonly LessonFieldWhere<Facts>[] {
  return NAMES.filter((name) => holds(ALL[name])) as LessonFieldWhere<Facts>[];
}

/** Fields that hold words: search reads them, and secrets are looked for in them. */
export type LessonTextField = LessonFieldWhere<{ shape: 'text' | 'optional text' | 'list' }>;
type Words = Record<LessonTextField, readonly string[] | string | null>;

/** Names of all fields, in their order. */
export const LESSON_FIELD_NAMES: readonly LessonFieldName[] = NAMES;
/** See {@link LessonTextField}. */
export const LESSON_TEXT_FIELDS = fieldsWhere<{ shape: 'text' | 'optional text' | 'list' }>(({ shape }) =>
  /text|list/.test(shape),
);
/** Fields that hold lists of texts. */
export const LESSON_LIST_FIELDS = fieldsWhere<{ shape: 'list' }>(({ shape }) => shape === 'list');
/** Fields that hold one text. */
export const LESSON_SINGLE_TEXTS = fieldsWhere<{ shape: 'text' | 'optional text' }>(({ shape }) => /text/.test(shape));
/** Fields of which a merge keeps one value, and those that it brings together. */
export const MERGED_FIELDS = {
  one: fieldsWhere<{ merge: 'one' }>(({ merge }) => merge === 'one'),
  both: fieldsWhere<{ merge: 'both' }>(({ merge }) => merge === 'both'),
};
/** Fields whose statements tell whether two lessons say the same. */
export const COMPARED_FIELDS = fieldsWhere<{ isCompared: true }>(({ isCompared }) => isCompared === true);
/** Fields that briefs tell besides task and outcome. */
export const BRIEFED_FIELDS = fieldsWhere<{ toldAs: { in: 'briefs' } }>((field) => field.toldAs?.in === 'briefs');
/** Fields from which vectors are made. */
export const EMBEDDED_FIELDS = fieldsWhere<{ isEmbedded: true }>(({ isEmbedded }) => isEmbedded === true);

type BlankValue<Shape> = Shape extends 'text' ? string : Shape extends 'list' ? string[] : null;

/** A lesson of which nothing was said yet: what storing fills in, and what a form for a new one begins with. */
export function blankLesson() {
  const blanks = NAMES.map((name) => [name, ALL[name].shape === 'text' ? '' : ALL[name].shape === 'list' ? [] : null]);
  return {
    ...(Object.fromEntries(blanks) as { [Name in LessonFieldName]: BlankValue<Fields[Name]['shape']> }),
    attemptNumber: 1,
    outcome: 'unknown' as const,
    kind: 'lesson' as const,
  };
}

/** What a lesson says in one of its fields, statement by statement; nothing where it says nothing. */
export function statementsIn<Name extends LessonTextField>(
  lesson: Readonly<Pick<Words, Name>>,
  field: Name,
): readonly string[] {
  const value: readonly string[] | string | null = lesson[field];
  if (value === null || value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

/** How agents are told of a field; null where they are not. */
export function toldAs(field: LessonFieldName): { name: string; in: 'briefs' | 'whole' } | null {
  return ALL[field].toldAs ?? null;
}
