import { dayAndHour } from '../../elements/RelativeTime/relative.ts';

/** The time to the second, with its day unless that is today. */
export function momentOf(at: string): string {
  const { day, hour } = dayAndHour(at);
  return day === dayAndHour(new Date().toISOString()).day ? hour : `${day}, ${hour}`;
}
