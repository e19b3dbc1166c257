import { LESSON_SINGLE_TEXTS, type Reflection } from '@twicewise/contract';

type SingleText = (typeof LESSON_SINGLE_TEXTS)[number];

/**
 * Texts with a place of their own on screen, and the free text, which comes last because it often repeats the others at length.
 */
const PLACED: readonly SingleText[] = ['taskDescription', 'nextStrategy', 'text'];

/** The texts that say why, in reading order. */
export const REASON_TEXTS: readonly SingleText[] = LESSON_SINGLE_TEXTS.filter((field) => !PLACED.includes(field));

/** The other texts of a lesson besides its task, what happened and what to do next, in reading order. */
export const FURTHER_TEXTS: readonly SingleText[] = [...REASON_TEXTS, 'text'];

/** Whether a lesson has no text but its task. */
export function saysNothing(lesson: Reflection): boolean {
  const { whatWorked, whatDidNotWork, nextStrategy } = lesson;
  const said = [...whatWorked, ...whatDidNotWork, nextStrategy, ...FURTHER_TEXTS.map((field) => lesson[field])];
  return said.every((text) => !text);
}
