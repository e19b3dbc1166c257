import { type LineTime, parseLogTime } from '../lesson-lines/line-time.ts';
import { type Fields, pick } from './json/tree.ts';

/** A time in a log. Numbers are not read as epochs, because in logs they count or name things. */
export function timeIn(value: unknown): LineTime | null {
  if (typeof value !== 'string' || value.length > 64 || !value.includes('-')) return null;
  return parseLogTime(value);
}

const TIMES = ['timestamp', 'time', 'datetime', 'at', 'when', 'date', 'createdat', 'completedat', 'occurredat'];

/** The time of an entry, and its key. */
export function timeOf(fields: Fields): { key: string; time: LineTime } | null {
  for (const name of TIMES) {
    const found = pick(fields, [name]);
    const time = timeIn(found?.value);
    if (found && time) return { key: found.key, time };
  }
  return null;
}
