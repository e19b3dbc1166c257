import type { Comparing } from '@twicewise/contract';
import { strings } from '../../strings.ts';

/** What the queue needs to know of what waits. */
export interface Row {
  readonly id: string;
}

/** Where the keys are. */
export interface QueuePlace {
  /** The draft that was gone to, or taken back; it becomes the current one as soon as it is there. */
  readonly wanted: string | undefined;
  /** The draft that was current last, and its place, which counts when it has gone. */
  readonly id: string | undefined;
  readonly index: number;
}

/** Index of the current draft: the wanted one, else that of last time, else the one that moved up; -1 in an empty list. */
export function indexOf(rows: readonly Row[], { wanted, id, index }: QueuePlace): number {
  const find = (sought: string | undefined) => rows.findIndex((row) => row.id === sought);
  const found = find(wanted);
  if (found >= 0) return found;
  const last = find(id);
  return last >= 0 ? last : Math.min(index, rows.length - 1);
}

/**
 * Decided drafts that have to be hidden still: those that the last answer has. An answer without one is from after its
 * decision, and so is every later answer; if the draft is in one of these, it waits again.
 */
export function stillHidden(hidden: ReadonlySet<string>, rows: readonly Row[]): ReadonlySet<string> {
  const there = new Set(rows.map(({ id }) => id));
  const still = [...hidden].filter((id) => there.has(id));
  return still.length === hidden.size ? hidden : new Set(still);
}

/** A lesson that waits is known by its own id. */
export function lessonRow<Item extends { reflection: Row }>(item: Item): Item & Row {
  return { ...item, id: item.reflection.id };
}

/** A pair that waits, known by the ids of both. */
export type PairRow<Pair> = Pair & Row;

export function pairRow<Pair extends { one: Row; other: Row }>(pair: Pair): PairRow<Pair> {
  return { ...pair, id: `${pair.one.id}~${pair.other.id}` };
}

/** How many wait in all, as the first page says. */
export function totalOf(first: { total: number }): number {
  return first.total;
}

/** Said while lessons are still compared, when there may be more pairs than are shown. */
export function comparingNote(first: { comparing: Comparing } | undefined): string | null {
  return !first || first.comparing.isDone ? null : strings.waiting.comparing(first.comparing);
}
