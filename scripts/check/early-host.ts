import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller, Dispatch } from '@twicewise/contract';
import { createCore } from '@twicewise/core';
import { McpSocket } from '@twicewise/mcp';
import { storePaths } from '@twicewise/store';

// Negative control: the real core behind the real MCP socket, with the one fault that the durability checks exist for. A store is
// acknowledged when it is queued and committed a little later, as in a program that batches writes without waiting for the
// commit.

const [data = ''] = process.argv.slice(2);
const LATER_MS = 5;
const facts = { pid: process.pid, epoch: 'check', startedAt: new Date(0).toISOString(), dataFolder: data };
const core = createCore({ paths: storePaths(data), hostFacts: () => ({ ...facts, connections: [] }) });

const early: Dispatch = async (request) => {
  if (request.name !== 'reflection.store') return core.dispatch(request);
  setTimeout(() => core.dispatch(request), LATER_MS);
  const reflection = { id: 'refl_early', projectName: 'check', state: 'accepted' };
  return { ok: true, value: { reflection, identicalTo: [], notes: [] } };
};

const caller: Caller = {
  door: 'mcp',
  author: { kind: 'agent', name: 'check' },
  client: null,
  session: 'check',
  project: { reference: 'check' },
};
const socket = join(data, 'early.sock');
const token = 'early';
const mcp = new McpSocket({
  path: socket,
  token,
  serverFor: () => ({
    dispatch: early,
    callerOf: () => caller,
    log: (message) => process.stderr.write(`${message}\n`),
  }),
  connected: () => () => {},
});
process.on('SIGTERM', () => process.exit(0));
rmSync(socket, { force: true });
await mcp.listen();
process.stdout.write(`${JSON.stringify({ ready: true, socket, token, pid: process.pid, data })}\n`);
