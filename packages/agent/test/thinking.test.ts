import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { ReflectiveThinking, type ThinkingOptions } from '../src/index.ts';
import { ownMemory } from './memories.ts';
import { call, decide, scripted, textOf } from './scripted-model.ts';

type Lines = NonNullable<Parameters<typeof scripted>[0]['thinking']>;

const PLACE = { sessionId: 'shop-run', projectId: 'shop' };
const SECRET_PLACE = 'The price list lies in tariffs/2026.csv, in cents.';

/** A memory with two earlier turns of the run. */
async function withTurns() {
  const memory = ownMemory();
  const saved = [];
  for (const [context, summary, insights] of [
    [SECRET_PLACE, 'Found where prices come from', ['prices are read from a file']],
    ['The checkout rounds each row.', 'Looked at the checkout', ['rounding happens per row', 'nothing is cached']],
  ] as const) {
    const given = {
      context: [{ kind: 'workspace', text: context }],
      summary: { text: summary, insights: [...insights] },
    };
    saved.push((await memory.call('turn.save', { ...PLACE, ...given })).turn);
  }
  return { memory, saved };
}

async function thinking(lines: Lines, options: Partial<ThinkingOptions> = {}) {
  const { memory, saved } = await withTurns();
  const { model, asked } = scripted({ thinking: lines });
  const problems: unknown[] = [];
  const onProblem = (problem: unknown) => problems.push(problem);
  const thinker = new ReflectiveThinking({ model, memory, ...PLACE, onProblem, ...options });
  const think = (more: Partial<Parameters<typeof thinker.think>[0]> = {}) =>
    thinker.think({ task: 'Make the totals right', context: 'cart.ts is open', ...more });
  return { memory, saved, think, asked: asked.thinking, problems };
}

describe('thinking in rounds', () => {
  it('goes on until the model says that it is ready (S2-02, S2-27)', async () => {
    verifies('S2-02');
    verifies('S2-27');
    const { think, asked } = await thinking([
      { text: 'I must see the rounding first.', calls: [decide(true, 'unclear', 'the rounding')] },
      { text: 'Rounding per row is the fault.', calls: [decide(false, 'clear')] },
      { text: 'never asked', calls: [] },
    ]);
    const { rounds, endedBy } = await think();
    expect(endedBy).toBe('ready');
    expect(rounds.map(({ text, continues }) => [text, continues])).toEqual([
      ['I must see the rounding first.', true],
      ['Rounding per row is the fault.', false],
    ]);
    expect(asked).toHaveLength(2);
  });

  it('shows conversation, workspace, summaries and earlier rounds, with their reason and focus (S2-26, B2-02)', async () => {
    verifies('S2-26');
    verifies('B2-02');
    const { think, asked } = await thinking([
      { text: 'First thought.', calls: [decide(true, 'two places round', 'which one comes first')] },
      { text: 'Second.', calls: [decide(false)] },
    ]);
    await think({ history: [{ role: 'user', text: 'totals are off by a cent' }], system: 'You mend shops.' });
    const [first = '', second = ''] = asked.map(textOf);
    expect(first).toContain('You mend shops.');
    expect(first).toContain('totals are off by a cent');
    expect(first).toContain('cart.ts is open');
    expect(first).toContain('[Turn 2] Looked at the checkout');
    expect(first).toContain('Insights: rounding happens per row; nothing is cached');
    expect(first).not.toContain('First thought.');
    expect(second).toContain('First thought.');
    expect(second).toContain('two places round');
    expect(second).toContain('which one comes first');
  });

  it('makes no more rounds than allowed (S2-25)', async () => {
    verifies('S2-25');
    const { think } = await thinking([{ text: 'Hm.', calls: [decide(true)] }], { maxThinkingRounds: 4 });
    const { rounds, endedBy } = await think();
    expect([rounds.length, endedBy]).toEqual([4, 'rounds']);
  });

  it('ends when the budget leaves no room for another round, counting input and output (S2-29, S2-46, S2-50)', async () => {
    verifies('S2-29');
    verifies('S2-46');
    verifies('S2-50');
    const { think, asked } = await thinking(
      [{ text: 'Hm.', calls: [decide(true)], inputTokens: 900, outputTokens: 100 }],
      { thinkingTokenBudget: 2500, maxThinkingRounds: 10 },
    );
    const { rounds, endedBy, tokens } = await think();
    expect([rounds.length, endedBy, tokens]).toEqual([2, 'budget', 2000]);
    // What a round may answer with is what the budget leaves.
    expect(asked[1]?.options.maxTokens).toBeLessThan(1500);
  });

  it('does not begin a round that a long context alone takes beyond the budget', async () => {
    const { think, asked } = await thinking([{ text: 'Hm.', calls: [decide(false)] }], { thinkingTokenBudget: 1000 });
    const { endedBy, rounds } = await think({ context: '总额 '.repeat(2000) });
    expect([endedBy, rounds, asked]).toEqual(['budget', [], []]);
  });

  it('can be switched off (S2-34)', async () => {
    verifies('S2-34');
    const { think, asked } = await thinking([{ text: 'Hm.' }], { enabled: false });
    const { endedBy, summaries } = await think();
    expect(endedBy).toBe('off');
    expect(summaries).toContain('Looked at the checkout');
    expect(asked).toEqual([]);
  });

  it('takes silence about the decision for readiness, and goes on after a recall', async () => {
    const silent = await thinking([{ text: 'I know what to do.' }]);
    expect((await silent.think()).rounds).toMatchObject([{ continues: null }]);
    const recalling = await thinking([
      { text: 'What was it?', calls: [call('recall_context', { turnNumbers: [1] })] },
      { text: 'Now I know.', calls: [decide(false)] },
    ]);
    expect((await recalling.think()).rounds).toHaveLength(2);
  });

  it('ends when the model cannot be asked, and says so', async () => {
    const { think, problems } = await thinking([new Error('no network')]);
    expect(await think()).toMatchObject({ endedBy: 'error', error: new Error('no network'), rounds: [] });
    expect(problems).toEqual([new Error('no network')]);
  });
});

