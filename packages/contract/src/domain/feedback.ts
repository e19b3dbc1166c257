import * as z from 'zod';
import { author } from './author.ts';
import { exposureId, feedbackId, reflectionId } from './ids.ts';
import { MAX_TEXT_BYTES, text } from './text.ts';
import { instant } from './time.ts';

/** A verdict on a lesson that was shown. */
export const verdict = z.enum(['helpful', 'unhelpful', 'harmful']);
/** See {@link verdict}. */
export type Verdict = z.infer<typeof verdict>;

/** A verdict as it is stored. */
export const feedback = z.object({
  id: feedbackId,
  reflectionId,
  exposureId: exposureId.nullable().describe('The time it was shown that this is about, if one is known'),
  verdict,
  note: z.string(),
  author,
  sessionRef: z.string().nullable(),
  at: instant,
});
/** See {@link feedback}. */
export type Feedback = z.infer<typeof feedback>;

/** The reason for the verdict, in the author's words. */
export const feedbackNote = text(MAX_TEXT_BYTES / 16);
