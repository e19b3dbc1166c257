import { expect, it } from 'vitest';
import type { Client } from '../check/agents/clients/client.ts';
import type { Scenario } from '../check/agents/scenarios/scenario.ts';
import { tryClient } from '../check/agents/try-client.ts';

/** A program that is connected without hooks, though its agents should be told unasked. */
const CLIENT: Client = {
  id: 'zed',
  name: 'Zed',
  package: 'some-agent',
  versions: ['1'],
  program: 'some-agent',
  environment: () => ({}),
  start: () => ({ args: [] }),
  sessionOf: () => null,
  shell: () => ({ name: 'shell', input: {} }),
  tool: (name, input) => ({ name, input }),
  cannot: { fork: 'it has no copies' },
};
const SCENARIO: Scenario = {
  name: 'start',
  heading: 'session start',
  proves: 'A lesson arrives.',
  needsHooks: true,
  run: async () => ({ holds: true, what: 'told' }),
};

it('a client that `connect` enters no hooks in fails what needs them, unless it cannot do it at all', async () => {
  const install = () => ({ program: process.execPath, version: '1' });
  const tried = await tryClient(CLIENT, '1', [SCENARIO, { ...SCENARIO, heading: 'forked', needs: 'fork' }], install);
  expect(tried.verdicts).toMatchObject([
    { state: 'failed', found: '`connect` enters no hooks in it' },
    { state: 'ok', found: '– it has no copies' },
  ]);
  expect(tried.row?.cells).toEqual({ 'session start': 'no', forked: '–' });
}, 30_000);
