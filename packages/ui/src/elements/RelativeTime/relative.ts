const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, in as few characters as stay exact enough to read down a column. Past a month it is a date. */
export function relative(iso: string, now: number, dayOnly = false): string {
  const then = Date.parse(iso);
  const age = now - then;
  if (dayOnly && age < DAY) return 'today';
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} d`;
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(then);
}

/** The same inside a sentence: "5 min ago", but "now" and "12 May" as they are. */
export function relativeSentence(iso: string, now: number, dayOnly = false): string {
  const words = relative(iso, now, dayOnly);
  return / (min|h|d)$/.test(words) ? `${words} ago` : words;
}

/** The moment itself, in the reader's time zone and with it; only the date when only the day is known. */
export function exact(iso: string, dayOnly = false): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(dayOnly
      ? { timeZone: 'UTC' }
      : { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' as const }),
  }).format(new Date(iso));
}
