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
const claim = { relation: 'causes', note: 'The log shows it' };
const REFUSED: readonly (readonly [tool: string, input: object, operation: string, input: object])[] = [
  ['attempt_get', { id: `atmp_${ULID}` }, 'attempt.get', { id: `atmp_${ULID}` }],
  [
    'causal_assert',
    { ...claim, from: 'node_0123456789ab', to: 'node_0123456789ac' },
    'causal.assert',
    { ...claim, from: 'node_0123456789ab', to: 'node_0123456789ac' },
  ],
  ['causal_evidence', { id: 'edge_0123456789ab' }, 'causal.edge', { id: 'edge_0123456789ab' }],
  [
    'pattern_assert',
    { pattern: 'pat_0123456789ab', note: 'n' },
    'pattern.assert',
    { pattern: 'pat_0123456789ab', note: 'n' },
  ],
];

it('names tools, and no operation that an agent cannot call', async () => {
  const named = (text: string) => (operationNames as readonly string[]).filter((name) => text.includes(name));
  const meant: string[] = [];
  for (const [tool, input, operation, same] of REFUSED) {
    const { text, ok } = await agent.tool(tool, input);
    expect(ok, tool).toBe(false);
    expect(named(text), text).toEqual([]);
    expect(text).toMatch(/\nNext step: \S.+\.$/);
    // Another caller has operations, and is told of them.
    const answer = await host.client.call(operation as 'attempt.get', same as never).catch((error) => error);
    meant.push(...named(answer.hint ?? ''));
  }
  expect(meant.length).toBeGreaterThan(2);
});
