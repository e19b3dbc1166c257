import type { TimeStep } from '@twicewise/contract';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Points that a chart shows well; without a wish the step is the finest that makes no more. */
const WANTED_POINTS = 60;

/** One step of time: a day, week or month of local time, cut to what was asked for. */
export interface Step {
  /** Local day that it begins on, `YYYY-MM-DD`, before it was cut. */
  key: string;
  /** In UTC. */
  from: string;
  until: string;
}

/** Local midnight of a day as a UTC date would have it: arithmetic on days without any time zone. */
function midnight(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** First local day of the step that a local day is in. */
export function stepOf(day: string, step: TimeStep): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const date = midnight(day);
  // getUTCDay counts from Sunday; weeks begin on Monday.
  return dayOf(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS));
}

function next(key: string, step: TimeStep): string {
  const date = midnight(key);
  if (step === 'month') return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
  return dayOf(new Date(date.getTime() + (step === 'week' ? 7 : 1) * DAY_MS));
}

function localDay(instant: string, utcOffset: number): string {
  return dayOf(new Date(Date.parse(instant) + utcOffset * MINUTE_MS));
}

/** Start of a local day in UTC. */
function startOf(day: string, utcOffset: number): string {
  return new Date(midnight(day).getTime() - utcOffset * MINUTE_MS).toISOString();
}

/** How many steps the time from `since` to `until` touches. */
export function countSteps(since: string, until: string, step: TimeStep): number {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS;
  return Math.ceil(days / { day: 1, week: 7, month: 28 }[step]) + 1;
}

/** The finest step that draws well. */
export function chooseStep(since: string, until: string): TimeStep {
  const fits = (step: TimeStep) => countSteps(since, until, step) <= WANTED_POINTS + 1;
  return (['day', 'week'] as const).find(fits) ?? 'month';
}

/** Every step from `since` (inclusive) to `until` (exclusive), the first and the last one cut to these. */
export function stepsBetween(since: string, until: string, step: TimeStep, utcOffset: number): Step[] {
  const steps: Step[] = [];
  if (since >= until) return steps;
  for (let key = stepOf(localDay(since, utcOffset), step); startOf(key, utcOffset) < until; key = next(key, step)) {
    const from = startOf(key, utcOffset);
    const end = startOf(next(key, step), utcOffset);
    steps.push({ key, from: from < since ? since : from, until: end > until ? until : end });
  }
  return steps;
}
