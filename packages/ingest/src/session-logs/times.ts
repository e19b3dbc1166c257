import { type LineTime, parseLogTime } from '../lesson-lines/line-time.ts';
import { type Fields, pick } from './json/tree.ts';

/** A time of a log. Epochs are none here: they are numbers of things. */
export function timeIn(value: unknown): LineTime | null {
  if (typeof value !== 'string' || value.length > 64 || !value.includes('-')) return null;
  return parseLogTime(value);
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
