import { operationNames } from '@twicewise/contract';
import { type Agent, type HostProcess, startAgent, startHost } from '@twicewise/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// What an agent is told to do about a refusal, read over the real bridge: its tools are all that it has.

let host: HostProcess;
let agent: Agent;
beforeAll(async () => {
  host = await startHost();
  agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
});
afterAll(async () => {
  await agent.close();
  await host.stop();
});

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const claim = { relation: 'causes', note: 'The log shows it', from: 'node_0123456789ab', to: 'node_0123456789ac' };
const REFUSED: readonly (readonly [operation: string, input: object, told: string, tool?: string])[] = [
  ['attempt.get', { id: `atmp_${ULID}` }, 'Take the id from a list of attempts.'],
  ['causal.assert', claim, 'Find it by what it says, or give a new one as { kind, text }.'],
  [
    ...(['causal.edge', { id: 'edge_0123456789ab' }] as const),
    'Find it anew by what it says; an edge goes when nothing speaks of it any longer.',
    'causal_evidence',
  ],
  [
    ...(['pattern.assert', { pattern: 'pattern_0123456789ab', note: 'n' }] as const),
    'Ask for the patterns anew: one goes by what its first case says, and that may have changed.',
  ],
  ['reflection.get', { id: 'x' }, 'Correct the named fields and try again (reflection_get); nothing was changed.'],
];

it('says what to do without naming an operation that an agent cannot call', async () => {
  const named = (text: string) => (operationNames as readonly string[]).filter((name) => text.includes(name));
  for (const [operation, input, told, tool = operation.replace('.', '_')] of REFUSED) {
    const { text, ok } = await agent.tool(tool, input);
    expect(ok, tool).toBe(false);
    expect(text.split('\n').at(-1)).toBe(`Next step: ${told}`);
    expect(named(text)).toEqual([]);
    // Another caller has operations, and is told of them.
    const refusal = await host.client.call(operation as 'attempt.get', input as never).catch((error) => error);
    expect(named(refusal.hint).length, refusal.hint).toBeGreaterThan(0);
  }
});
