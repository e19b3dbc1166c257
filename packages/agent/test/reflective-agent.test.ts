import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { type AgentTool, ReflectiveAgent, type ReflectiveAgentConfig } from '../src/index.ts';
import { ownMemory } from './memories.ts';
import { call, decide, scripted, textOf } from './scripted-model.ts';

type Lines = Parameters<typeof scripted>[0];

const SUMMARY = { text: JSON.stringify({ summary: 'Read the file of prices.', insights: ['prices are in cents'] }) };
const THOUGHT = { text: 'The file comes first.', calls: [decide(false, 'clear')] };
const read: AgentTool = {
  name: 'read_file',
  description: 'Reads a file',
  input: { type: 'object', properties: { path: { type: 'string' } } },
  run: ({ path }) => {
    if (path !== 'prices.csv') throw new Error(`no such file: ${path}`);
    return 'apple;120\npear;95';
  },
};
const READ_PRICES = { text: 'I read the prices.', calls: [call('read_file', { path: 'prices.csv' })] };
const DONE = { text: 'Apples cost 1.20.' };

function agentWith(lines: Lines, config: Partial<ReflectiveAgentConfig> = {}, memory = ownMemory()) {
  const { model, asked } = scripted({ thinking: [THOUGHT], summary: [SUMMARY], ...lines });
  const problems: unknown[] = [];
  const whole = { memory, projectId: 'shop', onProblem: (problem: unknown) => problems.push(problem), ...config };
  const workspace = { context: () => 'Files: prices.csv', tools: [read] };
  const agent = new ReflectiveAgent(whole, workspace, 'You answer questions about prices.', model);
  return { agent, memory, asked, problems };
}

