import {
  type BySource,
  MAX_INSIGHT_ROWS,
  type Mix,
  type MixRow,
  type Outcome,
  type OutcomeCounts,
  type Rate,
  type Reflection,
} from '@twicewise/contract';
import { wilson } from '../runtime/wilson.ts';

/** Number of lessons with the same outcome and source of outcome. */
export interface CountedOutcome {
  outcome: Outcome;
  source: Reflection['outcomeSource'];
  count: number;
}

/** Counts of lessons by outcome, and the success rate of those with evidence. */
export interface OutcomeTally {
  count: number;
  outcomes: OutcomeCounts;
  success: Rate;
}

function sum(rows: readonly CountedOutcome[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}

/** Adds up outcomes. Unknown outcomes and defaults are no evidence of success or failure. */
export function tally(rows: readonly CountedOutcome[]): OutcomeTally {
  const outcomes: OutcomeCounts = { success: 0, partial: 0, failure: 0, unknown: 0 };
  for (const { outcome, count } of rows) outcomes[outcome] += count;
  const known = rows.filter(({ outcome, source }) => outcome !== 'unknown' && source !== 'defaulted');
  const success = known.filter(({ outcome }) => outcome === 'success');
  return { count: sum(rows), outcomes, success: wilson(sum(success), sum(known)) };
}

/** Counts how outcomes are known; unknown outcomes are left out. */
export function countSources(rows: readonly CountedOutcome[]): BySource {
  const sources: BySource = { measured: 0, reported: 0, defaulted: 0, corrected: 0 };
  for (const { outcome, source, count } of rows) if (outcome !== 'unknown') sources[source] += count;
  return sources;
}

/**
 * One row per value, most frequent first, then by name, so that the order is stable. `labelOf` gives the name of a value that is an id.
 */
export function mixOf<Group extends CountedOutcome, Value extends string | null>(
  groups: readonly Group[],
  groupOf: (group: Group) => Value,
  labelOf: (value: Value) => string | null = () => null,
): Mix {
  const values = Map.groupBy(groups, groupOf);
  const rows = [...values].map(([value, some]): MixRow => ({ value, label: labelOf(value), ...tally(some) }));
  const name = ({ label, value }: MixRow) => label ?? value ?? '';
  rows.sort((a, b) => b.count - a.count || (name(a) < name(b) ? -1 : 1));
  return { rows: rows.slice(0, MAX_INSIGHT_ROWS), leftOut: Math.max(0, rows.length - MAX_INSIGHT_ROWS) };
}
