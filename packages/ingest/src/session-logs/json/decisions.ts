import { KNOWN_DECISION_TYPES, type Outcome } from '@twicewise/contract';
import { normaliseOutcome } from '../../lesson-lines/outcome-words.ts';
import { addDecision, type LogDraft, type Place } from '../draft.ts';
import { clean, isPlaceholder, logSentences } from '../texts.ts';
import { timeOf } from '../times.ts';
import { leftover } from './leftover.ts';
import { tiesIn } from './ties.ts';
import { below, type Fields, isFields, listOf, pick, pickText, plainKey, textOf } from './tree.ts';

/** Keys for lists of decisions, as `plainKey` spells them: `decisions`, `technical_decisions`, `decisionsMade`. */
const DECISIONS =
  /^(?:key|main|major|technical|tech|design|architectur(?:e|al)|implementation|process|important|notable)?decisions?(?:made|taken|log|record|records)?$/;

export function isDecisionKey(key: string): boolean {
  return DECISIONS.test(plainKey(key));
}

/** Keys that hold the choice itself; a question says what was to be decided. */
const CHOICE = ['chosen', 'choice', 'selected', 'selectedoption'];
const DECISION = ['decision', 'decisionmade', 'decided', 'verdict'];
const SAID = ['summary', 'statement', 'title', 'name', 'description', 'text', 'content', 'chosenapproach', 'approach'];
const CONTEXT = ['context', 'question', 'problem', 'issuetodecide', 'background', 'topic', 'situation'];
const OPTIONS = ['options', 'alternatives', 'alternativesconsidered', 'optionsconsidered', 'alternative', 'considered'];
const RATIONALE = ['rationale', 'reason', 'reasoning', 'why', 'justification', 'because'];
const RISKS = ['risks', 'risk', 'tradeoffs', 'tradeoff', 'downsides', 'consequences'];

const isSaid = (text: string) => !isPlaceholder(text);

/** A confidence from 0 to 1; percentages and "85%" are converted. Null for words such as "high". */
export function confidenceOf(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^(\d{1,3}(?:\.\d{1,6})?)\s?%?$/.exec(value.trim())?.[1] : undefined;
  const number = typeof value === 'number' ? value : digits === undefined ? Number.NaN : Number(digits);
  const isPercent = number > 1 || (typeof value === 'string' && value.includes('%'));
  const share = isPercent ? number / 100 : number;
  return share >= 0 && share <= 1 ? share : null;
}

/** How a decision turned out, if the log states it in a known word: "success", or "Successful - it found the cause" (B1-15). */
export function turnedOut(value: unknown): Outcome {
  if (typeof value !== 'string') return 'unknown';
  const first = value.split(/\s[-–—]\s|[:;,.(]/, 1)[0] ?? '';
  return first.length > 30 ? 'unknown' : normaliseOutcome(first.trim()).outcome;
}

/** The type of a decision if the log uses a known word; a type is never guessed. */
export function knownType(value: unknown): string | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return KNOWN_DECISION_TYPES.find((type) => type === word) ?? null;
}

/** What was chosen, and what was to be decided. Where a choice stands beside a decision, the decision is the question. */
function chosenIn(fields: Fields): { chosen: string; context: string; keys: string[] } | null {
  const choice = pick(fields, CHOICE);
  const named = pick(fields, [...DECISION, ...(choice ? [] : SAID)]);
  const main = choice ?? named;
  if (!main) return null;
  const context = pickText(fields, CONTEXT) ?? (choice && named ? textOf(named.value) : '');
  return { chosen: textOf(main.value), context, keys: [main.key, ...(choice && named ? [named.key] : [])] };
}

/** True for an object that is one decision, not a group of decisions. */
function isDecision(fields: Fields): boolean {
  return pick(fields, [...CHOICE, ...DECISION, ...RATIONALE]) !== null || pickText(fields, SAID) !== null;
}

function addFrom(draft: LogDraft, fields: Fields, place: Place): void {
  const main = chosenIn(fields);
  if (!main) return;
  const [options, rationale, risks] = [OPTIONS, RATIONALE, RISKS].map((names) => pick(fields, names));
  const [type, outcome, confidence] = ['type', 'outcome', 'confidence'].map((name) => pick(fields, [name]));
  const time = timeOf(fields);
  const ties = tiesIn(fields);
  const ending = turnedOut(outcome?.value);
  const share = confidenceOf(confidence?.value);
  const kind = knownType(type?.value);
  const isWord = ending !== 'unknown' && !/\s/.test(String(outcome?.value).trim());
  const taken = [options, rationale, risks, time, kind && type, share !== null && confidence, isWord && outcome];
  const keys = [...main.keys, ...ties.keys, ...taken.flatMap((one) => (one ? [one.key] : []))];
  const context = pick(fields, CONTEXT);
  addDecision(draft, {
    pointer: place.pointer,
    time: time?.time ?? place.time,
    type: kind,
    chosen: main.chosen,
    context: main.context,
    options: listOf(options?.value ?? []).filter(isSaid),
    rationale: rationale ? textOf(rationale.value) || null : null,
    risks: listOf(risks?.value ?? []).filter(isSaid),
    confidence: share,
    outcome: ending,
    outcomeSource: ending === 'unknown' ? 'defaulted' : 'reported',
    ...ties.ties,
    extra: leftover(fields, new Set(context ? [...keys, context.key] : keys)),
  });
}

/** Takes decisions from the value of such a key: a text, an object, a list of both, or groups of lists. */
export function takeDecisions(draft: LogDraft, value: unknown, place: Place): void {
  if (typeof value === 'string') {
    // A single word beside a key `decision` is a verdict on something else.
    if (logSentences(value).some((sentence) => sentence.split(/\s/).length > 2)) {
      addDecision(draft, { ...place, chosen: clean(value) });
    }
  } else if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      takeDecisions(draft, member, { ...place, pointer: below(place.pointer, at) });
    }
  } else if (isFields(value)) {
    if (isDecision(value)) addFrom(draft, value, place);
    else {
      for (const [key, member] of Object.entries(value)) {
        if (typeof member === 'object') takeDecisions(draft, member, { ...place, pointer: below(place.pointer, key) });
      }
    }
  }
}
