import * as z from 'zod';

/** An instant as ISO 8601 with zone, kept and returned in UTC with milliseconds. */
export const instant = z.iso.datetime({
  offset: true,
  message: 'must be ISO 8601 with a zone, such as 2026-01-31T09:30:00Z',
});

/** How far a recorded time can be trusted. `day` is a date without a time of day; it orders against nothing on that day. */
export const timeQuality = z.enum(['exact', 'day', 'unknown']);
