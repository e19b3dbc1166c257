import type { MergeChoice, Reflection } from '@twicewise/contract';

/** Fields of which a person chooses what stays, in the order in which one decides about a lesson. */
export const CHOSEN = [
  'taskDescription',
  'whatDidNotWork',
  'whatWorked',
  'nextStrategy',
  'rootCause',
  'causalReasoning',
  'text',
  'tags',
  'relatedEntityIds',
  'failureCategory',
  'confidence',
] as const satisfies readonly (keyof MergeChoice)[];
/** See {@link CHOSEN}. */
export type ChosenField = (typeof CHOSEN)[number];

/** One of two lessons: the older or the newer one. */
export type One = 'one' | 'other';
/** Whose value of a field stays. */
export type Choice = One | 'both';

const JOINED: ReadonlySet<ChosenField> = new Set(['whatWorked', 'whatDidNotWork', 'text', 'tags', 'relatedEntityIds']);

/** Whether both values can stay. */
export function canJoin(field: ChosenField): boolean {
  return JOINED.has(field);
}

/** A value as text; '' when there is none. */
export function shownValue(lesson: Reflection, field: ChosenField): string {
  const value = lesson[field];
  return Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value);
}

/** Which of two lessons stays where nobody chose: one in use before a draft, else the newer. */
export function usualStay(one: Reflection, other: Reflection): One {
  return other.state === 'draft' && one.state !== 'draft' ? 'one' : 'other';
}

/** Whose value stays where nobody chose: of both where that can be, else of the lesson that stays, if it says anything. */
export function usualChoice(pair: Record<One, Reflection>, stays: One, field: ChosenField): Choice {
  const goes = stays === 'one' ? 'other' : 'one';
  const says = (side: One) => shownValue(pair[side], field) !== '';
  if (canJoin(field) && says(stays) && says(goes)) return 'both';
  return says(stays) || !says(goes) ? stays : goes;
}

/** What a person chose, as the merge is asked for: nothing of what both say alike. */
export function mergeInput(pair: Record<One, Reflection>, stays: One, chosen: Partial<Record<ChosenField, Choice>>) {
  const side = (choice: Choice) => (choice === 'both' ? 'both' : choice === stays ? 'into' : 'from');
  const differing = CHOSEN.filter((field) => shownValue(pair.one, field) !== shownValue(pair.other, field));
  const choose = Object.fromEntries(
    differing.map((field) => [field, side(chosen[field] ?? usualChoice(pair, stays, field))]),
  ) as MergeChoice;
  const goes = stays === 'one' ? 'other' : 'one';
  return { id: pair[goes].id, into: pair[stays].id, choose };
}
