import { shorten } from '@twicewise/contract';
import { LONGEST_SECRET } from '@twicewise/redaction';

/** Maximum length of an unknown name that a result shows, in UTF-16 units. */
export const MAX_NAME = 100;
/** Maximum number of different names that are counted in one transcript; no real transcript has more. */
const MAX_NAMES = 200;

/** Counts unknown things by name. Names come from the file and are kept long enough to have secrets removed later. */
export function countUnknown(counts: Map<string, number>, name: string): void {
  const key = shorten(name, MAX_NAME + LONGEST_SECRET);
  if (counts.has(key) || counts.size < MAX_NAMES) counts.set(key, (counts.get(key) ?? 0) + 1);
}
