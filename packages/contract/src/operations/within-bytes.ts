import type * as z from 'zod';
import { utf8Bytes } from '../domain/text.ts';

/** Bytes of all texts and keys of a JSON value, as `bytesOf` counts them; other values count 8. */
function sizeOf(value: unknown, bytesOf: (text: string) => number): number {
  if (typeof value === 'string') return bytesOf(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item, bytesOf), 0);
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).reduce((sum, [key, item]) => sum + bytesOf(key) + sizeOf(item, bytesOf), 0);
  }
  return 8;
}

/** Upper bound: a UTF-16 unit takes at most three bytes, so most values need no exact count. */
const mostBytes = (text: string) => 3 * text.length;

/** Size of all texts and keys of a value, in UTF-8 bytes. */
export function textBytes(value: unknown): number {
  return sizeOf(value, utf8Bytes);
}

/** Adds a limit on the size of all texts together to an object schema; a larger value gives `too_large`. */
export function withinBytes<T extends z.ZodType>(limit: number, what: string, schema: T): T {
  return schema.superRefine((value, context) => {
    if (sizeOf(value, mostBytes) <= limit) return;
    const bytes = textBytes(value);
    if (bytes <= limit) return;
    context.addIssue({
      code: 'custom',
      message: `the ${what} is ${bytes} bytes, the limit is ${limit}; shorten it`,
      params: { reason: 'too_large' },
    });
  }) as T;
}
