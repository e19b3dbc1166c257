import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller, Dispatch } from '@twicewise/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { McpSocket } from '../src/index.ts';

const TOKEN = 'token';
/** More projects than a page shows, the most recently active first. */
const PROJECTS = Array.from({ length: 200 }, (_, n) => ({
  id: `proj_${n}`,
  nativeId: `native-${n}`,
  name: `project ${n}`,
  gitCommonDir: `/git/${n}`,
}));
const dispatch: Dispatch = async ({ input }) => {
  const { limit } = input as { limit: number };
  return { ok: true, value: { items: PROJECTS.slice(0, limit), nextCursor: null } };
};

const sockets: McpSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.cutOff();
});

/** Names of the resources that are listed for a caller, over a real socket. */
async function listedFor(caller: Pick<Caller, 'author' | 'project'>): Promise<string[]> {
  const path = join(tmpdir(), `tw-resources-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
  const callerOf = () => ({ door: 'mcp' as const, client: null, session: null, ...caller });
  const serverFor = () => ({ dispatch, callerOf });
  const socket = new McpSocket({ path, token: TOKEN, serverFor, connected: () => () => {} });
  sockets.push(socket);
  await socket.listen();
  const peer = connect(path);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  peer.write(`${JSON.stringify({ token: TOKEN })}\n`);
  peer.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list', params: { _meta: meta } })}\n`);
  let said = '';
  while (!said.includes('\n')) said += ((await once(peer, 'data')) as [Buffer])[0].toString();
  peer.destroy();
  const { result } = JSON.parse(said) as { result: { resources: { name: string }[] } };
  return result.resources.map(({ name }) => name);
}

describe('listed resources', () => {
  const agent = { kind: 'agent' as const, name: 'a' };

  it('an agent sees its own project and no other, however many are more recent', async () => {
    expect(await listedFor({ author: agent, project: { reference: 'native-150' } })).toEqual([
      'summary of project 150',
    ]);
    const folder = { key: '/git/120', name: 'x' } as never;
    expect(await listedFor({ author: agent, project: { folder } })).toEqual(['summary of project 120']);
    expect(await listedFor({ author: agent, project: null })).toEqual([]);
  });

  it('a person sees the most recent ones (control)', async () => {
    const names = await listedFor({ author: { kind: 'person', name: 'p' }, project: null });
    expect([names.length, names[0]]).toEqual([50, 'summary of project 0']);
  });
});
