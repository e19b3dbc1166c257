import { setImmediate as nextTurn } from 'node:timers/promises';
import { type InputOf, turnContent } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';
import { saved, told, workspace } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const textOf = async (id: string, part = 0, page: object = {}) => test.call('turn.text', { id, part, ...page });

/** A turn with every field of S2. */
const whole: InputOf<'turn.save'> = {
  projectId: 'shop',
  sessionId: 'run',
  number: 3,
  context: [
    { kind: 'system', text: 'You mend code.' },
    { kind: 'history', name: 'user', text: 'Make it faster\n', about: [] },
    { kind: 'recalled', text: 'What turn 1 knew', about: ['turn_1'] },
    { kind: 'a new kind', text: '' },
  ],
  reply: [{ kind: 'reply', text: 'I shall look at parseData.' }],
  calls: [
    { tool: 'read', params: { path: 'utils.ts', lines: [1, 2] }, outcome: 'success', ms: 4, output: 'for (;;) {}' },
    { tool: 'run', outcome: 'timeout', output: null },
    { tool: 'read', params: {}, outcome: 'error', output: '' },
  ],
  rounds: [
    {
      text: 'Look for the slow part',
      continues: true,
      reason: 'Not found yet',
      nextFocus: 'utils.ts',
      recalls: [{ numbers: [1], ids: [], words: ['slow'], found: ['turn_1', 'turn_2'] }],
      tokens: 120,
      ms: 900,
    },
    { text: 'Found it', continues: false },
  ],
  cost: { inputTokens: 1000, outputTokens: 50, ms: 2000, amount: 0.01, currency: 'EUR' },
  error: null,
  summary: { text: 'The slow part is parseData.', insights: ['It is quadratic', 'A map would do'] },
  model: 'a model',
  startedAt: '2026-03-01T12:00:00+01:00',
  endedAt: '2026-03-01T11:05:00Z',
  agent: 'a thinker',
  nativeId: 'ctx_3_x',
  extra: { kept: [1, null] },
};

