import { type LineTime, parseLineTime } from '../importing/line-time.ts';
import { type Fields, pick } from './json-tree.ts';

/** How logs write a day of which they do not know the time. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0{1,9})?)?\s?(?:Z|[+-]00:?00)?$/;

/** A time of a log. Midnight to the second is a day without its time (R9); epochs are no times here: they are numbers of things. */
export function timeIn(value: unknown): LineTime | null {
  if (typeof value !== 'string' || value.length > 64 || !value.includes('-')) return null;
  const time = parseLineTime(value);
  return time !== null && MIDNIGHT.test(value.trim()) ? { ...time, quality: 'day' } : time;
}

const TIMES = ['timestamp', 'time', 'datetime', 'at', 'when', 'date', 'createdat', 'completedat', 'occurredat'];

/** The time of an entry and the key it stands under. */
export function timeOf(fields: Fields): { key: string; time: LineTime } | null {
  for (const name of TIMES) {
    const found = pick(fields, [name]);
    const time = timeIn(found?.value);
    if (found && time) return { key: found.key, time };
  }
  return null;
}
