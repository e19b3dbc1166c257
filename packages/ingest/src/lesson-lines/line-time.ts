import { instant } from '@twicewise/contract';

/** A time as it is stored. */
export interface LineTime {
  at: string;
  quality: 'exact' | 'day';
  /** The source gave no time zone, so the time was read as UTC. */
  zoneless: boolean;
}

/**
 * Numbers below this are seconds since 1970; all others are milliseconds. The limit is the year 5138 in seconds and 1973 in
 * milliseconds.
 */
const FIRST_MILLISECOND = 100_000_000_000;
const DATE = /^(\d{4}-\d{2}-\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?$/i;

function exact(iso: string, zoneless: boolean): LineTime | null {
  // The contract's schema knows the days of each month; Date alone turns 30 February into March.
  if (!instant.safeParse(iso).success) return null;
  return { at: new Date(iso).toISOString(), quality: 'exact', zoneless };
}

function fromEpoch(value: number): LineTime | null {
  const date = new Date(value < FIRST_MILLISECOND ? value * 1000 : value);
  const valid = value >= 0 && !Number.isNaN(date.getTime()) && date.getUTCFullYear() <= 9999;
  return valid ? { at: date.toISOString(), quality: 'exact', zoneless: false } : null;
}

/** How logs write a date without a known time. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * As {@link parseLineTime}, for logs: a time of exactly midnight means a date without a time. The date as written is kept,
 * whatever the zone (R9).
 */
export function parseLogTime(value: unknown): LineTime | null {
  const time = parseLineTime(value);
  if (time === null || typeof value !== 'string' || !MIDNIGHT.test(value.trim())) return time;
  return { ...time, at: `${value.trim().slice(0, 10)}T00:00:00.000Z`, quality: 'day' };
}

/** Reads an ISO time with or without zone, a date, or seconds or milliseconds since 1970. Null when it is none of these. */
export function parseLineTime(value: unknown): LineTime | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,13}(\.\d{1,6})?$/.test(text)) return fromEpoch(Number(text));
  if (DATE.test(text)) {
    const midnight = exact(`${text}T00:00:00Z`, false);
    return midnight && { ...midnight, quality: 'day' };
  }
  const parts = DATE_TIME.exec(text);
  if (!parts) return null;
  const [, day, minutes, seconds = ':00', fraction = '', zone] = parts;
  const offset = zone === undefined || zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return exact(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${offset}`, zone === undefined);
}