describe('a turn', () => {
  it('keeps all that the model was given, thought, did and cost, each text whole (S2-01, S2-06 to S2-16)', async () => {
    verifies(
      'S2-01',
      'S2-06',
      'S2-07',
      'S2-08',
      'S2-09',
      'S2-10',
      'S2-11',
      'S2-12',
      'S2-13',
      'S2-14',
      'S2-15',
      'S2-16',
    );
    verifies('B2-02', 'B2-14');
    const { turn, created, operationId } = await test.call('turn.save', whole);
    expect(created).toEqual({ project: true, session: true });
    expect(operationId).toMatch(/^op_/);
    const read = (await test.call('turn.get', { id: turn.id })).turn;
    expect(read).toEqual(turn);
    expect(turnContent.strict().parse(read.content)).toEqual(read.content);
    expect(read).toMatchObject({
      nativeId: 'ctx_3_x',
      projectName: 'shop',
      sessionNativeId: 'run',
      number: 3,
      take: 1,
      model: 'a model',
      startedAt: '2026-03-01T11:00:00.000Z',
      endedAt: '2026-03-01T11:05:00.000Z',
      agent: 'a thinker',
      author: { kind: 'person' },
      extra: { kept: [1, null] },
      deletedAt: null,
      content: {
        calls: [
          { tool: 'read', params: { path: 'utils.ts', lines: [1, 2] }, outcome: 'success', ms: 4, part: 5 },
          { tool: 'run', params: {}, outcome: 'timeout', ms: null, part: null },
          { tool: 'read', outcome: 'error', part: 6 },
        ],
        cost: whole.cost,
        error: null,
      },
    });
    expect(read.content.rounds[0]).toEqual(whole.rounds?.[0]);
    expect(read.content.rounds[1]).toMatchObject({ text: 'Found it', continues: false, reason: null, recalls: [] });
    expect(read.content.parts.map(({ side, kind, name, about }) => [side, kind, name, about])).toEqual([
      ['context', 'system', null, []],
      ['context', 'history', 'user', []],
      ['context', 'recalled', null, ['turn_1']],
      ['context', 'a new kind', null, []],
      ['result', 'reply', null, []],
      ['result', 'output', 'read', []],
      ['result', 'output', 'read', []],
    ]);
    const given = [...whole.context.map(({ text }) => text), whole.reply?.[0]?.text, 'for (;;) {}', ''];
    for (const [part, text] of given.entries()) expect((await textOf(turn.id, part)).text).toBe(text);
    expect(read.contextBytes).toBe(Buffer.byteLength(given.slice(0, 4).join('')));
    expect(read.contextTokens).toBe(read.content.parts.slice(0, 4).reduce((sum, { tokens }) => sum + tokens, 0));
    expect(read.content.parts[1]?.tokens).toBe(4);
    expect(read.summaries).toMatchObject([
      { text: 'The slow part is parseData.', insights: ['It is quadratic', 'A map would do'], source: 'model' },
    ]);
    expect(read.summaries[0]?.tokens).toBeGreaterThan(10);
    expect(read.summaries[0]?.id).toMatch(/^tsum_/);
    const { items } = await test.call('turn.list', { sessionId: 'run' });
    expect(items).toMatchObject([
      { id: turn.id, tools: ['read', 'run'], calls: 3, rounds: 2, recalls: 2, inputTokens: 1000, ms: 2000 },
    ]);
    expect(items[0]?.summary).toEqual(read.summaries[0]);
  });

  it('is counted on from the highest number, and one made again has another take (S2-07, B2-10)', async () => {
    verifies('S2-07', 'B2-10', 'X4');
    const numbers: [number, number][] = [];
    for (const number of [undefined, undefined, 7, 7, undefined, 0]) {
      const turn = await saved(test, `context ${number}`, number === undefined ? {} : { number });
      numbers.push([turn.number, turn.take]);
    }
    expect(numbers).toEqual([
      [1, 1],
      [2, 1],
      [7, 1],
      [7, 2],
      [8, 1],
      [0, 1],
    ]);
    const { items } = await test.call('turn.list', { sessionId: 'run', number: 7 });
    expect(items.map(({ take }) => take)).toEqual([1, 2]);
    const texts = await Promise.all(items.map(async ({ id }) => (await textOf(id)).text));
    expect(texts).toEqual(['context 7', 'context 7']);
    expect((await saved(test, 'elsewhere', { sessionId: 'other' })).number).toBe(1);
  });

  it('belongs to the session of its caller, and says so where there is none', async () => {
    const agent = agentIn('/work/shop', { session: 'mine' });
    const { turn, created } = await test.call('turn.save', told('what I know'), agent);
    expect(created).toEqual({ project: true, session: true });
    expect(turn).toMatchObject({ sessionNativeId: 'mine', agent: 'test agent', author: { kind: 'agent' } });
    const failure = await test.fail('turn.save', told('x'), person);
    expect(failure).toMatchObject({ code: 'invalid_input' });
    expect(failure.hint).toContain('sessionId');
  });

  it('is saved once however often it is asked for with one key, and twice under one native id is refused', async () => {
    const input = { projectId: 'shop', sessionId: 'run', nativeId: 'n1', ...told('once') };
    const first = await test.call('turn.save', input, person, 'key');
    expect(await test.call('turn.save', input, person, 'key')).toEqual(first);
    expect(await test.fail('turn.save', input)).toMatchObject({ code: 'conflict', reason: 'in_use' });
    expect((await test.call('turn.list', {})).total).toBe(1);
  });

  it('is read in pages that split no character', async () => {
    const text = `a${'🙂'.repeat(40)}`;
    const { id } = await saved(test, text);
    let read = '';
    for (let from: number | null = 0; from !== null; ) {
      const page: { text: string; next: number | null; length: number } = await textOf(id, 0, { from, length: 7 });
      expect(page.text.isWellFormed()).toBe(true);
      expect(page.length).toBe(text.length);
      read += page.text;
      from = page.next;
    }
    expect(read).toBe(text);
    expect(await textOf(id, 0, { from: 1000 })).toMatchObject({ text: '', next: null });
    expect(await test.fail('turn.text', { id, part: 1 })).toMatchObject({ code: 'not_found' });
  });

  it('of a megabyte is stored and read, and one alike costs next to nothing (S2-01, B2-12)', async () => {
    verifies('S2-01', 'B2-12');
    const text = workspace(1_100_000);
    const first = await saved(test, text);
    const chunks = () => test.rows<{ n: number }>('SELECT COUNT(*) AS n FROM turn_chunk')[0]?.n ?? 0;
    const before = chunks();
    expect(before).toBeGreaterThan(100);
    const second = await saved(test, `${text.slice(0, 500_000)}// a new line\n${text.slice(500_000)}`);
    expect(chunks() - before).toBeLessThanOrEqual(5);
    let read = '';
    for (let from: number | null = 0; from !== null; ) {
      const page: { text: string; next: number | null } = await textOf(first.id, 0, { from });
      read += page.text;
      from = page.next;
    }
    expect(read === text).toBe(true);
    expect(second.contextTokens - first.contextTokens).toBeGreaterThan(0);
    expect(second.contextTokens - first.contextTokens).toBeLessThan(20);
  });

  it('holds the thread for short moments only while it is counted', async () => {
    const text = workspace(1_000_000, 5);
    let answered = 0;
    let isDone = false;
    const saving = saved(test, text).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await test.call('project.list', {});
      await nextTurn();
      answered++;
    }
    await saving;
    // Others are answered in between: in one long step it would be a few.
    expect(answered).toBeGreaterThan(10);
  });
});

