import type { Client } from './clients/client.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** A scenario that does not hold in a client, and will not until somebody changes it. */
interface Limit {
  readonly client: Client['id'];
  /** Every version of it, where none is named. */
  readonly version?: string;
  readonly scenarios: readonly Scenario['name'][];
  readonly reason: string;
}

const LIMITS: readonly Limit[] = [
  {
    client: 'claude-code',
    version: '2.0.54',
    scenarios: ['failure'],
    reason: 'this version raises no event for a command that fails, only for one that hides it',
  },
  {
    client: 'claude-code',
    version: '2.0.54',
    scenarios: ['resumed', 'compacted'],
    reason:
      'this version does not keep what a hook said at the start with the session, and does not say which version it is',
  },
  {
    client: 'cline',
    scenarios: ['start', 'prompt'],
    reason: 'no hook before the first tool reaches the model',
  },
];

/** Why a scenario is known not to hold, or null. */
export function expectedLimit(client: Client, version: string, { name }: Scenario): string | null {
  const limit = LIMITS.find(
    (one) => one.client === client.id && one.scenarios.includes(name) && [undefined, version].includes(one.version),
  );
  return limit?.reason ?? null;
}