describe('recalling earlier turns', () => {
  const asking = (wish: object): Lines => [
    { text: 'I have seen that.', calls: [call('recall_context', wish), decide(true)] },
    { text: 'Yes.', calls: [decide(false)] },
  ];

  it('shows the model what it was given then, as data (S2-05, B2-01)', async () => {
    verifies('S2-05');
    verifies('B2-01');
    const { think, asked, saved } = await thinking(asking({ turnNumbers: [1] }));
    const { recalled, rounds } = await think();
    expect(textOf(asked[0] ?? { messages: [], options: {} })).not.toContain(SECRET_PLACE);
    const second = textOf(asked[1] ?? { messages: [], options: {} });
    expect(second).toContain(SECRET_PLACE);
    expect(second.replace(/<stored-data (\S+) [\s\S]*?<\/stored-data \1>/g, '')).not.toContain(SECRET_PLACE);
    expect(recalled.map(({ turn }) => turn.id)).toEqual([saved[0]?.id]);
    expect(rounds[0]?.recalls).toMatchObject([{ numbers: [1], found: [saved[0]?.id] }]);
  });

  it('finds turns by id and by words of their context that no summary has', async () => {
    const byId = await thinking([]);
    const { think } = await thinking(asking({ keywords: ['tariffs'] }));
    expect((await think()).recalled.map(({ turn }) => turn.number)).toEqual([1]);
    const ids = await thinking(asking({ contextIds: [byId.saved[0]?.id ?? ''] }));
    // An id of another memory is not there, and the run goes on.
    expect((await ids.think()).recalled).toEqual([]);
  });

  it('gives a turn once, however often it is asked for, and no more than allowed (B2-04)', async () => {
    verifies('B2-04');
    const { think } = await thinking(
      [
        { text: 'A', calls: [call('recall_context', { turnNumbers: [1], keywords: ['price'] }), decide(true)] },
        { text: 'B', calls: [call('recall_context', { turnNumbers: [1, 2] }), decide(true)] },
        { text: 'C', calls: [decide(false)] },
      ],
      { maxRecallContexts: 2 },
    );
    expect((await think()).recalled.map(({ turn }) => turn.number)).toEqual([1, 2]);
  });

  it('can be switched off (S2-37)', async () => {
    verifies('S2-37');
    const { think, asked } = await thinking(asking({ turnNumbers: [1] }), { enableRecall: false });
    const { recalled } = await think();
    expect(recalled).toEqual([]);
    expect(asked[0]?.options.tools?.map(({ name }) => name)).toEqual(['continue_thinking']);
  });

  it('does not stop the turn where it fails (S2-49)', async () => {
    verifies('S2-49');
    const { think, memory, asked, problems } = await thinking(asking({ turnNumbers: [1] }));
    memory.failWith('unavailable', /^turn\.recall$/);
    const { endedBy, rounds } = await think();
    expect([endedBy, rounds.length]).toEqual(['ready', 2]);
    expect(textOf(asked[1] ?? { messages: [], options: {} })).toContain('Go on without them');
    expect(problems).toHaveLength(1);
  });
});
