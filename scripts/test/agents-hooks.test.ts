import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Client } from '../check/agents/clients/client.ts';
import type { Scenario } from '../check/agents/scenarios/scenario.ts';
import { tryClient } from '../check/agents/try-client.ts';

/** A program that is connected without hooks, although its agents should be told lessons unasked. */
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

it('a client that says of a hook or server of ours that it failed fails whatever scenario it is in, also one that is known not to hold', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tw-client-'));
  const program = join(folder, 'some-agent');
  const runs: Scenario = {
    ...SCENARIO,
    needsHooks: false,
    async run(place) {
      const { code } = await place.run({ prompt: 'Go on.' });
      return { holds: code === 0, what: 'ended' };
    },
  };
  const tried = async (line: string, scenario = runs) => {
    writeFileSync(program, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    const client: Client = { ...CLIENT, id: 'cline', logs: '.some-agent/logs' };
    return (await tryClient(client, '1', [scenario], () => ({ program, version: '1' }))).verdicts[0];
  };
  try {
    const failed = (found: string) => ({ state: 'failed', found: expect.stringContaining(found) });
    const unlimited = { ...runs, name: 'tool-call' };
    expect(await tried('echo Done.', unlimited)).toMatchObject({ state: 'ok' });
    const says = 'SessionEnd hook [exec node twicewise.mjs] failed: no such file';
    expect(await tried(`echo "${says}" >&2`, unlimited)).toMatchObject(failed('but: hook'));
    const logs = `mkdir -p "$HOME/.some-agent/logs"; echo 'Hook from "/twicewise.json" failed' > "$HOME/.some-agent/logs/1.log"`;
    expect(await tried(logs, unlimited)).toMatchObject(failed('but: Hook from'));
    expect(await tried(`echo "${says}"; exit 1`)).toMatchObject(failed('but: hook'));
    expect(await tried('exit 1')).toMatchObject({ state: 'ok', found: expect.stringMatching('known limit') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
