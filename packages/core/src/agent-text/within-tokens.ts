import { fence, provenanceOf, type Reflection, toldLesson } from '@twicewise/contract';
import { type CountTokens, loadTokenCounter } from './tokens.ts';

/** Tokens reserved for fixed wording: the heading, what was left out, and how to continue. */
const OWN_WORDS = 130;
/** Maximum tokens of the nonces in both marks of a fence: one for each of their twelve characters. */
const NONCE_TOKENS = 24;

/** The lessons that fit into an answer, and those that do not. */
export interface WithinTokens {
  /** Lessons that fit, in their order, each with the tokens of its text; null when not counted. */
  readonly told: readonly { readonly lesson: Reflection; readonly tokens: number | null }[];
  /** Ids of the lessons that do not fit. */
  readonly tooLong: readonly string[];
}

/** Most tokens of a lesson in an answer that has it whole. */
function tokensOfLesson(lesson: Reflection, count: CountTokens): number {
  return count(`${fence(toldLesson(lesson), provenanceOf(lesson), '')}\n`) + NONCE_TOKENS;
}

/**
 * Chooses the lessons that fit into `max` tokens together with the other lines; all of them without `max`. A lesson that does not
 * fit whole is skipped, and the next is tried.
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
    const tokens = tokensOfLesson(lesson, count);
    if (tokens > left) {
      tooLong.push(lesson.id);
      continue;
    }
    left -= tokens;
    told.push({ lesson, tokens });
  }
  return { told, tooLong };
}
