import { connectHttpAgent, type HostProcess, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const folder = tempFolder('http-mcp');
let host: HostProcess;
const cleanups: (() => unknown)[] = [];
beforeEach(async () => {
  host = await startHost();
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  await host.stop();
  folder.remove();
});

const lesson = (taskDescription: string) => ({ taskDescription, outcome: 'success', nextStrategy: 'go on' });

async function agent(name: string, era: 'legacy' | 'modern', ready = host.ready) {
  const connected = await connectHttpAgent(ready, { name, era });
  cleanups.push(connected.close);
  return connected;
}

/** The stored lessons in the order of their tasks, with who wrote each in which session. */
async function written(from = host) {
  const { items } = await from.client.call('reflection.list', {});
  const lessons = items.map((item) => ({
    task: item.taskDescription,
    agent: item.agent,
    session: item.sessionNativeId,
  }));
  return lessons.sort((a, b) => a.task.localeCompare(b.task));
}

function post(body: string, headers: Record<string, string> = {}, to = host.ready): Promise<Response> {
  const authorization = `Bearer ${to.token}`;
  const accept = 'application/json, text/event-stream';
  const all = { authorization, accept, 'content-type': 'application/json', ...headers };
  return fetch(new URL('/mcp', to.api), { method: 'POST', headers: all, body });
}

describe('MCP over HTTP', () => {
  it('a call whose arguments are null is one without arguments', async () => {
    const call = (given: object | null | string) =>
      post(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'reflection_get', arguments: given },
        }),
      );
    const answered = await Promise.all([call(null), call({}), call('words')].map(async (one) => (await one).text()));
    expect(answered[0]).toContain('No lessons here yet');
    expect(answered[0]).toBe(answered[1]);
    expect(answered[2]).not.toBe(answered[1]);
  });

  it('two clients of the 2025 revision are two callers, each with a session of its own', async () => {
    const [one, two] = [await agent('one', 'legacy'), await agent('two', 'legacy')];
    expect((await one.tool('reflection_store', lesson('a'))).ok).toBe(true);
    expect((await two.tool('reflection_store', lesson('b'))).ok).toBe(true);
    expect((await one.tool('reflection_store', lesson('c'))).ok).toBe(true);
    const [a, b, c] = await written();
    expect([a?.agent, b?.agent, c?.agent]).toEqual(['one', 'two', 'one']);
    expect(a?.session).toBeTruthy();
    expect(c?.session).toBe(a?.session);
    expect(b?.session).not.toBe(a?.session);
    const mine = await two.tool('reflection_get', {});
    expect(mine).toMatchObject({ ok: true, value: { items: [{ taskDescription: 'b' }] } });
    const { items } = await host.client.call('operation.list', {});
    expect(items.map((item) => [item.client, item.author.name]).sort()).toEqual([
      ['one 1.0.0', 'one'],
      ['one 1.0.0', 'one'],
      ['two 1.0.0', 'two'],
    ]);
  });

  it('clients of the 2026 revision are named by each request; they have no session', async () => {
    const [one, two] = [await agent('one', 'modern'), await agent('two', 'modern')];
    await one.tool('reflection_store', lesson('a'));
    await two.tool('reflection_store', lesson('b'));
    expect(await written()).toEqual([
      { task: 'a', agent: 'one', session: null },
      { task: 'b', agent: 'two', session: null },
    ]);
  });

  it('a session goes on when another host takes over', async () => {
    const { port } = new URL(host.ready.api);
    const fixed = ['--port', port];
    await host.stop();
    const first = await startHost({ data: folder.path, args: fixed });
    const one = await agent('one', 'legacy', first.ready);
    await one.tool('reflection_store', lesson('a'));
    await first.stop();
    const second = await startHost({ data: folder.path, args: fixed });
    cleanups.push(second.stop);
    expect((await one.tool('reflection_store', lesson('b'))).ok).toBe(true);
    const [a, b] = await written(second);
    expect(b).toMatchObject({ agent: 'one', session: a?.session });
  });

  it('a client has its session, however long its name is and however it has to be written', async () => {
    const name = '\u0001'.repeat(500);
    const one = await agent(name, 'legacy');
    for (const task of ['a', 'b']) expect((await one.tool('reflection_store', lesson(task))).ok).toBe(true);
    const [a, b] = await written();
    expect(a?.session).toBeTruthy();
    expect(b).toEqual({ ...a, task: 'b' });
    expect(a?.agent).toHaveLength(120);
  });

  it('a session that is none of ours, or holds garbage, is no session', async () => {
    const store = async (task: string, session: string) => {
      const params = { name: 'reflection_store', arguments: lesson(task) };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const answer = await post(body, { 'mcp-session-id': session, 'user-agent': 'curl' });
      expect(await answer.text()).toContain('Stored as');
    };
    const uuid = '0'.repeat(36);
    for (const id of ['mine', `${uuid}.@@@`, `${uuid}${'x'.repeat(5000)}`, '__proto__']) await store('a', id);
    await store('b', `${uuid}.${Buffer.from('{"name":7}').toString('base64url')}`);
    expect((await written()).map((item) => [item.agent, item.session])).toEqual([
      ...Array.from({ length: 4 }, () => ['agent', null]),
      ['agent', uuid],
    ]);
    const { items } = await host.client.call('operation.list', {});
    expect(items.at(-1)).toMatchObject({ client: 'curl' });
  });

  it('bodies that are no message are refused within the limits of the other doors', async () => {
    const refused: [string, number][] = [
      ['', 400],
      ['{', 400],
      [`${'['.repeat(100_000)}`, 400],
      [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(1_100_000) } }), 413],
    ];
    for (const [body, status] of refused) {
      const answer = await post(body);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.any(String) } });
    }
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await host.send('project.list', {})).ok).toBe(true);
  });
});
