import type { Change } from '../domain/operation.ts';

type MadeByMention = Extract<Change['entity'], 'project' | 'session' | 'source'>;

/**
 * True for records that are made when they are first mentioned. They stay while others use them; undoing the first mention is then
 * no conflict.
 */
export const isMadeByMention = (entity: Change['entity']): entity is MadeByMention =>
  entity === 'project' || entity === 'session' || entity === 'source';

/** Fields that every write changes. They never count as a difference between two versions of a record. */
export const BOOKKEEPING: ReadonlySet<string> = new Set(['revision', 'updatedAt']);

/** The field that is derived from the others of a record: two edits of different fields both change it. */
export const DERIVED_FIELD = 'contentHash';
