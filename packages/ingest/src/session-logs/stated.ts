import { normaliseOutcome } from '../lesson-lines/outcome-words.ts';
import type { StatedOutcome } from './draft.ts';
import { stateInEnglish } from './languages.ts';
import { clean, withoutMarks } from './texts.ts';

/** Last words of a status with a subject before them: "ANALYSIS COMPLETE". */
const ENDINGS = /^(?:complete|completed|done|passed|succeeded|failed|resolved|fixed|merged)$/;
const NEGATED = /\b(?:not|never|in|un|partially|partly|almost|nearly|mostly)$/;
const EARLY = /^(?:in[ _-]?progress|started|active|ongoing|wip|pending|open)$/i;
/** Something that was done in part: "partially remediated". */
const PARTLY = /^(?:partially|partly)\s/i;
/** Maximum number of words of a status; more is ordinary text. */
const MAX_WORDS = 4;

/** The status itself: without marks, symbols and the explanation after it. */
function bare(value: string): string {
  const inBrackets = /^[^\p{L}\p{N}[]{0,5}\[([\p{L} _-]{2,40})\]/u.exec(value)?.[1];
  if (inBrackets !== undefined) return inBrackets.replaceAll('_', ' ').trim();
  const text = withoutMarks(value.slice(0, 300))
    .replace(/[[\]*`_]/g, ' ')
    .replace(/[^\p{L}\p{N}\s,;:.()–—/-]/gu, ' ');
  return (text.trim().split(/\s[-–—]\s?|[,;:.(–—]/, 1)[0] ?? '').trim();
}

/** The outcome that a status field states, or null for an unknown word. `isHeader` is for a field at the top of a document. */
export function statedOutcome(value: string, isHeader: boolean): StatedOutcome | null {
  const native = clean(withoutMarks(value), 256);
  const word = stateInEnglish(bare(native));
  const words = word.toLowerCase().split(/\s+/);
  if (word === '' || words.length > MAX_WORDS) return null;
  const whole = normaliseOutcome(PARTLY.test(word) ? 'partial' : word);
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).join(' ');
  const isEnding = whole.outcome === 'unknown' && ENDINGS.test(last) && before !== '';
  const found = isEnding ? normaliseOutcome(last) : whole;
  const outcome = isEnding && NEGATED.test(before) ? ('partial' as const) : found.outcome;
  if (outcome === 'unknown') return null;
  return { outcome, native: native === outcome ? null : native, isEarly: isHeader && EARLY.test(word) };
}
