import { hash } from 'node:crypto';
import { EMBEDDED_FIELDS, shorten, statementsIn } from '@twicewise/contract';
import type { LessonText } from '@twicewise/store';

/** Increase when the composition of the text changes; all vectors are then computed again. */
const RECIPE = 1;
/** Maximum length of an embedded text, in UTF-16 units. Common models read 512 to 8,192 tokens. */
const MAX_TEXT = 6000;

/** A text to embed, with its hash. */
export interface EmbeddingText {
  text: string;
  hash: string;
}

/** The fields that an embedding is computed from. */
export type EmbeddedFields = Pick<LessonText, (typeof EMBEDDED_FIELDS)[number] | 'isDeleted'>;

/**
 * The text of a lesson that is embedded: task, what worked, what did not, next strategy (S0-32), and, where present, free text
 * and root cause. Null for a lesson in the bin or without words, which has no vector.
 */
export function embeddingText(lesson: EmbeddedFields): EmbeddingText | null {
  if (lesson.isDeleted) return null;
  const parts = EMBEDDED_FIELDS.flatMap((field) => statementsIn(lesson, field));
  const text = shorten(parts.filter((part) => part.trim() !== '').join('\n'), MAX_TEXT);
  return text === '' ? null : { text, hash: hash('sha256', `${RECIPE}\0${text}`, 'base64url').slice(0, 22) };
}
