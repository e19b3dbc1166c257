import type { Comparing } from '@twicewise/contract';
import { waiting } from '../../strings/waiting.ts';

/** What the queue needs to know about an item. */
export interface Row {
  readonly id: string;
}

/** The position in the queue. */
export interface QueuePlace {
  /** The draft that was opened, or whose decision was undone; it becomes current as soon as it is loaded. */
  readonly wanted: string | undefined;
  /** The last current draft, and its index, which is used when the draft is gone. */
  readonly id: string | undefined;
  readonly index: number;
}

/**
 * The index of the current draft: the wanted one, otherwise the last one, otherwise the one that moved up; -1 in an empty list.
 */
export function indexOf(rows: readonly Row[], { wanted, id, index }: QueuePlace): number {
  const find = (sought: string | undefined) => rows.findIndex((row) => row.id === sought);
  const found = find(wanted);
  if (found >= 0) return found;
  const last = find(id);
  return last >= 0 ? last : Math.min(index, rows.length - 1);
}

/** The index of what follows the current row, once these rows have left. */
export function placeAfter(rows: readonly Row[], index: number, leaving: readonly string[]): number {
  const gone = new Set(leaving);
  return rows.slice(0, index).filter(({ id }) => !gone.has(id)).length;
}

/**
 * The decided drafts that must stay hidden, which are those in the last answer. An answer without such a draft is newer than its
 * decision, and so is every later answer. If the draft appears in a later one, it waits again.
 */
export function stillHidden(hidden: ReadonlySet<string>, rows: readonly Row[]): ReadonlySet<string> {
  const there = new Set(rows.map(({ id }) => id));
  const still = [...hidden].filter((id) => there.has(id));
  return still.length === hidden.size ? hidden : new Set(still);
}

/** A waiting lesson is identified by its own id. */
export function lessonRow<Item extends { reflection: Row }>(item: Item): Item & Row {
  return { ...item, id: item.reflection.id };
}

/** A waiting pair, identified by the ids of both. */
export type PairRow<Pair> = Pair & Row;

export function pairRow<Pair extends { one: Row; other: Row }>(pair: Pair): PairRow<Pair> {
  return { ...pair, id: `${pair.one.id}~${pair.other.id}` };
}

/** The total number of waiting items, according to the first page. */
export function totalOf(first: { total: number }): number {
  return first.total;
}

/** A note while lessons are still being compared, when more pairs may be found. */
export function comparingNote(first: { comparing: Comparing } | undefined): string | null {
  return !first || first.comparing.isDone ? null : waiting.comparing(first.comparing);
}
