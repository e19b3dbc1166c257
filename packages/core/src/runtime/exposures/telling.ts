import { type Caller, type Envelope, hasIdForm, shorten } from '@twicewise/contract';
import { type Clean, cleanHead } from '@twicewise/redaction';
import { MAX_TOLD, type ToldText } from '@twicewise/store';
import { renderValue } from '@twicewise/tool-answers';
import { isShownToAgent } from '../person-only.ts';

// The text of an answer that is recorded as shown (docs/adr/0061). It is made here for a door that gives agents texts: its fences
// have marks that are never made twice, so one that is made elsewhere would not be the one that was read.

/** A text as it is given. */
export type GivenText = Pick<ToldText, 'form' | 'text'>;

/** The answer to one request while it is made: its text is known only after what it shows was recorded. */
export interface Telling {
  /** The input of the request, of which an answer may repeat a part. */
  question: unknown;
  /** True once something was recorded as shown. */
  isRecorded: boolean;
  told: GivenText | null;
}

/** What one request tells, of which nothing is known yet. */
export function newTelling(question: unknown): Telling {
  return { question, isRecorded: false, told: null };
}

/**
 * What a program is given: a text that is part of the answer, else the answer as JSON, but for how the question was understood: its
 * terms are pieces in which no secret would be found, and the question is kept beside.
 */
function givenTo(value: unknown): GivenText {
  const { query: _understood, ...shown } = value as Readonly<Record<string, unknown>>;
  const { text, prompt } = shown;
  if (typeof text === 'string') return { form: 'text', text };
  if (typeof prompt === 'string') return { form: 'text', text: prompt };
  return { form: 'data', text: JSON.stringify(shown) };
}

/** Adds its text to the account of a recorded answer; for a door that gives agents texts, to the answer as well. */
export function addText(telling: Telling, name: string, answer: Envelope, caller: Caller): Envelope {
  if (!telling.isRecorded || !answer.ok || !isShownToAgent(caller)) return answer;
  if (caller.door !== 'mcp') {
    telling.told = givenTo(answer.value);
    return answer;
  }
  const text = renderValue(name, answer.value);
  telling.told = { form: 'text', text };
  return { ...answer, told: text };
}

/** All texts in an input, in lines of their own. Our own ids are none: no secret is in them, and most readers ask by one. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return hasIdForm(value) ? '' : value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).filter(Boolean).join('\n');
}

/**
 * A text as it is kept: its beginning, without secrets; none when it is empty. What is stored was cleaned when it came, so only a
 * question with a secret brings one back; looking through the question takes a fraction of the time that the answer takes.
 */
export function toKept(told: GivenText | null, question: unknown, clean: Clean): ToldText | null {
  if (told === null || told.text === '') return null;
  const { form, text } = told;
  const asked = textsIn(question);
  const mayHoldSecrets = asked !== '' && (asked.length >= text.length || clean(asked) !== asked);
  const kept = mayHoldSecrets ? cleanHead(text, MAX_TOLD, clean) : shorten(text, MAX_TOLD);
  return { form, text: kept.replaceAll('\0', ''), length: text.length };
}
