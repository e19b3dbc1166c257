import { localDay } from '../DateField/local-day.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const;
const DATE = { ...DAY_AND_MONTH, year: 'numeric' } as const;
const HOUR_OF_DAY = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const TIME = { ...HOUR_OF_DAY, timeZoneName: 'short' } as const;

/** Created once: creating a format costs a hundred times what using it does, and each row of a list uses one. */
const formats = {
  local: formatsIn({}),
  utc: formatsIn({ timeZone: 'UTC' }),
};

function formatsIn(zone: { timeZone?: string }) {
  const of = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...parts, ...zone });
  return {
    thisYear: of(DAY_AND_MONTH),
    date: of(DATE),
    minute: of({ ...DATE, hour: '2-digit', minute: '2-digit' }),
    moment: of({ ...DATE, ...TIME }),
    hour: of(HOUR_OF_DAY),
  };
}

/** Without a time of day only the date is known, which is the same in every time zone. */
function dateOf(then: number, now: number, dayOnly: boolean): string {
  const { date, thisYear } = dayOnly ? formats.utc : formats.local;
  const yearOf = (time: number) => (dayOnly ? new Date(time).getUTCFullYear() : new Date(time).getFullYear());
  return (yearOf(then) === yearOf(now) ? thisYear : date).format(then);
}

/** True for what cannot have happened yet; a clock somewhere may be ahead of ours by a zone, not by more. */
export function isAhead(iso: string, now: number): boolean {
  return Date.parse(iso) - now > DAY;
}

/** Whole days from a day to the one that the reader's calendar shows. A day ahead by another zone counts as today. */
function daysSince(then: number, now: number): number {
  const [day, today] = [new Date(then).toISOString().slice(0, 10), localDay(new Date(now))];
  return Math.max(0, (Date.parse(today) - Date.parse(day)) / DAY);
}

/** How long ago, as short as possible for a column. After a month it is a date. */
export function relative(iso: string, now: number, dayOnly = false): string {
  const then = Date.parse(iso);
  const age = now - then;
  if (isAhead(iso, now)) return (dayOnly ? formats.utc : formats.local).date.format(then);
  if (dayOnly) {
    const days = daysSince(then, now);
    if (days === 0) return 'today';
    return days < 30 ? `${days} d` : dateOf(then, now, dayOnly);
  }
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} d`;
  return dateOf(then, now, dayOnly);
}

/** The same inside a sentence: "5 min ago", but "now" and "12 May" as they are. */
export function relativeSentence(iso: string, now: number, dayOnly = false): string {
  const words = relative(iso, now, dayOnly);
  return / (min|h|d)$/.test(words) ? `${words} ago` : words;
}

/** The exact time in the reader's time zone, with the zone; only the date when only the day is known. */
export function exact(iso: string, dayOnly = false): string {
  return (dayOnly ? formats.utc.date : formats.local.moment).format(new Date(iso));
}

/** Where a range of time begins or ends: its local day, with the minute only where that is not the day's beginning. */
export function limit(iso: string): string {
  const then = new Date(iso);
  const { date, minute } = formats.local;
  return (new Date(then).setHours(0, 0, 0, 0) === then.getTime() ? date : minute).format(then);
}

/** The local day of an instant as a heading: today, yesterday, or its date, with the year where that is another one. */
export function dayName(iso: string, now: number): string {
  const dayOf = (time: number | string) => new Date(time).toDateString();
  if (dayOf(iso) === dayOf(now)) return 'Today';
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return dayOf(iso) === before.toDateString() ? 'Yesterday' : dateOf(Date.parse(iso), now, false);
}

/** The exact time in two parts, for columns: the day, and the time to the second. The zone is in the tooltip. */
export function dayAndHour(iso: string): { day: string; hour: string } {
  const then = new Date(iso);
  return { day: formats.local.date.format(then), hour: formats.local.hour.format(then) };
}
