import { dayAndHour } from '../../elements/RelativeTime/relative.ts';

/** The time to the second, with its day unless that is today. */
export function momentOf(at: string): string {
  const { day, hour } = dayAndHour(at);
  return day === dayAndHour(new Date().toISOString()).day ? hour : `${day}, ${hour}`;
}

/** The names of rows, each with a number where rows before it have the same. */
export function toldApart(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  return names.map((name) => {
    const number = (times.get(name) ?? 0) + 1;
    times.set(name, number);
    return number === 1 ? name : `${name} (${number})`;
  });
}
