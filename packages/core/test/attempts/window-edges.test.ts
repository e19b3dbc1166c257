import { type InputOf, WINDOW_BY_TASK } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Content = NonNullable<InputOf<'attempt.record'>['content']>;
const place = { projectId: 'demo', sessionId: 'run' };
const minute = (n: number) => new Date(Date.UTC(2026, 1, 1, 12, n)).toISOString();
async function record(reflection: Content['reflection'], fields: Partial<InputOf<'attempt.record'>> = {}) {
  const { content, ...rest } = fields;
  const input = { ...place, task: 'Other', outcome: 'failure' as const, content: { ...content, reflection }, ...rest };
  return (await test.call('attempt.record', input)).attempt.id;
}
const windowOf = (asked: Partial<InputOf<'attempt.window'>> = {}) =>
  test.call('attempt.window', { ...place, ...asked });
const weighed = async (capacity = 3) => (await windowOf({ policy: 'relevance_weighted', capacity })).items;

describe('the relevance of a reflection to the goal', () => {
  beforeEach(() => test.call('session.note', { ...place, goal: 'zebra upload' }));

  it.each<[string, Content['reflection'], Partial<InputOf<'attempt.record'>>]>([
    ['its text', { text: 'a zebra' }, {}],
    ['its root cause', { text: '', rootCause: 'a zebra' }, {}],
    ['its reasoning', { text: '', causalReasoning: 'a zebra' }, {}],
    ['its insights', { text: '', insights: ['x', 'a zebra'] }, {}],
    ['its lessons', { text: '', lessons: ['x', 'a zebra'] }, {}],
    ['what was tried', { text: '' }, { strategy: 'a zebra' }],
    ['its task', { text: '' }, { task: 'a zebra' }],
  ])('is seen in %s, word by word', async (_where, reflection, fields) => {
    await record(reflection, fields);
    await record({ text: 'x', rootCause: 'y', lessons: ['z'] });
    expect((await weighed()).map(({ relevance }) => relevance)).toEqual([0.5, 0]);
  });

  it('is of its first 8,000 characters', async () => {
    const filled = (length: number) => `${'x '.repeat(length / 2)}zebra`;
    await record({ text: filled(7900) });
    await record({ text: filled(8000) });
    expect((await weighed()).map(({ relevance }) => relevance)).toEqual([0.5, 0]);
  });

  it('loses a tenth with each reflection that came after it', async () => {
    const first = await record({ text: 'zebra upload' }, { endedAt: minute(0) });
    // 0.9 ** 6 is more than a half, 0.9 ** 7 is less.
    for (let n = 1; n <= 6; n++) await record({ text: 'nothing' }, { endedAt: minute(n) });
    const last = await record({ text: 'zebra' }, { endedAt: minute(8) });
    expect((await weighed(1))[0]?.attemptId).toBe(last);
    await test.call('attempt.delete', { id: last });
    const again = await record({ text: 'zebra' }, { endedAt: minute(6) });
    expect((await weighed(1))[0]?.attemptId).toBe(again);
    const [gone] = (await test.call('attempt.list', { sessionId: 'run', order: 'oldest' })).items.slice(1);
    await test.call('attempt.delete', { id: gone?.id ?? '' });
    expect((await weighed(1))[0]?.attemptId).toBe(first);
  });
});

