import { one, type ReadableDb } from './database.ts';

/** Why two lessons were put before a person. */
export type PairSort = 'suspect' | 'contradiction';

/** Dismissals are settings with keys of their own, like saved views: in the log like every setting, each undone for itself. */
const PREFIX = { suspect: 'apart', contradiction: 'both' } as const;

/** Key under which is kept that a person let a pair be, whichever lesson is named first. */
export function dismissalKey(sort: PairSort, first: string, second: string): string {
  return [PREFIX[sort], ...[first, second].sort()].join(':');
}

/** Key under which is kept that a person wants to keep a lesson that is little used. */
export function keepKey(reflectionId: string): string {
  return `keep:${reflectionId}`;
}

/** Lessons of the pair that a key stands for; none for any other setting. */
export function dismissedPair(key: string): string[] {
  const [prefix, ...ids] = key.split(':');
  return ids.length === 2 && Object.values(PREFIX).some((known) => known === prefix) ? ids : [];
}

/** Whether a person let this pair be. */
export function isDismissed(db: ReadableDb, sort: PairSort, first: string, second: string): boolean {
  return one(db, 'SELECT 1 FROM setting WHERE key = ?', [dismissalKey(sort, first, second)]) !== undefined;
}
