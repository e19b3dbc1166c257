import fc from 'fast-check';
import { histories, mergeTwice, roundTrip, twoHistories } from '../../../packages/core/test/bundles/random-memories.ts';
import type { TestCore } from '../../../packages/core/test/harness.ts';

/** The results of random histories: how many ran, and the first that failed. */
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

/** Exports, imports into an empty memory, and exports again: the bytes must be the same. */
export function tryRoundTrips(count: number, seed: number, between?: Between): Promise<HistoriesCount> {
  const property = fc.asyncProperty(histories, (history) => roundTrip(history, between));
  return holds(property as unknown as fc.IAsyncProperty<unknown[]>, count, seed);
}

/** Imports twice into a memory with its own history: the second import must not change anything. */
export function tryMerges(count: number, seed: number, between?: Between): Promise<HistoriesCount> {
  const property = fc.asyncProperty(twoHistories, (both) => mergeTwice(both, between));
  return holds(property as unknown as fc.IAsyncProperty<unknown[]>, count, seed);
}

/** Names of the changes, made to a memory in between, that were not noticed. */
export async function missedChanges(): Promise<string[]> {
  const change: Between = (to) => to.store();
  const roundTrips = await tryRoundTrips(1, 1, change);
  const merges = await tryMerges(1, 1, change);
  return [...(roundTrips.failure ? [] : ['another byte']), ...(merges.failure ? [] : ['a change by a second import'])];
}
