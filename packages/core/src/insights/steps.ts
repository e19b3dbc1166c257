import { FEWEST_OUTCOMES, type TimeStep } from '@twicewise/contract';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Number of points that a chart shows well. The default step is the finest that stays within it. */
const WANTED_POINTS = 60;

/** A step of time: a day, week or month in local time, cut to the requested range. */
export interface Step {
  /** Local start day before cutting, `YYYY-MM-DD`. */
  key: string;
  /** In UTC. */
  from: string;
  until: string;
}

/** The local day as midnight UTC, for calculations without time zones. */
function midnight(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** First local day of the step that contains a local day. */
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

/** Returns a function that finds the local days of instants; those of one day are worked out once. Null for what is no instant. */
export function localDays(utcOffset: number): (instant: string) => string | null {
  const known = new Map<string, string>();
  // The time of day in UTC at which a local day begins.
  const begins = startOf('2000-01-01', utcOffset).slice(11, 16);
  return (instant) => {
    const key = `${instant.slice(0, 10)}${instant.slice(11, 16) < begins ? '<' : ''}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (Number.isNaN(Date.parse(instant))) return null;
    const day = localDay(instant, utcOffset);
    known.set(key, day);
    return day;
  };
}

/** Start of a local day, in UTC. */
function startOf(day: string, utcOffset: number): string {
  return new Date(midnight(day).getTime() - utcOffset * MINUTE_MS).toISOString();
}

/** Number of steps that the time from `since` to `until` touches. */
export function countSteps(since: string, until: string, step: TimeStep): number {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS;
  return Math.ceil(days / { day: 1, week: 7, month: 28 }[step]) + 1;
}

/** Weeks instead of days where this share of the days with lessons tells too little. */
const THIN_SHARE = 0.5;
/** With fewer days, weeks would be one or two points. */
const FEWEST_DAYS = 15;

/** Weeks instead of days, over two weeks and more, where most days with lessons have too few known outcomes for a rate. */
export function coarserWhereThin(step: TimeStep, days: number, known: ReadonlyMap<string, number>): TimeStep {
  const thin = [...known.values()].filter((outcomes) => outcomes < FEWEST_OUTCOMES).length;
  return step === 'day' && days >= FEWEST_DAYS && thin > THIN_SHARE * known.size ? 'week' : step;
}

/** The finest step that a chart shows well. */
export function chooseStep(since: string, until: string): TimeStep {
  const fits = (step: TimeStep) => countSteps(since, until, step) <= WANTED_POINTS + 1;
  return (['day', 'week'] as const).find(fits) ?? 'month';
}

/** All steps from `since` (inclusive) to `until` (exclusive); the first and last are cut to these. */
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
