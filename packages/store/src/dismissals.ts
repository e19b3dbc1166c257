import { one, type ReadableDb } from './database.ts';
import { dismissalKey, type PairSort } from './setting-keys.ts';

/** Whether a person dismissed this pair. */
export function isDismissed(db: ReadableDb, sort: PairSort, first: string, second: string): boolean {
  return one(db, 'SELECT 1 FROM setting WHERE key = ?', [dismissalKey(sort, first, second)]) !== undefined;
}
