import { shorten } from '@twicewise/contract';
import { LONGEST_SECRET } from '@twicewise/redaction';

/** Longest name of an unknown thing that a result shows, in UTF-16 units. */
export const MAX_NAME = 100;
/** Most different names counted in one transcript: a file with more of them is none. */
const MAX_NAMES = 200;

/** Counts what is not known here, by name. Names are whatever stands in the file: as long as needed to clean them. */
export function countUnknown(counts: Map<string, number>, name: string): void {
  const key = shorten(name, MAX_NAME + LONGEST_SECRET);
  if (counts.has(key) || counts.size < MAX_NAMES) counts.set(key, (counts.get(key) ?? 0) + 1);
}