describe('a summary of a turn', () => {
  it('is written beside those before, of which none is lost (B2-09)', async () => {
    verifies('B2-09', 'S2-09');
    const { id } = await saved(test, 'context', { summary: { text: 'first' } });
    const one = await test.call('turn.summarise', { id, text: 'second', insights: ['a'], source: 'fallback' });
    expect(one.operationId).toMatch(/^op_/);
    await test.call('turn.summarise', { id, text: 'third', source: 'person' });
    const { turn } = await test.call('turn.get', { id });
    expect(turn.summaries.map(({ text, source }) => [text, source])).toEqual([
      ['first', 'model'],
      ['second', 'fallback'],
      ['third', 'person'],
    ]);
    expect(new Set(turn.summaries.map((summary) => summary.id)).size).toBe(3);
    const { items } = await test.call('turn.list', {});
    expect(items[0]?.summary?.text).toBe('third');
    await test.call('operation.undo', {
      operationId: (await test.call('operation.list', { limit: 1 })).items[0]?.id ?? '',
    });
    expect((await test.call('turn.get', { id })).turn.summaries).toHaveLength(2);
  });

  it('of a turn that is not there is refused, and the answer says what to do (S2-24)', async () => {
    verifies('S2-24');
    const failure = await test.fail('turn.summarise', { id: 'turn_01ARZ3NDEKTSV4RRFFQ69G5FAV', text: 'x' });
    expect(failure).toMatchObject({ code: 'not_found' });
    expect(failure.hint).toContain('turn.save');
  });

  it('is no word of a person where an agent writes it', async () => {
    const agent = agentIn('/work/shop', { session: 'mine' });
    const summary = { text: 'said', source: 'person' as const };
    expect(await test.fail('turn.save', { ...told('x'), summary }, agent)).toMatchObject({ code: 'refused' });
    const { turn } = await test.call('turn.save', { ...told('x'), summary: { ...summary, source: 'model' } }, agent);
    expect(await test.fail('turn.summarise', { id: turn.id, ...summary }, agent)).toMatchObject({ code: 'refused' });
  });
});

describe('undo of turns', () => {
  it('takes each write back exactly, and redo brings the texts with the turn', async () => {
    const before = dump(test);
    const { turn, operationId } = await test.call('turn.save', whole);
    const made = dump(test);
    await test.call('operation.undo', { operationId });
    expect(dump(test)).toBe(before);
    expect(await test.fail('turn.get', { id: turn.id })).toMatchObject({ code: 'not_found' });
    await test.call('operation.redo', { operationId });
    expect(dump(test)).toBe(made);
    expect((await textOf(turn.id, 1)).text).toBe('Make it faster\n');
    const deleted = await test.call('turn.delete', { id: turn.id });
    expect((await test.call('turn.list', {})).items).toEqual([]);
    expect((await test.call('turn.list', { deleted: 'only' })).items).toMatchObject([{ id: turn.id }]);
    await test.call('operation.undo', { operationId: deleted.operationId ?? '' });
    expect(dump(test)).toBe(made);
    await test.call('turn.delete', { id: turn.id });
    await test.call('turn.restore', { id: turn.id });
    expect((await test.call('turn.list', {})).items).toHaveLength(1);
  });

  it('leaves what a person wrote to the person', async () => {
    const agent = agentIn('/work/shop');
    const { id } = await saved(test, 'by a person');
    expect(await test.fail('turn.delete', { id }, agent)).toMatchObject({ code: 'refused' });
    expect(await test.fail('turn.restore', { id }, agent)).toMatchObject({ code: 'refused' });
  });
});

describe('a list of turns', () => {
  it('finds words of context, calls, thoughts and summaries, in all of them together', async () => {
    const first = await saved(test, 'The bottleneck is in parseData\n', { summary: { text: 'Profiled the parser' } });
    const second = await saved(test, 'All is calm', { calls: [{ tool: 'run', params: { cmd: 'make bench' } }] });
    const third = await saved(test, 'Nothing', {
      rounds: [{ text: 'wonder about caches' }],
      reply: [{ kind: 'reply', text: 'zebra' }],
    });
    const list = async (text: string) => {
      const { items, total } = await test.call('turn.list', { text });
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    expect(await list('bottleneck')).toEqual([first.id]);
    expect(await list('profiled BOTTLENECK')).toEqual([first.id]);
    expect(await list('profiled calm')).toEqual([]);
    expect(await list('bench')).toEqual([second.id]);
    expect(await list('caches')).toEqual([third.id]);
    expect(await list('zebra')).toEqual([third.id]);
    expect(await list('  ')).toEqual([first.id, second.id, third.id]);
    const page = await test.call('turn.list', { limit: 2, order: 'newest' });
    expect(page).toMatchObject({ items: [{ id: third.id }, { id: second.id }], total: 3 });
    const rest = await test.call('turn.list', { limit: 2, order: 'newest', cursor: page.nextCursor ?? '' });
    expect(rest).toMatchObject({ items: [{ id: first.id }], nextCursor: null });
  });

  it('follows its session when its project is merged, native ids made free', async () => {
    const one = await saved(test, 'one', { projectId: 'a', sessionId: 's', nativeId: 'n' });
    const two = await saved(test, 'two', { projectId: 'b', sessionId: 's', nativeId: 'n' });
    const before = dump(test);
    const preview = await test.call('project.previewMerge', { from: 'a', into: 'b' });
    expect(preview.renamed).toBe(2);
    const { operationId } = await test.call('project.merge', { from: 'a', into: 'b' });
    const { items } = await test.call('turn.list', { projectId: 'b' });
    expect(items.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(new Set(items.map(({ nativeId }) => nativeId)).size).toBe(2);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
  });
});
