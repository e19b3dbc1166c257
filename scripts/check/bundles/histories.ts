import fc from 'fast-check';
import { histories, mergeTwice, roundTrip, twoHistories } from '../../../packages/core/test/bundles/random-memories.ts';
import type { TestCore } from '../../../packages/core/test/harness.ts';

/** What came of histories: how many ran, and the first that failed. */
export interface HistoriesCount {
  runs: number;
  failure: string | null;
}

async function holds(property: fc.IAsyncProperty<unknown[]>, numRuns: number, seed: number): Promise<HistoriesCount> {
  const details = await fc.check(property, { numRuns, seed });
  const failure = details.failed ? fc.defaultReportMessage(details) : undefined;
  return { runs: details.numRuns, failure: failure ?? null };
}

type Between = (to: TestCore) => Promise<unknown>;

/** Export, import into nothing, export: the same bytes. */
export function tryRoundTrips(count: number, seed: number, between?: Between): Promise<HistoriesCount> {
  const property = fc.asyncProperty(histories, (history) => roundTrip(history, between));
  return holds(property as unknown as fc.IAsyncProperty<unknown[]>, count, seed);
}

/** Import into a memory with a history of its own, twice: the second time changes nothing. */
export function tryMerges(count: number, seed: number, between?: Between): Promise<HistoriesCount> {
  const property = fc.asyncProperty(twoHistories, (both) => mergeTwice(both, between));
  return holds(property as unknown as fc.IAsyncProperty<unknown[]>, count, seed);
}

/** Names of what was missed of a memory that changes between. */
export async function missedChanges(): Promise<string[]> {
  const change: Between = (to) => to.store();
  const roundTrips = await tryRoundTrips(1, 1, change);
  const merges = await tryMerges(1, 1, change);
  return [...(roundTrips.failure ? [] : ['another byte']), ...(merges.failure ? [] : ['a change by a second import'])];
}
