import { dayText, localDay } from './local-day.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = 24 * 60 * 60_000;

/** The day that is this many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The same day of the month this many months later, or earlier; the last day of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayText(year, month - 1 + months, Math.min(date, last));
}

/** A day that exists; null for such as the 30th of February. */
function existing(year: number, month: number, day: number): string | null {
  const text = month >= 1 && month <= 12 && year >= 1000 && year <= 9999 ? dayText(year, month - 1, day) : '';
  return text.endsWith(`-${String(day).padStart(2, '0')}`) && Number(text.slice(5, 7)) === month ? text : null;
}

function readDay(text: string, today: string): string | null {
  if (text === 'today') return today;
  if (text === 'yesterday') return addDays(today, -1);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return existing(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const named = /^(\d{1,2}) ([a-z]{3})[a-z]*(?: (\d{4}))?$/.exec(text);
  const month = MONTHS.indexOf(named?.[2] ?? '') + 1;
  return named && month > 0 ? existing(Number(named[3] ?? today.slice(0, 4)), month, Number(named[1])) : null;
}

/**
 * Reads what a person typed as a day: `2026-11-25`, `25.11.2026`, `25 Nov 2026`, `25 Nov`, `today`, `yesterday`. With `withTime` a time may
 * follow, or stand alone for today. Returns `2026-11-25` or `2026-11-25T14:30`; null for what is none.
 */
export function readDate(typed: string, { now, withTime = false }: { now: Date; withTime?: boolean }): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/(?<=\d)t(?=\d)/, ' ')
    .replace(/[\s,]+/g, ' ');
  const today = localDay(now);
  const timed = /^(.*?) ?(\d{1,2}):(\d{2})$/.exec(text);
  if (!timed) return readDay(text, today);
  const [, day = '', hour = '', minute = ''] = timed;
  if (!withTime || Number(hour) > 23 || Number(minute) > 59) return null;
  const read = day === '' ? today : readDay(day, today);
  return read && `${read}T${hour.padStart(2, '0')}:${minute}`;
}

/** The weeks that a calendar shows for a month, from Monday to Sunday: the days of the month, and null before and after. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month.slice(0, 7)}-01`;
  const before = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % 7;
  const days = Number(addDays(addMonths(first, 1), -1).slice(8));
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, index) => {
    const day = index - before;
    return day < 0 || day >= days ? null : addDays(first, day);
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
