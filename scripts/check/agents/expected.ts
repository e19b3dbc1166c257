import type { Client } from './clients/client.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** A scenario that does not hold in a client, and will not until somebody changes it. */
interface Limit {
  readonly client: Client['id'];
  /** Every version of it, where none is named. */
  readonly version?: string;
  readonly scenario: Scenario['name'];
  readonly reason: string;
}

const LIMITS: readonly Limit[] = [];

/** Why a scenario is known not to hold, or null. */
export function expectedLimit(client: Client, version: string, { name }: Scenario): string | null {
  const limit = LIMITS.find(
    (one) => one.client === client.id && one.scenario === name && [undefined, version].includes(one.version),
  );
  return limit?.reason ?? null;
}
