import type { LessonOrder } from '@twicewise/contract';
import type { DocumentTable, SlotPredicate } from './document-table.ts';
import { TopSlots } from './top-slots.ts';

/** Position of a lesson in an order, in numbers, so that a cursor can hold it. */
export interface Place {
  score: number;
  createdAt: number;
  seq: number;
}

/** A lesson with its position. */
export interface Ordered extends Place {
  id: string;
}

/**
 * The score of a lesson in each order; larger scores come first. Equal scores go by creation, newest first, except in `oldest`.
 */
const SCORES: Record<LessonOrder, (table: DocumentTable, slot: number) => number> = {
  newest: (table, slot) => table.createdAtOf(slot),
  oldest: (table, slot) => -table.createdAtOf(slot),
  // Uses the number of the last operation, because times may not show which of two changes came first.
  updated: (table, slot) => table.revisionOf(slot),
  confidence: (table, slot) => (Number.isNaN(table.confidenceOf(slot)) ? -1 : table.confidenceOf(slot)),
};

/** The test of slots for a filter. A text filter was evaluated before: `hasText` holds the `seq` of the lessons that match it. */
export function passing(
  table: DocumentTable,
  predicate: SlotPredicate,
  hasText: ReadonlySet<number> | null,
): SlotPredicate {
  return hasText === null ? predicate : (slot) => predicate(slot) && hasText.has(table.seqOf(slot));
}

/**
 * The first lessons of an order after a position, and the number of all lessons that pass. Makes one pass over the columns with a
 * heap of `limit`: only what is shown gets sorted, and the store needs no index for the order.
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
    // Starts with the lessons that probably come first; the heap then refuses nearly all others with one comparison.
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
