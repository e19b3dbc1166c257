import { dismissalKey, type PairSort } from '../settings/setting-keys.ts';
import { one, type ReadableDb } from '../sql/database.ts';

/** Whether a person dismissed this pair. */
export function isDismissed(db: ReadableDb, sort: PairSort, first: string, second: string): boolean {
  return one(db, 'SELECT 1 FROM setting WHERE key = ?', [dismissalKey(sort, first, second)]) !== undefined;
}
