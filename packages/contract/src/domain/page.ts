import * as z from 'zod';

/** Largest page of any list. */
export const MAX_PAGE = 500;

/** How many rows to return. 0 is 0. */
export function limit(byDefault: number, max: number = MAX_PAGE) {
  return z.int().min(0).max(max).default(byDefault).describe(`Rows to return, 0 to ${max}`);
}

/** Where the page before ended, as given by `nextCursor`. Opaque. */
export const cursor = z.string().max(512).optional().describe('nextCursor of the page before');

/** A page of a list; `nextCursor` is null on the last page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
