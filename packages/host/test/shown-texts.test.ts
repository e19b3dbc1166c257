import type { Envelope, OutputOf } from '@twicewise/contract';
import { runCommand } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentInShop, agentInShop } from './agent-in-shop.ts';

// What is kept as shown, compared with what really left through the doors by which agents are shown something.

let shop: string;
let host: AgentInShop['host'];
let agent: AgentInShop['agent'];
let end: AgentInShop['end'];
beforeAll(async () => {
  ({ shop, host, agent, end } = await agentInShop('shown-texts', { args: ['--profile', 'full'] }));
  const failed = { outcome: 'failure', whatDidNotWork: ['Mocked the clock'], nextStrategy: 'Use a real one' };
  await agent.tool('reflection_store', { taskDescription: 'Fix the expiry of the login token', ...failed });
});
afterAll(() => end());

type Kept = OutputOf<'exposure.text'>;

async function newest(): Promise<number> {
  const { items } = await host.client.call('exposure.recent', { empty: true, limit: 1 });
  return items[0]?.seq ?? 0;
}

async function kept(): Promise<Kept> {
  return host.client.call('exposure.text', { seq: await newest() });
}

describe('the text that is kept', () => {
  it.each([
    ['reflection_search', { taskDescription: 'the login token' }],
    ['reflection_get', { limit: 3 }],
    ['reflection_summary', {}],
    ['memory_brief', { task: 'Fix the expiry of the login token' }],
    ['memory_ask', { kind: 'why', about: 'the login token' }],
  ])('is what an agent got from %s', async (tool, input) => {
    const { text, ok } = await agent.tool(tool, input);
    expect(ok).toBe(true);
    expect(await kept()).toMatchObject({ form: 'text', text, length: text.length });
  });

  it('is what an agent read as a resource', async () => {
    const { hits } = await host.client.call('reflection.search', { taskDescription: 'login token' });
    const uri = `twicewise://lesson/${hits[0]?.reflection.id}`;
    const { contents } = await agent.client.readResource({ uri });
    expect(contents).toMatchObject([{ text: (await kept()).text }]);
  });

  it('is in what a hook prints, word for word', async () => {
    const payload = { session_id: 's', cwd: shop, hook_event_name: 'UserPromptSubmit' };
    const input = JSON.stringify({ ...payload, prompt: 'Fix the expiry of the login token' });
    const args = ['hook', 'UserPromptSubmit', '--agent', 'claude-code', '--data', host.ready.data];
    const { stdout } = await runCommand(args, { input, cwd: shop });
    const { text } = await kept();
    expect(text).toContain('Mocked the clock');
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(text);
  });

  it('is the same at the command line, which names what is no answer', async () => {
    const seq = await newest();
    const call = async (asked: number): Promise<Envelope<Kept>> => {
      const args = ['call', 'exposure.text', JSON.stringify({ seq: asked }), '--data', host.ready.data];
      return JSON.parse((await runCommand(args, { cwd: shop })).stdout);
    };
    expect(await call(seq)).toEqual({ ok: true, value: await kept() });
    expect(await call(seq + 1000)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});
