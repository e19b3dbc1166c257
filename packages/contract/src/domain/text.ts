import * as z from 'zod';
import { isBlank, MAX_TEXT_BYTES, textProblem, utf8Bytes } from '../facts/text.ts';

export * from '../facts/text.ts';

/** A text of at most `maxBytes` UTF-8 bytes without control characters or lone surrogates. */
export function text(maxBytes: number = MAX_TEXT_BYTES): z.ZodString {
  return z.string().superRefine((value, context) => {
    // A UTF-16 unit takes at most three bytes, so short strings need no count.
    if (value.length * 3 > maxBytes && utf8Bytes(value) > maxBytes) {
      context.addIssue({
        code: 'custom',
        message: `is ${utf8Bytes(value)} bytes, the limit is ${maxBytes}; shorten it`,
        params: { reason: 'too_large' },
      });
      return;
    }
    const problem = textProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });
}

const EMPTY = 'must not be empty';

/** The same text, but it must say something: white space and characters that cannot be seen are refused like an empty one. */
export function filled(schema: z.ZodString): z.ZodString {
  return schema.min(1, { error: EMPTY, abort: true }).refine((value) => !isBlank(value), { message: EMPTY });
}

/** A name, key or tag: one to `maxBytes` bytes that can be seen. */
export function label(maxBytes = 256): z.ZodString {
  return text(maxBytes).refine((value) => !isBlank(value), { message: EMPTY });
}
