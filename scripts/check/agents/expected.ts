import type { Client } from './clients/client.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** A scenario that does not work in a client, and will not until somebody changes the client. */
interface Limit {
  readonly client: Client['id'];
  /** The version; without it, all versions. */
  readonly version?: string;
  readonly scenarios: readonly Scenario['name'][];
  readonly reason: string;
}

const LIMITS: readonly Limit[] = [
  {
    client: 'claude-code',
    version: '2.0.54',
    scenarios: ['failure', 'circles'],
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
    client: 'claude-code',
    version: '2.0.54',
    scenarios: ['subagents'],
    reason: 'the hooks of this version do not tell a subagent from the agent',
  },
  {
    client: 'claude-code',
    version: '2.0.54',
    scenarios: ['asked-to-store'],
    reason: 'at the end of a turn this version takes an answer only as an error, which it shows to the person',
  },
  {
    client: 'claude-code',
    version: '2.0.54',
    scenarios: ['plugin'],
    reason:
      'this version offers the tools of the plugin and hears none of its hooks; taken out it leaves "false" in the settings',
  },
  {
    client: 'gemini',
    scenarios: ['subagents'],
    reason: 'its hooks do not tell a subagent from the agent',
  },
  {
    client: 'cline',
    scenarios: ['start', 'prompt'],
    reason: 'no hook before the first tool reaches the model',
  },
];

/** Why a scenario is known not to work, or null. */
export function expectedLimit(client: Client, version: string, { name }: Scenario): string | null {
  const limit = LIMITS.find(
    (one) => one.client === client.id && one.scenarios.includes(name) && [undefined, version].includes(one.version),
  );
  return limit?.reason ?? null;
}