describe('a window of reflections', () => {
  it('has what is in order of time, and of one time in the order of recording', async () => {
    const ids: string[] = [];
    for (const n of [5, 3, 3, 4]) ids.push(await record({ text: `at ${n}` }, { endedAt: minute(n) }));
    const { items } = await windowOf({ capacity: 4 });
    expect(items.map(({ attemptId }) => ids.indexOf(attemptId))).toEqual([1, 2, 3, 0]);
    expect(items.map(({ at }) => at)).toEqual([3, 3, 4, 5].map(minute));
  });

  it('keeps what has exactly the budget, all that a reflection says counted', async () => {
    const said = {
      text: 'one',
      rootCause: 'two',
      causalReasoning: 'three',
      insights: ['four', 'five'],
      lessons: ['six', 'seven'],
    };
    await record(said);
    const { tokens } = await windowOf();
    // Seven words, and the line feeds between them.
    expect(tokens).toBe(13);
    expect(await windowOf({ budget: tokens })).toMatchObject({ size: 1, tokens });
    expect(await windowOf({ budget: tokens - 1 })).toMatchObject({
      size: 0,
      tokens: 0,
      leftOut: { beyondCapacity: 0, overBudget: 1 },
    });
    await record({ text: 'one' });
    // What is left is what the first one did not take: the newest is the foremost.
    expect((await windowOf({ budget: tokens })).items.map(({ reflection }) => reflection.rootCause)).toEqual([null]);
    expect((await windowOf({ budget: tokens + 1 })).size).toBe(2);
    expect((await windowOf({ budget: tokens })).leftOut).toEqual({ beyondCapacity: 0, overBudget: 1 });
  });

  it('names an action by what it says, else its command, its file, or its kind', async () => {
    const action = { type: 'test_execution' };
    const actions = [
      { ...action, description: 'Ran it', command: 'npm test', filePath: 'a.ts' },
      { ...action, command: 'npm test', filePath: 'a.ts' },
      { ...action, filePath: 'a.ts' },
      action,
    ];
    await record({ text: 'x', failingActions: [0, 1, 2, 3, 4] }, { content: { actor: { actions } } });
    const [item] = (await windowOf()).items;
    expect(item?.failingActions.map(({ action: name }) => name)).toEqual([
      ...['Ran it', 'npm test', 'a.ts', 'test_execution', null],
    ]);
    await record({ text: 'x', failingActions: [0] });
    expect((await windowOf()).items[1]?.failingActions).toEqual([{ place: 0, action: null }]);
  });

  it('is of the reflections of its session: of no other one, and attempts without one take no room', async () => {
    await record({ text: 'mine' });
    for (let n = 0; n < 3; n++) {
      await record(null);
      await record({ text: 'of another session' }, { sessionId: 'other' });
    }
    for (const policy of ['fifo', 'recency', 'relevance_weighted'] as const) {
      const { items, attempts, reflections } = await windowOf({ policy, capacity: 1 });
      expect(items.map(({ reflection }) => reflection.text)).toEqual(['mine']);
      expect([attempts, reflections]).toEqual([4, 1]);
    }
  });

  it('is empty without a goal or an attempt', async () => {
    await test.call('session.start', place);
    expect(await windowOf({ policy: 'relevance_weighted' })).toMatchObject({ goal: null, size: 0, items: [] });
  });

  it('holds by number of categories 1, 3 or 5, by type of task what is set, and 3 for several kinds of checks', async () => {
    const sizes: number[] = [];
    const categories = ['logic_error', 'edge_case_miss', 'integration_error', 'incorrect_assumption', 'other'] as const;
    for (const category of categories) {
      await record({ text: 'x', category });
      sizes.push((await windowOf({ capacity: 'dynamic' })).capacity.value);
    }
    expect(sizes).toEqual([1, 1, 3, 3, 5]);
    const [[asked, value] = ['', 0]] = Object.entries(WINDOW_BY_TASK);
    expect((await windowOf({ capacity: asked as keyof typeof WINDOW_BY_TASK })).capacity).toEqual({
      value,
      rule: asked,
      verification: null,
      categories: null,
    });
    const checks = ['lint', 'unit_tests'].map((kind) => ({ kind, verdict: 'pass' as const }));
    await record({ text: 'x' }, { content: { checks } });
    expect((await windowOf({ capacity: 'verification' })).capacity).toMatchObject({
      value: 3,
      verification: 'combined',
    });
  });

  it('goes by when attempts were recorded, or by when they ended', async () => {
    await record({ text: 'ended last' }, { endedAt: minute(9) });
    await record({ text: 'recorded last' }, { endedAt: minute(1) });
    const by = async (policy: 'fifo' | 'recency') =>
      (await windowOf({ policy, capacity: 1 })).items.map(({ reflection }) => reflection.text);
    expect([await by('fifo'), await by('recency')]).toEqual([['recorded last'], ['ended last']]);
  });

  it('says by which rule it is as large as it is, and what that rests on', async () => {
    const none = { verification: null, categories: null };
    const capacity = async (asked: InputOf<'attempt.window'>['capacity']) =>
      (await windowOf({ capacity: asked })).capacity;
    expect(await capacity(4)).toEqual({ ...none, value: 4, rule: 'number' });
    expect(await capacity('verification')).toEqual({ ...none, value: 3, rule: 'verification' });
    expect(await capacity('dynamic')).toEqual({ ...none, value: 1, rule: 'dynamic', categories: 0 });
    const checks = [{ kind: 'manual_review', verdict: 'pass' as const }];
    await record({ text: 'x', category: 'logic_error' }, { endedAt: minute(9), content: { checks } });
    // Recorded later, but over earlier: the checks of the latest attempt count.
    await record({ text: 'x' }, { endedAt: minute(1), content: { checks: [{ kind: 'lint', verdict: 'pass' }] } });
    expect(await capacity('verification')).toEqual({
      ...none,
      value: 5,
      rule: 'verification',
      verification: 'manual_review',
    });
    expect(await capacity('dynamic')).toMatchObject({ categories: 1 });
    expect(await windowOf({ policy: 'recency' })).toMatchObject({ policy: 'recency', goal: null, reflections: 2 });
  });

  it('of a task that is named twice and differently is empty, and says so in the same form', async () => {
    await record({ text: 'x' });
    const { taskIdentity } = (await test.call('attempt.list', { sessionId: 'run' })).items[0] ?? { taskIdentity: '' };
    expect(await windowOf({ task: 'Another', taskIdentity })).toEqual({
      policy: 'fifo',
      capacity: { value: 3, rule: 'number', verification: null, categories: null },
      goal: null,
      attempts: 0,
      reflections: 0,
      size: 0,
      items: [],
      leftOut: { beyondCapacity: 0, overBudget: 0 },
      tokens: 0,
    });
    expect((await windowOf({ task: 'Other', taskIdentity })).size).toBe(1);
  });
});
