import { counted, type Reflection } from '@twicewise/contract';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/** The unit for each minimum age in milliseconds: the smallest unit that keeps the number short. */
const UNITS: readonly [from: number, unit: number, name: string][] = [
  [2 * YEAR, YEAR, 'year'],
  [2 * MONTH, MONTH, 'month'],
  [DAY, DAY, 'day'],
  [HOUR, HOUR, 'hour'],
  [MINUTE, MINUTE, 'minute'],
];

/**
 * How long ago something happened, such as "3 days ago". `now` is in milliseconds since 1970. A time known only to the day is
 * never given in hours, and an unknown time is left out. A time in the future (clocks differ) is "just now".
 */
export function ageOf(
  { observedAt, createdAt, timeQuality }: Pick<Reflection, 'observedAt' | 'createdAt' | 'timeQuality'>,
  now: number,
): string {
  if (timeQuality === 'unknown') return 'at an unknown time';
  const age = now - Date.parse(observedAt ?? createdAt);
  if (timeQuality === 'day' && age < DAY) return 'today';
  const found = UNITS.find(([from]) => age >= from);
  if (!found) return 'just now';
  const [, unit, name] = found;
  return `${counted(Math.floor(age / unit), name)} ago`;
}
