import { LESSON_SINGLE_TEXTS, type Reflection } from '@twicewise/contract';

type SingleText = (typeof LESSON_SINGLE_TEXTS)[number];

/** Texts with a place of their own on screen, and the free text, which often repeats the others at length: it comes last. */
const PLACED: readonly SingleText[] = ['taskDescription', 'nextStrategy', 'text'];

/** What a lesson says beside its task, what happened and what to do next, in the order of reading. */
export const FURTHER_TEXTS: readonly SingleText[] = [
  ...LESSON_SINGLE_TEXTS.filter((field) => !PLACED.includes(field)),
  'text',
];

/** Whether a lesson says nothing but its task. */
export function saysNothing(lesson: Reflection): boolean {
  const { whatWorked, whatDidNotWork, nextStrategy } = lesson;
  const said = [...whatWorked, ...whatDidNotWork, nextStrategy, ...FURTHER_TEXTS.map((field) => lesson[field])];
  return said.every((text) => !text);
}
