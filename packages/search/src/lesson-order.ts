import type { LessonOrder } from '@twicewise/contract';
import type { DocumentTable, SlotPredicate } from './document-table.ts';
import { TopSlots } from './top-slots.ts';

/** Position of a lesson in an order, in numbers, so that a cursor can hold it. */
export interface Place {
  score: number;
  createdAt: number;
  seq: number;
}

/** A lesson with its position, and its slot, which is valid until the table changes. */
export interface Ordered extends Place {
  id: string;
  slot: number;
}

/**
 * The score of a lesson in each order; larger scores come first. Equal scores go by creation, newest first, except in `oldest`.
 */
const SCORES: Record<LessonOrder, (table: DocumentTable, slot: number) => number> = {
  newest: (table, slot) => table.createdAtOf(slot),
  oldest: (table, slot) => -table.createdAtOf(slot),
  // By the time that the row shows, which a file may have brought.
  updated: (table, slot) => table.changedAtOf(slot),
  // By the number of the last operation: what was imported may be of any time.
  stored: (table, slot) => table.revisionOf(slot),
  confidence: (table, slot) => (Number.isNaN(table.confidenceOf(slot)) ? -1 : table.confidenceOf(slot)),
};

/** Lessons with one label stand together. */
export interface Grouping {
  /** The label of each slot. */
  column: Uint32Array;
  /** The place of each label's group among the groups. */
  ranks: Float64Array;
  /** The place of the group in which the page before ended; between two places where that group is gone. */
  after: number;
}

/** The test of slots for a filter. A text filter was evaluated before: `hasText` holds the `seq` of the lessons that match it. */
export function passing(
  table: DocumentTable,
  predicate: SlotPredicate,
  hasText: ReadonlySet<number> | null,
): SlotPredicate {
  return hasText === null ? predicate : (slot) => predicate(slot) && hasText.has(table.seqOf(slot));
}

interface Asked {
  order: LessonOrder;
  after: Place | null;
  limit: number;
  grouping?: Grouping | undefined;
}

/** The comparisons of an order: of slots that the heap scores the same, and of a slot with the end of the page before. */
function comparing(table: DocumentTable, { order, after, grouping }: Asked) {
  const scoreOf = SCORES[order];
  const sign = order === 'oldest' ? -1 : 1;
  const byAge = (a: number, b: number) =>
    sign * (table.createdAtOf(b) - table.createdAtOf(a) || table.seqOf(b) - table.seqOf(a));
  const isAfter = (slot: number, place: Place) => {
    const score = scoreOf(table, slot);
    return score === place.score
      ? sign * (place.createdAt - table.createdAtOf(slot) || place.seq - table.seqOf(slot)) > 0
      : score < place.score;
  };
  if (!grouping) {
    return {
      rankedBy: (slot: number) => scoreOf(table, slot),
      compareTied: byAge,
      follows: (slot: number) => after === null || isAfter(slot, after),
    };
  }
  const { column, ranks } = grouping;
  const rankOf = (slot: number) => ranks[column[slot] as number] as number;
  return {
    rankedBy: (slot: number) => -rankOf(slot),
    compareTied: (a: number, b: number) => scoreOf(table, b) - scoreOf(table, a) || byAge(a, b),
    follows: (slot: number) =>
      after === null || rankOf(slot) > grouping.after || (rankOf(slot) === grouping.after && isAfter(slot, after)),
  };
}

/**
 * The first lessons of an order after a position, and the number of all lessons that pass; in a grouping also that of each label.
 * Makes one pass over the columns with a heap of `limit`: only what is shown gets sorted, and the store needs no index for the order.
 */
export function inOrder(
  table: DocumentTable,
  passes: SlotPredicate,
  asked: Asked,
): { lessons: Ordered[]; total: number; counts: Uint32Array } {
  const { order, limit, grouping } = asked;
  const { rankedBy, compareTied, follows } = comparing(table, asked);
  const top = new TopSlots(limit, compareTied);
  const counts = new Uint32Array(grouping?.ranks.length ?? 0);
  let total = 0;
  const count = table.slotCount;
  for (let at = 0; at < count; at++) {
    // Starts with the lessons that probably come first; the heap then refuses nearly all others with one comparison.
    const slot = order === 'oldest' ? at : count - 1 - at;
    if (!passes(slot)) continue;
    total++;
    if (grouping) tally(counts, grouping.column[slot] as number);
    if (follows(slot)) top.offer(slot, rankedBy(slot));
  }
  const placeOf = (slot: number): Place => ({
    score: SCORES[order](table, slot),
    createdAt: table.createdAtOf(slot),
    seq: table.seqOf(slot),
  });
  return { lessons: top.sorted().map((slot) => ({ id: table.idOf(slot), slot, ...placeOf(slot) })), total, counts };
}

function tally(counts: Uint32Array, label: number): void {
  counts[label] = (counts[label] as number) + 1;
}
