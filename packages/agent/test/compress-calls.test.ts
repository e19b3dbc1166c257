import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { compressCalls, type Message, type Model, type RecordedCall } from '../src/index.ts';
import { loop } from './median-loop.ts';

const LOG = `${'GET /health 200\n'.repeat(400)}worker 3 lost its lease after 30 s\n${'GET /health 200\n'.repeat(400)}`;
const read: RecordedCall = { tool: 'read', params: { path: 'worker.log' }, outcome: 'success', output: LOG };
const search: RecordedCall = { tool: 'search', params: { words: 'lease' }, outcome: 'failure', output: 'timed out' };
const little: RecordedCall = { tool: 'pwd', params: {}, outcome: 'success', output: '/srv' };
const FINDING = {
  n: 1,
  finding: 'Leases run out after 30 s.',
  learning: 'Health checks fill the log',
  relevance: 'high',
};

/** A model that answers with these texts, in their order. */
function answering(...texts: string[]) {
  const asked: (readonly Message[])[] = [];
  const model: Model = async (messages) => {
    asked.push(messages);
    const text = texts[Math.min(asked.length, texts.length) - 1] ?? '';
    return { text, calls: [], inputTokens: 100, outputTokens: 20 };
  };
  return { model, asked };
}

const saying = (...calls: object[]) => JSON.stringify({ calls });

describe('calls compressed by a model', () => {
  it('get what was found, what it teaches and its relevance to the goal, beside their output (S4-19, S4-22)', async () => {
    verifies('S4-19');
    verifies('S4-22');
    const { model, asked } = answering(saying(FINDING));
    const { calls } = await compressCalls(model)({ calls: [read], goal: 'Why do jobs run twice?' });
    expect(calls).toEqual([
      {
        ...read,
        insights: 'Leases run out after 30 s.',
        learning: 'Health checks fill the log',
        relevance: 'high',
      },
    ]);
    const said = asked[0]?.map(({ text }) => text).join('\n') ?? '';
    expect(said).toContain('Why do jobs run twice?');
    expect(said).toContain('worker.log');
    expect(said.replace(/<stored-data (\S+) [\s\S]*?<\/stored-data \1>/g, '')).not.toContain('GET /health');
  });

  it('go to the model several at once, and what it says of none stays as it was (S4-29)', async () => {
    verifies('S4-29');
    const { model, asked } = answering(saying({ ...FINDING, n: 2 }), saying());
    const calls = [read, search, read];
    const compressed = await compressCalls(model, { batch: 2 })({ calls, goal: 'Leases' });
    expect(asked).toHaveLength(2);
    expect(compressed.calls.map(({ insights }) => insights)).toEqual([
      undefined,
      'Leases run out after 30 s.',
      undefined,
    ]);
  });

  it('are left out where they say little, or as the caller chooses, and cost nothing then (S4-30)', async () => {
    verifies('S4-30');
    const { model, asked } = answering(saying(FINDING));
    expect(await compressCalls(model)({ calls: [little], goal: 'x' })).toEqual({ calls: [little], tokens: 0 });
    expect(asked).toEqual([]);
    const all = await compressCalls(model, { skip: () => false })({ calls: [little], goal: 'x' });
    expect(all.calls[0]?.relevance).toBe('high');
    const own = { ...read, insights: 'I know already.' };
    expect((await compressCalls(model)({ calls: [own], goal: 'x' })).calls).toEqual([own]);
  });

  it('say what it cost, the second question included; an answer of no use leaves them as they were (S4-31)', async () => {
    verifies('S4-31');
    const { model } = answering('I cannot.');
    expect(await compressCalls(model)({ calls: [read], goal: 'x' })).toEqual({ calls: [read], tokens: 240 });
    expect(() => compressCalls(model, { batch: 0 })).toThrow(/batch must be a whole number from 1 to 50/);
  });

  it('are recorded with the attempt in which they were made, and their cost with its own (S4-21)', async () => {
    verifies('S4-21');
    const { model } = answering(saying(FINDING));
    const { run, memory } = loop({ compress: compressCalls(model) });
    const act = async () => ({ output: '', calls: [read], tokens: 1000 });
    const { attempts } = await run({ act, maxAttempts: 1 });
    const { attempt } = await memory.call('attempt.get', { id: attempts[0]?.attemptId ?? '' });
    expect(attempt.content.calls).toMatchObject([
      { tool: 'read', insights: 'Leases run out after 30 s.', relevance: 'high', output: { bytes: LOG.length } },
    ]);
    expect(attempt.content.cost?.tokens).toBe(1120);
    const { text } = await memory.call('attempt.context', { sessionId: attempt.sessionId ?? '', projectId: 'numbers' });
    expect(text).toContain("high: read 'worker.log' → Leases run out after 30 s, Health checks fill the log");
  });

  it('are recorded as they are where the model cannot be asked, and the run goes on', async () => {
    const failing: Model = () => Promise.reject(new Error('no network'));
    const { run, memory, problems } = loop({ compress: compressCalls(failing) });
    const act = async () => ({ output: '', calls: [read] });
    const { attempts } = await run({ act, maxAttempts: 1 });
    const { attempt } = await memory.call('attempt.get', { id: attempts[0]?.attemptId ?? '' });
    expect(attempt.content.calls).toMatchObject([{ tool: 'read', insights: null }]);
    expect(problems).toEqual([new Error('no network')]);
  });
});

describe('a reflection', () => {
  it('names the lessons of other loops that its run was told, by ids that hold everywhere (B3-11)', async () => {
    verifies('B3-11');
    const first = loop();
    const { memory } = first;
    await first.run({ maxAttempts: 1 });
    const { hits } = await memory.call('reflection.search', {
      projectId: 'numbers',
      taskDescription: 'median',
      limit: 5,
    });
    const ids = hits.map(({ reflection }) => reflection.id);
    expect(ids).toHaveLength(1);
    const { attempts } = await first.run({ maxAttempts: 1 });
    const { attempt } = await memory.call('attempt.get', { id: attempts[0]?.attemptId ?? '' });
    expect(attempt.content.reflection?.related).toEqual(ids);
  });
});
