import type { TimeStep } from '@twicewise/contract';
import { insights } from '../../strings/insights.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const format = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
const SHORT = { day: format({ day: 'numeric', month: 'short' }), month: format({ month: 'short', year: '2-digit' }) };
const LONG = {
  day: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  month: format({ month: 'long', year: 'numeric' }),
};

/** The Monday on or before a moment. */
function monday(local: number): number {
  const start = local - (local % DAY_MS);
  // Days count from Sunday.
  return start - ((new Date(start).getUTCDay() + 6) % 7) * DAY_MS;
}

/** The names of steps of time. Days are those of the time zone in which they were counted; summer time is ignored. */
export function stepNames(step: TimeStep, utcOffset: number) {
  const local = (from: string) => Date.parse(from) + utcOffset * MINUTE_MS;
  const unit = step === 'month' ? 'month' : 'day';
  return {
    /** For an axis. The first week may begin with the first lesson; it has the name of its Monday, as the others have. */
    short: (from: string) => SHORT[unit].format(step === 'week' ? monday(local(from)) : local(from)),
    /** In a sentence. */
    long: (from: string) => insights.stepName(step, LONG[unit].format(local(from))),
    /** In a table. */
    date: (from: string) => new Date(local(from)).toISOString().slice(0, 10),
  };
}
/** See {@link stepNames}. */
export type StepNames = ReturnType<typeof stepNames>;
