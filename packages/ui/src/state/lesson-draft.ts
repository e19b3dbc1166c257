import {
  blankLesson,
  type InputOf,
  LESSON_FIELD_NAMES,
  type LessonFieldName,
  type Reflection,
} from '@twicewise/contract';

/** The names of the fields that a person can edit. */
export type Field = LessonFieldName;
/** The editable part of a lesson. */
export type Content = Pick<Reflection, Field>;
/** What `reflection.update` takes. */
export type LessonChanges = InputOf<'reflection.update'>['changes'];

/** These come first in the form, as they do where a lesson is read. */
const FIRST: readonly Field[] = ['taskDescription', 'outcome', 'nextStrategy', 'whatDidNotWork', 'whatWorked'];

/** The editable fields, in the order of the form. */
export const FIELDS: readonly Field[] = [...FIRST, ...LESSON_FIELD_NAMES.filter((name) => !FIRST.includes(name))];

/**
 * An unsaved edit. `mine` holds only the changed fields; every other field shows the lesson as it is now. `base` holds the value
 * of each changed field when the person began to change it: if the lesson's value differs from that now, somebody else changed
 * the same field.
 */
export interface Draft {
  base: Content;
  mine: Partial<Content>;
  /** For a new lesson: its project, if one was chosen in the form. */
  project?: string;
}

/** A field that both sides changed, to different values. */
export interface Conflict<F extends Field = Field> {
  field: F;
  theirs: Content[F];
  yours: Content[F];
}

/** Equality of field values: texts, numbers, null, or lists of texts. */
export function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => item === b[i]);
  return a === b;
}

/** The key for the edit of a lesson that does not exist yet. */
export const NEW = 'new';

/** The content of a new lesson. */
export const BLANK_LESSON: Content = blankLesson();

/** A draft without any change. */
export function startDraft(lesson: Content): Draft {
  return { base: Object.fromEntries(FIELDS.map((field) => [field, lesson[field]])) as unknown as Content, mine: {} };
}

/** Stages a value. A value equal to the lesson's own removes the field from the draft. */
export function stage<F extends Field>(draft: Draft, lesson: Content, field: F, value: Content[F]): Draft {
  const { [field]: _old, ...others } = draft.mine;
  const first = !(field in draft.mine);
  const base = first ? { ...draft.base, [field]: lesson[field] } : draft.base;
  if (same(value, lesson[field])) return { ...draft, base, mine: others };
  return { ...draft, base, mine: { ...others, [field]: value } };
}

/** Names of the staged fields, in the order of the form. */
export function stagedFields(draft: Draft): Field[] {
  return FIELDS.filter((field) => field in draft.mine);
}

/** The value that the form shows: the staged one, otherwise the lesson's present one. */
export function readField<F extends Field>(draft: Draft, lesson: Content, field: F): Content[F] {
  return field in draft.mine ? (draft.mine[field] as Content[F]) : lesson[field];
}

/** Staged fields that somebody else changed meanwhile, to another value. */
export function conflicts(draft: Draft, lesson: Content): Conflict[] {
  return stagedFields(draft)
    .filter((field) => !same(lesson[field], draft.base[field]) && !same(lesson[field], draft.mine[field]))
    .map((field) => ({ field, theirs: lesson[field], yours: draft.mine[field] as Content[typeof field] }));
}

/** Fields that somebody else changed since the draft was started and that the person did not change. */
export function takenOver(draft: Draft, lesson: Content): Field[] {
  return FIELDS.filter((field) => !(field in draft.mine) && !same(lesson[field], draft.base[field]));
}

/** Settles a conflict: `yours` keeps the staged value against the present lesson, `theirs` drops it. */
export function settle(draft: Draft, lesson: Content, field: Field, choice: 'theirs' | 'yours'): Draft {
  const base = { ...draft.base, [field]: lesson[field] };
  if (choice === 'yours') return { base, mine: draft.mine };
  const { [field]: _dropped, ...mine } = draft.mine;
  return { base, mine };
}

/** The changes to send: exactly the staged fields, lists without empty lines. */
export function draftChanges(draft: Draft): LessonChanges {
  const entries = stagedFields(draft).map((field) => {
    const value = draft.mine[field];
    return [field, Array.isArray(value) ? value.map((item) => item.trim()).filter((item) => item !== '') : value];
  });
  return Object.fromEntries(entries) as LessonChanges;
}
