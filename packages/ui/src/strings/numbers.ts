import { excerpt, plainText } from '@twicewise/contract';

const number = new Intl.NumberFormat('en');

/** A whole number with separators. */
export function count(value: number): string {
  return number.format(value);
}

/** A size in bytes, KB, MB or GB. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(value, 1)) / Math.log(1000)));
  const scaled = value / 1000 ** power;
  return `${power === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${units[power]}`;
}

/** A number with its noun. */
export function plural(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Maximum length of a lesson's title in a text that only says to which lesson something was done. */
const TITLE = 60;

/** What was done to which lesson. */
export function named(what: string, title: string): string {
  const line = plainText(title).replace(/\s+/g, ' ').trim();
  return `${what}: ${excerpt(line, TITLE)}`;
}

/** Words in quotation marks, one after the other. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}

/** A share in whole per cent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A share in whole per cent; of something that is there at all, at least “under 1 %”. */
export function partPercent(share: number): string {
  return share > 0 && share < 0.01 ? 'under 1 %' : percent(share);
}

const MINUTE = 60;

/** A duration rounded to milliseconds, from a second on to seconds, and from a minute on to minutes. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < MINUTE) return `${seconds} s`;
  const minutes = Math.round(seconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}
