import { MAX_TEXT_BYTES, textProblem, utf8Bytes } from '@twicewise/contract';
import { type Draft, type Field, stagedFields } from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';

/** Why a field cannot be saved, in words for the person, and which entry of a list is wrong. */
export interface Mistake {
  text: string;
  /** The index of the entry, from 0; absent when the field is not a list. */
  entry?: number;
}

/** Mistakes by field; a field without one is absent. */
export type Mistakes = Partial<Record<Field, Mistake>>;

const { mistakes } = strings.form;

/**
 * Limits of `reflection.update`: the most entries of a list, and the most bytes of one entry. A test keeps them in step with the
 * contract.
 */
const LISTS: Partial<Record<Field, { most: number; bytes: number }>> = {
  whatWorked: { most: 100, bytes: MAX_TEXT_BYTES },
  whatDidNotWork: { most: 100, bytes: MAX_TEXT_BYTES },
  tags: { most: 64, bytes: 128 },
  relatedEntityIds: { most: 200, bytes: 512 },
};
const MOST_ATTEMPTS = 1_000_000;

function inText(text: string, most: number): string | null {
  const bytes = utf8Bytes(text);
  if (bytes > most) return mistakes.tooLong(bytes, most);
  return textProblem(text) === null ? null : mistakes.unreadable;
}

function inProse(value: unknown): string | null {
  const wrong = typeof value === 'string' ? inText(value, MAX_TEXT_BYTES) : null;
  return wrong === null ? null : mistakes.text(wrong);
}

function inList(field: Field, items: readonly string[]): Mistake | null {
  const { most, bytes } = LISTS[field] ?? { most: items.length, bytes: MAX_TEXT_BYTES };
  // Empty entries are left out when saving.
  const filled = items.flatMap((item, entry) => (item.trim() === '' ? [] : [{ text: item.trim(), entry }]));
  const beyond = filled[most];
  if (beyond) return { text: mistakes.tooMany(most), entry: beyond.entry };
  for (const { text, entry } of filled) {
    const wrong = inText(text, bytes);
    if (wrong) return { text: mistakes.entry(entry + 1, wrong), entry };
  }
  return null;
}

function inNumber(field: Field, value: number): string | null {
  if (field === 'confidence') return value >= 0 && value <= 1 ? null : mistakes.confidence;
  return Number.isInteger(value) && value >= 0 && value <= MOST_ATTEMPTS ? null : mistakes.attempt(MOST_ATTEMPTS);
}

function inField(field: Field, value: unknown): Mistake | null {
  if (Array.isArray(value)) return inList(field, value as string[]);
  if (field === 'taskDescription' && value === '') return { text: mistakes.noTask };
  const wrong = typeof value === 'number' ? inNumber(field, value) : inProse(value);
  return wrong === null ? null : { text: wrong };
}

/** Checks a draft before the host is asked to save it. The host has the final say. */
export function mistakesIn(draft: Draft): Mistakes {
  const found = stagedFields(draft).flatMap((field) => {
    const mistake = inField(field, draft.mine[field]);
    return mistake ? [[field, mistake] as const] : [];
  });
  return Object.fromEntries(found);
}
