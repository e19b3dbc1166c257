import type { LessonOrder } from '@twicewise/contract';
import type { DocumentTable, SlotPredicate } from './document-table.ts';
import { TopSlots } from './top-slots.ts';

/** Place of a lesson in an order; numbers, so that a cursor can hold it. */
export interface Place {
  score: number;
  createdAt: number;
  seq: number;
}

/** A lesson in its place. */
export interface Ordered extends Place {
  id: string;
}

/** What comes first in an order has the larger score; equal ones go by creation, the newest first but in `oldest`. */
const SCORES: Record<LessonOrder, (table: DocumentTable, slot: number) => number> = {
  newest: (table, slot) => table.createdAtOf(slot),
  oldest: (table, slot) => -table.createdAtOf(slot),
  // The number of the last operation: a time cannot say which of two changes came first.
  updated: (table, slot) => table.revisionOf(slot),
  confidence: (table, slot) => (Number.isNaN(table.confidenceOf(slot)) ? -1 : table.confidenceOf(slot)),
};

/** A test of slots; a text filter has been decided before, by place in the order of truth. */
export function passing(
  table: DocumentTable,
  predicate: SlotPredicate,
  hasText: ReadonlySet<number> | null,
): SlotPredicate {
  return hasText === null ? predicate : (slot) => predicate(slot) && hasText.has(table.seqOf(slot));
}

/**
 * The first lessons of an order after a place, and how many pass in all. One pass over the columns and a heap of `limit`:
 * nothing is sorted that is not shown, and no store pays for an index of the order.
 */
export function inOrder(
  table: DocumentTable,
  passes: SlotPredicate,
  { order, after, limit }: { order: LessonOrder; after: Place | null; limit: number },
): { lessons: Ordered[]; total: number } {
  const scoreOf = SCORES[order];
  const sign = order === 'oldest' ? -1 : 1;
  const compareTied = (a: number, b: number) =>
    sign * (table.createdAtOf(b) - table.createdAtOf(a) || table.seqOf(b) - table.seqOf(a));
  const comesAfter = (slot: number, score: number, place: Place) =>
    score === place.score
      ? sign * (place.createdAt - table.createdAtOf(slot) || place.seq - table.seqOf(slot)) > 0
      : score < place.score;
  const top = new TopSlots(limit, compareTied);
  let total = 0;
  const count = table.slotCount;
  for (let at = 0; at < count; at++) {
    // The likely first ones first: the heap then refuses nearly all others by one comparison.
    const slot = order === 'oldest' ? at : count - 1 - at;
    if (!passes(slot)) continue;
    total++;
    const score = scoreOf(table, slot);
    if (after === null || comesAfter(slot, score, after)) top.offer(slot, score);
  }
  const placeOf = (slot: number): Place => ({
    score: scoreOf(table, slot),
    createdAt: table.createdAtOf(slot),
    seq: table.seqOf(slot),
  });
  return { lessons: top.sorted().map((slot) => ({ id: table.idOf(slot), ...placeOf(slot) })), total };
}
