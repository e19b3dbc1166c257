/** Maximum length of a signature, in UTF-16 units. */
const MAX_SIGNATURE = 1024;

/** A line that only counts: other tests may have failed when it comes again. */
const COUNTS = /\b\d+ (?:passed|failed|passing|failing|pending|skipped|tests?|errors?|failures?|problems?)\b/i;

/**
 * What stays the same when an error comes again: the first of its most telling lines (see `tellingLines`) that does not only
 * count, without numbers, which lines and times have. Null where only counts are shown.
 */
export function errorSignature(told: readonly string[]): string | null {
  const line = told.find((one) => !COUNTS.test(one));
  return line === undefined ? null : line.replace(/\d+/g, '0').slice(0, MAX_SIGNATURE).toWellFormed();
}
