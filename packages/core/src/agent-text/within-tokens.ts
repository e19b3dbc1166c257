import { fence, provenanceOf, type Reflection, toldLesson } from '@twicewise/contract';
import { loadTokenCounter } from './tokens.ts';

/** Tokens of an answer's own words: its heading, what was left out, and how to go on. */
const OWN_WORDS = 130;
/** Tokens of the nonce in both marks of a fence, at most: one for each of its twelve characters. */
const NONCE_TOKENS = 24;

/** What an answer has room for. */
export interface WithinTokens {
  /** Lessons that fit, in their order, each with its tokens as it is told; null where they were not counted. */
  readonly told: readonly { readonly lesson: Reflection; readonly tokens: number | null }[];
  /** Ids of those that do not. */
  readonly tooLong: readonly string[];
}

/**
 * Which lessons an answer of at most `max` tokens tells, beside other lines; all of them without `max`. One that does not fit
 * whole is passed over for the next.
 */
export async function withinTokens(
  lessons: readonly Reflection[],
  max: number | undefined,
  beside: readonly string[] = [],
): Promise<WithinTokens> {
  if (max === undefined) return { told: lessons.map((lesson) => ({ lesson, tokens: null })), tooLong: [] };
  const count = await loadTokenCounter();
  const told: { lesson: Reflection; tokens: number }[] = [];
  const tooLong: string[] = [];
  let left = beside.reduce((room, line) => room - count(`${line}\n`), max - OWN_WORDS);
  for (const lesson of lessons) {
    const tokens = count(`${fence(toldLesson(lesson), provenanceOf(lesson), '')}\n`) + NONCE_TOKENS;
    if (tokens > left) {
      tooLong.push(lesson.id);
      continue;
    }
    left -= tokens;
    told.push({ lesson, tokens });
  }
  return { told, tooLong };
}
