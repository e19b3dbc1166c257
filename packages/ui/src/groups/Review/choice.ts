import {
  LESSON_FIELD_NAMES,
  type LessonFieldName,
  MERGED_FIELDS,
  type MergeChoice,
  type Reflection,
} from '@twicewise/contract';
import { FURTHER_TEXTS } from '../../data/lesson-texts.ts';

type Joined = (typeof MERGED_FIELDS)['both'][number];
/** A field whose value a person chooses in a merge. */
export type ChosenField = (typeof MERGED_FIELDS)['one'][number] | Joined;

const isChosen = (field: LessonFieldName): field is ChosenField =>
  [...MERGED_FIELDS.one, ...MERGED_FIELDS.both].includes(field as ChosenField);
/** The fields that matter most for the decision, in this order, before all others. */
const FOREMOST: readonly ChosenField[] = [
  'taskDescription',
  'whatDidNotWork',
  'whatWorked',
  'nextStrategy',
  ...FURTHER_TEXTS.filter(isChosen),
];

/** The fields whose value a person chooses, in the order useful for a decision. */
export const CHOSEN: readonly ChosenField[] = [
  ...FOREMOST,
  ...LESSON_FIELD_NAMES.filter(isChosen).filter((field) => !FOREMOST.includes(field)),
];

/** One of two lessons: the older or the newer one. */
export type One = 'one' | 'other';
/** Whose value of a field is kept. */
export type Choice = One | 'both';

const JOINED: ReadonlySet<LessonFieldName> = new Set(MERGED_FIELDS.both);

/** True when both values can be kept. */
export function canJoin(field: ChosenField): boolean {
  return JOINED.has(field);
}

/** A value as text; '' when there is none. */
export function shownValue(lesson: Reflection, field: ChosenField): string {
  const value = lesson[field];
  return Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value);
}

/** The lesson kept by default: one in use rather than a draft, otherwise the newer one. */
export function usualStay(one: Reflection, other: Reflection): One {
  return other.state === 'draft' && one.state !== 'draft' ? 'one' : 'other';
}

/** The value kept by default: both where possible, otherwise that of the kept lesson, unless it is empty. */
export function usualChoice(pair: Record<One, Reflection>, stays: One, field: ChosenField): Choice {
  const goes = stays === 'one' ? 'other' : 'one';
  const says = (side: One) => shownValue(pair[side], field) !== '';
  if (canJoin(field) && says(stays) && says(goes)) return 'both';
  return says(stays) || !says(goes) ? stays : goes;
}

/** The choices as input of the merge, without fields that are equal in both. */
export function mergeInput(pair: Record<One, Reflection>, stays: One, chosen: Partial<Record<ChosenField, Choice>>) {
  const side = (choice: Choice) => (choice === 'both' ? 'both' : choice === stays ? 'into' : 'from');
  const differing = CHOSEN.filter((field) => shownValue(pair.one, field) !== shownValue(pair.other, field));
  const choose = Object.fromEntries(
    differing.map((field) => [field, side(chosen[field] ?? usualChoice(pair, stays, field))]),
  ) as MergeChoice;
  const goes = stays === 'one' ? 'other' : 'one';
  return { id: pair[goes].id, into: pair[stays].id, choose };
}
