import { turnFile } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { type AgentTool, ReflectiveAgent, type ReflectiveAgentConfig } from '../src/index.ts';
import { ownMemory } from './memories.ts';
import { call, decide, scripted, textOf } from './scripted-model.ts';

const SUMMARY = { text: JSON.stringify({ summary: 'Looked at the shelf.', insights: [] }) };
const THOUGHT = { text: 'I look first.', calls: [decide(false, 'clear')] };
const LOOK = { text: '', calls: [call('look', {})] };
const DONE = { text: 'Nothing is there.' };
const tool = (run: AgentTool['run']): AgentTool => ({
  name: 'look',
  description: 'Looks',
  input: { type: 'object' },
  run,
});

function agentWith(
  action: NonNullable<Parameters<typeof scripted>[0]['action']>,
  {
    tools = [tool(() => 'a shelf')],
    context = () => '',
    ...config
  }: Partial<ReflectiveAgentConfig> & {
    tools?: AgentTool[];
    context?: () => string | Promise<string>;
  } = {},
) {
  const { model, asked } = scripted({ thinking: [THOUGHT], summary: [SUMMARY], action });
  const memory = config.memory ?? ownMemory();
  const agent = new ReflectiveAgent({ ...config, memory }, { context, tools }, '', model);
  return { agent, asked, memory };
}

describe('an agent that is aborted', () => {
  it('carries out no further call, asks nothing more, and keeps no turn that was not made', async () => {
    const run = new AbortController();
    const ran: unknown[] = [];
    const tools = [
      tool(({ place }) => {
        ran.push(place);
        run.abort();
        return 'seen';
      }),
    ];
    const three = { text: '', calls: ['top', 'middle', 'bottom'].map((place) => call('look', { place })) };
    const { agent, asked, memory } = agentWith([three, DONE], { signal: run.signal, tools, maxTurns: 1 });
    const { status, sessionId } = await agent.start('What is on the shelf?');
    expect([status, ran]).toEqual(['aborted', ['top']]);
    expect([asked.thinking.length, asked.action.length, asked.summary.length]).toEqual([1, 1, 0]);
    expect((await memory.call('turn.list', { sessionId })).items).toHaveLength(1);
  });

  it('keeps what it was told and did before that, as broken off', async () => {
    const run = new AbortController();
    const tools = [
      tool(() => {
        run.abort();
        return 'a shelf';
      }),
    ];
    const two = { text: 'I look at both.', calls: ['top', 'middle'].map((place) => call('look', { place })) };
    const { agent, memory } = agentWith([two], { signal: run.signal, tools });
    const { sessionId, status } = await agent.start('What is on the shelf?');
    const { items } = await memory.call('turn.list', { sessionId });
    expect(status).toBe('aborted');
    expect(items).toMatchObject([{ error: expect.stringMatching(/abort/i), calls: 1 }]);
    const { turn } = await memory.call('turn.get', { id: items[0]?.id ?? '' });
    expect(turn.content.calls).toMatchObject([{ tool: 'look', params: { place: 'top' }, outcome: 'success' }]);
    expect(items[0]?.summary?.text).toMatch(/^Broken off: .*\. I look at both\. Called look/);
  });

  it('ends while its workspace cannot be read', async () => {
    const run = new AbortController();
    setTimeout(() => run.abort(), 20);
    const { agent } = agentWith([DONE], { signal: run.signal, context: () => new Promise(() => {}) });
    expect((await agent.start('What is on the shelf?')).status).toBe('aborted');
  });
});

describe('what an agent keeps', () => {
  it('is kept whatever names a model makes up for tools', async () => {
    const { agent, memory } = agentWith([{ calls: [call('re\u001bad', {})] }, LOOK, DONE]);
    const { sessionId, unsaved } = await agent.start('What is on the shelf?');
    expect(unsaved).toEqual([]);
    expect((await memory.call('turn.list', { sessionId })).items).toHaveLength(3);
  });

  it('is exported as a file that can be imported', async () => {
    const { agent } = agentWith([LOOK, DONE]);
    await agent.start('What is on the shelf?');
    const file = JSON.parse(JSON.stringify(await agent.exportMemory()));
    expect(turnFile.safeParse(file).error).toBeUndefined();
    expect(file.contexts).toHaveLength(2);
    expect(await agent.getMemoryStore().getRecentSummaries(0)).toEqual([]);
  });

  it('goes on after the turns that are there, also where the memory comes back late', async () => {
    const memory = ownMemory();
    const { sessionId } = await agentWith([LOOK, DONE], { memory }).agent.start('What is on the shelf?');
    memory.failWith('unavailable', /^(?:turn\.list|turn\.summaries|session\.start|memory\.brief)$/);
    const again = agentWith([LOOK, DONE], { memory, sessionId });
    const result = await again.agent.start('And below it?');
    memory.failWith(null);
    expect(await result.flush()).toBe(true);
    const { items } = await memory.call('turn.list', { sessionId });
    expect(items.map(({ number, take }) => [number, take])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });
});

describe('an agent whose tools say much', () => {
  it('goes on thinking before each action', async () => {
    const tools = [tool(() => 'a very long shelf '.repeat(3000))];
    const { agent, asked } = agentWith([LOOK, LOOK, LOOK, DONE], { tools });
    await agent.start('What is on the shelf?');
    expect(asked.thinking).toHaveLength(4);
    expect(textOf(asked.thinking[3] ?? { messages: [], options: {} })).toContain('a very long shelf');
  });
});
