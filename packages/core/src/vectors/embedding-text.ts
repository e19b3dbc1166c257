import { hash } from 'node:crypto';
import { EMBEDDED_FIELDS, shorten, statementsIn } from '@twicewise/contract';
import type { LessonText } from '@twicewise/store';

/** Rises when the text is composed in another way: all vectors are then computed again. */
const RECIPE = 1;
/** Longest text that is embedded, in UTF-16 units; common models read 512 to 8,192 tokens. */
const MAX_TEXT = 6000;

/** A text to embed, with what it is recognised by. */
export interface EmbeddingText {
  text: string;
  hash: string;
}

/** The fields that an embedding is made from. */
export type EmbeddedFields = Pick<LessonText, (typeof EMBEDDED_FIELDS)[number] | 'isDeleted'>;

/**
 * What of a lesson is embedded: task, what worked, what did not, next strategy (S0-32), and for the kinds that have them
 * the free text and the root cause. Null for a lesson in the bin or without words: it has no vector, and none is kept.
 */
export function embeddingText(lesson: EmbeddedFields): EmbeddingText | null {
  if (lesson.isDeleted) return null;
  const parts = EMBEDDED_FIELDS.flatMap((field) => statementsIn(lesson, field));
  const text = shorten(parts.filter((part) => part.trim() !== '').join('\n'), MAX_TEXT);
  return text === '' ? null : { text, hash: hash('sha256', `${RECIPE}\0${text}`, 'base64url').slice(0, 22) };
}