describe('an agent that thinks before it acts', () => {
  it('thinks, acts, runs its calls, and goes on until it answers in words (S2-32)', async () => {
    verifies('S2-32');
    const { agent, asked, problems } = agentWith({ action: [READ_PRICES, DONE] });
    const result = await agent.start('What does an apple cost?');
    expect(result).toMatchObject({ status: 'completed', answer: DONE.text, turns: 2, error: null });
    expect(asked.thinking).toHaveLength(2);
    const [first, second] = asked.action;
    expect(first?.messages[0]?.text).toBe('You answer questions about prices.');
    expect(textOf(first ?? { messages: [], options: {} })).toContain('The file comes first.');
    expect(second?.messages.find(({ role }) => role === 'tool')?.text).toBe('apple;120\npear;95');
    expect(first?.options.tools?.map(({ name }) => name)).toEqual(['read_file']);
    expect(problems).toEqual([]);
    expect(result.unsaved).toEqual([]);
  });

  it('keeps each turn with all that the model was given, its rounds, calls, outputs and cost (S2-01, S2-51, B2-14)', async () => {
    verifies('S2-01');
    verifies('S2-51');
    verifies('B2-14');
    const { agent, memory, asked } = agentWith({
      action: [{ ...READ_PRICES, inputTokens: 812, outputTokens: 9 }, DONE],
    });
    const { sessionId } = await agent.start('What does an apple cost?');
    const { items } = await memory.call('turn.list', { sessionId });
    expect(items.map(({ number, tools, rounds, inputTokens }) => [number, tools, rounds, inputTokens])).toMatchObject([
      [1, ['read_file'], 1, 812],
      [2, [], 1, expect.any(Number)],
    ]);
    const { turn } = await memory.call('turn.get', { id: items[0]?.id ?? '' });
    expect(turn.content.rounds).toMatchObject([{ text: 'The file comes first.', reason: 'clear', continues: false }]);
    const output = turn.content.calls[0]?.part ?? -1;
    expect((await memory.call('turn.text', { id: turn.id, part: output })).text).toBe('apple;120\npear;95');
    const given = textOf(asked.action[0] ?? { messages: [], options: {} });
    for (const [part, { side, kind }] of turn.content.parts.entries()) {
      if (side !== 'context' || kind === 'tools') continue;
      expect(given).toContain((await memory.call('turn.text', { id: turn.id, part })).text);
    }
    expect(turn.content.parts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['system', 'task', 'workspace', 'thoughts', 'tools', 'reply', 'output']),
    );
  });

  it('is told what its earlier turns came to (S2-03, S2-04, S2-28)', async () => {
    verifies('S2-03');
    verifies('S2-04');
    verifies('S2-28');
    const { agent, asked } = agentWith({ action: [READ_PRICES, DONE] });
    await agent.start('What does an apple cost?');
    const [first, second] = asked.action.map(textOf);
    expect(first).not.toContain('[Turn 1]');
    expect(second).toContain('[Turn 1] Read the file of prices.\nInsights: prices are in cents');
  });

  it('goes on with an earlier run, at the next turn and with its summaries (S2-43)', async () => {
    verifies('S2-43');
    const { agent, memory } = agentWith({ action: [READ_PRICES, DONE] });
    const { sessionId } = await agent.start('What does an apple cost?');
    const again = agentWith({ action: [{ text: 'A pear costs 0.95.' }] }, { sessionId }, memory);
    await again.agent.start('And a pear?');
    expect(textOf(again.asked.action[0] ?? { messages: [], options: {} })).toContain(
      '[Turn 1] Read the file of prices.',
    );
    const { items } = await memory.call('turn.list', { sessionId });
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('is told the lessons of other agents, and its turn says which', async () => {
    const memory = ownMemory();
    const lesson = { projectId: 'shop', taskDescription: 'Find out what an apple costs', outcome: 'failure' as const };
    const { reflection } = await memory.call('reflection.store', {
      ...lesson,
      whatDidNotWork: ['Reading the web page of the shop'],
      nextStrategy: 'Read prices.csv',
    });
    const { agent, asked } = agentWith({ action: [DONE] }, {}, memory);
    const { sessionId } = await agent.start('What does an apple cost?');
    expect(textOf(asked.action[0] ?? { messages: [], options: {} })).toContain('Read prices.csv');
    const { items } = await memory.call('turn.list', { sessionId });
    const { turn } = await memory.call('turn.get', { id: items[0]?.id ?? '' });
    expect(turn.content.parts.find(({ kind }) => kind === 'lessons')?.about).toEqual([reflection.id]);
  });

  it('is given the meaning of earlier turns in a tenth of the words, not their contexts again (S2-44, S2-52)', async () => {
    verifies('S2-44');
    verifies('S2-52');
    const said = [`Orders of May\n${'4711;shipped\n'.repeat(800)}`, 'Orders of June'];
    const { model, asked } = scripted({ thinking: [THOUGHT], summary: [SUMMARY], action: [READ_PRICES, DONE] });
    const workspace = { context: () => said.shift() ?? '', tools: [read] };
    const memory = ownMemory();
    const { sessionId } = await new ReflectiveAgent({ memory }, workspace, '', model).start('What does an apple cost?');
    const [row] = (await memory.call('turn.list', { sessionId })).items;
    expect(row?.contextTokens).toBeGreaterThan(10 * (row?.summary?.tokens ?? Number.NaN));
    const [first = '', second = ''] = asked.action.map(textOf);
    expect(first).toContain('Orders of May');
    expect(second).not.toContain('Orders of May');
    expect(second).toContain('Read the file of prices.');
    expect(second.length).toBeLessThan(first.length / 5);
  });
});

describe('what goes wrong in a run', () => {
  it('is told to the model, and ends the run where it happens too often in a row (S2-33)', async () => {
    verifies('S2-33');
    const wrong = [
      { calls: [call('delete_everything', {})] },
      { calls: [call('read_file', 'prices.csv')] },
      { text: '  ' },
      { calls: [call('read_file', { path: 'costs.csv' })] },
    ];
    const { agent, asked } = agentWith({ action: wrong }, { consecutiveMistakeLimit: 4 });
    expect(await agent.start('What does an apple cost?')).toMatchObject({ status: 'mistakes', turns: 4 });
    const told = asked.action.map(textOf);
    expect(told[1]).toContain('There is no tool \\"delete_everything\\"'.replaceAll('\\', ''));
    expect(told[1]).toContain('There are: read_file.');
    expect(told[2]).toContain('must be a JSON object');
    expect(told[3]).toContain('Your reply was empty');
  });

  it('does not count mistakes that a good turn came after', async () => {
    const bad = { calls: [call('read_file', { path: 'costs.csv' })] };
    const { agent } = agentWith({ action: [bad, READ_PRICES, bad, DONE] }, { consecutiveMistakeLimit: 2 });
    expect((await agent.start('What does an apple cost?')).status).toBe('completed');
  });

  it('repeats a request as often as it may, and refuses limits outside of their ranges', async () => {
    const { agent, asked } = agentWith({ action: [new Error('overloaded')] }, { maxRetryAttempts: 1 });
    expect(await agent.start('Hello')).toMatchObject({ status: 'error', error: new Error('overloaded') });
    expect(asked.action).toHaveLength(2);
    expect(() => agentWith({}, { apiRequestTimeout: 0 })).toThrow(/apiRequestTimeout must be a whole number/);
    expect(() => agentWith({}, { reflectiveThinking: { maxThinkingRounds: 99 } })).toThrow(/maxThinkingRounds/);
  });

  it('keeps a turn that was broken off, with the reason', async () => {
    const { agent, memory } = agentWith({ action: [new Error('the key is wrong')] }, { maxRetryAttempts: 0 });
    const { sessionId } = await agent.start('Hello');
    const { items } = await memory.call('turn.list', { sessionId });
    expect(items).toMatchObject([{ error: 'the key is wrong', summary: { source: 'fallback' } }]);
  });

  it('ends a model that never stops, at the limit of turns', async () => {
    const { agent } = agentWith({ action: [READ_PRICES] }, { maxTurns: 3 });
    expect(await agent.start('What does an apple cost?')).toMatchObject({ status: 'turns', turns: 3 });
  });

  it('ends at once when it is aborted, also while a tool hangs', async () => {
    const run = new AbortController();
    const hanging: AgentTool = {
      ...read,
      run: () => {
        setTimeout(() => run.abort(), 10);
        return new Promise(() => {});
      },
    };
    const { model } = scripted({ thinking: [THOUGHT], summary: [SUMMARY], action: [READ_PRICES] });
    const workspace = { context: () => '', tools: [hanging] };
    const agent = new ReflectiveAgent({ memory: ownMemory(), signal: run.signal }, workspace, '', model);
    expect((await agent.start('Hello')).status).toBe('aborted');
  });

  it('in the memory does not stop it: it goes on with what it remembers, and stores later', async () => {
    const { agent, memory, asked } = agentWith({ action: [READ_PRICES, READ_PRICES, DONE] });
    memory.failWith('unavailable');
    const result = await agent.start('What does an apple cost?');
    expect(result.status).toBe('completed');
    expect(textOf(asked.action[1] ?? { messages: [], options: {} })).toContain('[Turn 1] Read the file of prices.');
    expect(result.unsaved.map(({ what, isWaiting }) => [what, isWaiting])).toEqual([
      ['the session', true],
      ['turn 1', true],
      ['turn 2', true],
      ['turn 3', true],
    ]);
    memory.failWith(null);
    expect(await result.flush()).toBe(true);
    const { items } = await memory.call('turn.list', { sessionId: result.sessionId });
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('keeps what fits of a context that is larger than the memory takes', async () => {
    const { model } = scripted({ thinking: [THOUGHT], summary: [SUMMARY], action: [DONE] });
    const memory = ownMemory();
    const workspace = { context: () => `begin ${'x'.repeat(3_000_000)} end` };
    const agent = new ReflectiveAgent({ memory, reflectiveThinking: { enabled: false } }, workspace, '', model);
    const { sessionId, unsaved } = await agent.start('Hello');
    expect(unsaved).toEqual([]);
    const { items } = await memory.call('turn.list', { sessionId });
    expect(items[0]?.contextBytes).toBeGreaterThan(100_000);
  });
});

describe('the memory of an agent', () => {
  it('is read as the document says: summaries, words, a turn, everything (S2-58)', async () => {
    verifies('S2-58');
    const { model } = scripted({ thinking: [THOUGHT], summary: [SUMMARY], action: [READ_PRICES, DONE] });
    const config: ReflectiveAgentConfig = {
      apiRequestTimeout: 40_000,
      maxRetryAttempts: 3,
      consecutiveMistakeLimit: 3,
      reflectiveThinking: {
        enabled: true,
        maxThinkingRounds: 5,
        thinkingTokenBudget: 10_000,
        enableRecall: true,
        maxRecallContexts: 3,
      },
      memory: ownMemory(),
    };
    const agent = new ReflectiveAgent(config, { context: () => 'Files: prices.csv', tools: [read] }, 'Prices.', model);
    await agent.start('What does an apple cost?');
    const store = agent.getMemoryStore();
    expect((await store.getRecentSummaries(5)).map(({ turnNumber, summary }) => [turnNumber, summary])).toEqual([
      [1, 'Read the file of prices.'],
      [2, 'Read the file of prices.'],
    ]);
    expect(await store.getRecentSummaries(1)).toHaveLength(1);
    expect(await store.searchSummaries('IN CENTS')).toHaveLength(2);
    expect(await store.searchSummaries('optimization')).toEqual([]);
    expect((await store.getContextByTurn(1))?.fullContext).toContain('Files: prices.csv');
    expect(await store.getContextByTurn(9)).toBeNull();
    const data = await agent.exportMemory();
    expect(data.contexts.map(({ turnNumber, toolCalls }) => [turnNumber, toolCalls])).toEqual([
      [1, ['read_file']],
      [2, []],
    ]);
    expect(data.summaries.map(({ contextId }) => contextId)).toEqual(data.contexts.map(({ id }) => id));
    expect(await store.getTotalSummaryTokens()).toBe(
      data.summaries.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    );
  });
});
