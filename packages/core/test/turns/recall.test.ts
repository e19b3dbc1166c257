import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, damage, TestCore } from '../harness.ts';
import { saved, told, workspace } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const recall = (fields: object) => test.call('turn.recall', { projectId: 'shop', sessionId: 'run', ...fields });
const idsOf = async (fields: object) => (await recall(fields)).items.map(({ turn }) => turn.id);

/** A run in which each turn is about another thing; only some have a summary. */
async function run() {
  const parser = await saved(test, 'The profile names parseData: a loop within a loop over the rows\n', {
    summary: { text: 'Found the bottleneck in utils.ts', insights: ['Quadratic in the rows'] },
    nativeId: 'ctx_1_x',
  });
  const cache = await saved(test, 'The cache of rendered pages is emptied at every deploy\n');
  const login = await saved(test, 'Signing in fails for names with an umlaut\n', {
    summary: { text: 'Looked at the login', insights: ['Names are not normalised'] },
    calls: [{ tool: 'query_users', params: { name: 'Müller' } }],
  });
  const other = await saved(test, 'Weather of the day, nothing else\n', { sessionId: 'another run' });
  return { parser, cache, login, other };
}

describe('a recall', () => {
  it('gives back the whole context by number and by id, as asked (S2-05, S2-17, S2-21)', async () => {
    verifies('S2-05', 'S2-17', 'S2-21', 'S2-47');
    const { parser, cache, login } = await run();
    const answer = await recall({ numbers: [3, 1], ids: [cache.id] });
    expect(answer.items.map(({ turn, by }) => [turn.id, by])).toEqual([
      [login.id, ['number']],
      [parser.id, ['number']],
      [cache.id, ['id']],
    ]);
    expect(answer.items[1]).toMatchObject({
      text: 'The profile names parseData: a loop within a loop over the rows\n',
      isWhole: true,
      relevance: null,
      turn: { summary: { text: 'Found the bottleneck in utils.ts' } },
    });
    expect(answer.missing).toEqual({ numbers: [], ids: [], words: [] });
    expect(answer.tokens).toBe(answer.items.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(await idsOf({ ids: ['ctx_1_x'] })).toEqual([parser.id]);
  });

  it('finds by words what no summary says, where none was written too (B2-03)', async () => {
    verifies('B2-03', 'S2-17');
    const { parser, cache, login } = await run();
    expect(await idsOf({ words: ['emptied by deploying'] })).toEqual([cache.id]);
    expect(await idsOf({ words: ['nested loops'] })).toEqual([parser.id]);
    // Words of the summary, of an insight, and of a tool's name, in other forms.
    expect(await idsOf({ words: ['bottlenecks'] })).toEqual([parser.id]);
    expect(await idsOf({ words: ['normalising'] })).toEqual([login.id]);
    expect(await idsOf({ words: ['users queried'] })).toEqual([login.id]);
    // A part of a joined name, and the accent that nobody types.
    expect(await idsOf({ words: ['parse data'] })).toEqual([parser.id]);
    expect(await idsOf({ words: ['umlauts'] })).toEqual([login.id]);
    const nothing = await recall({ words: ['kubernetes', 'cache'] });
    expect(nothing.missing.words).toEqual(['kubernetes']);
    expect(nothing.items.map(({ turn }) => turn.id)).toEqual([cache.id]);
    // Words that no turn has do not outweigh those that are there.
    expect(await idsOf({ words: ['kubernetes emptied caches'] })).toEqual([cache.id]);
  });

  it('puts the turn first that has more of the words, then the one near the goal (B2-13, S2-53)', async () => {
    verifies('B2-13', 'S2-53');
    await saved(test, 'The index of the table is rebuilt\n');
    const both = await saved(test, 'The index of the table is rebuilt when the migration ends\n');
    await saved(test, 'A migration\n');
    const found = await idsOf({ words: ['migration', 'index'] });
    expect([found.length, found[0]]).toEqual([3, both.id]);
    const a = await saved(test, 'The queue is slow: invoices wait\n', { sessionId: 'goals' });
    const b = await saved(test, 'The queue is slow: letters wait\n', { sessionId: 'goals' });
    const ask = async (goal: string) =>
      (await recall({ sessionId: 'goals', words: ['queue'], goal })).items.map(({ turn }) => turn.id);
    expect(await ask('send letters faster')).toEqual([b.id, a.id]);
    expect(await ask('invoices on time')).toEqual([a.id, b.id]);
    await test.call('session.note', { sessionId: 'goals', projectId: 'shop', goal: 'invoices on time' });
    expect(await idsOf({ sessionId: 'goals', words: ['queue'] })).toEqual([a.id, b.id]);
    const { items } = await recall({ words: ['migration', 'index'] });
    const relevance = items.map((item) => item.relevance ?? 0);
    expect(relevance[0]).toBe(1);
    expect(relevance.every((value, at) => value > 0 && value <= (relevance[at - 1] ?? 1))).toBe(true);
  });

  it('has each turn once, so that the limit is of different turns (B2-04)', async () => {
    verifies('B2-04');
    const { parser, cache, login } = await run();
    const answer = await recall({
      numbers: [1, 1],
      ids: [parser.id, 'ctx_1_x'],
      words: ['bottleneck', 'cache', 'umlaut'],
      limit: 3,
    });
    expect(answer.items.map(({ turn }) => turn.id).sort()).toEqual([parser.id, cache.id, login.id].sort());
    expect(answer.items[0]).toMatchObject({ turn: { id: parser.id }, by: ['number', 'id', 'words'] });
    expect(answer.items[0]?.relevance).toBeGreaterThan(0);
    expect(answer.leftOut).toBe(0);
    const two = await recall({ numbers: [1], words: ['cache', 'umlaut'], limit: 2 });
    expect([two.items.length, two.leftOut]).toEqual([2, 1]);
    expect((await recall({ numbers: [1], limit: 0 })).leftOut).toBe(1);
  });

  it('says what is not there, and leaves out what the context has already', async () => {
    const { parser } = await run();
    await test.call('turn.delete', { id: parser.id });
    const answer = await recall({ numbers: [1, 9, 2], ids: [parser.id, 'nobody'], words: ['zebra'] });
    expect(answer.missing).toEqual({ numbers: [1, 9], ids: [parser.id, 'nobody'], words: ['zebra'] });
    expect(answer.items).toHaveLength(1);
    const [{ turn }] = answer.items as [(typeof answer.items)[number]];
    expect((await recall({ numbers: [2], words: ['cache'], except: [turn.id] })).items).toEqual([]);
    const failure = await test.fail('turn.recall', { sessionId: 'run', projectId: 'shop' });
    expect(failure).toMatchObject({ code: 'invalid_input' });
  });

  it('gives of a turn made again the last take', async () => {
    await saved(test, 'first try', { number: 1 });
    const again = await saved(test, 'second try', { number: 1 });
    expect((await recall({ numbers: [1] })).items).toMatchObject([{ turn: { id: again.id }, text: 'second try' }]);
  });

  it('looks into other sessions of the project where it is asked to (S2-55)', async () => {
    verifies('S2-55');
    const { other } = await run();
    await saved(test, 'Weather of the day, too\n', { projectId: 'elsewhere' });
    expect(await idsOf({ words: ['weather'] })).toEqual([]);
    expect(await idsOf({ words: ['weather'], everySession: true })).toEqual([other.id]);
    expect(await idsOf({ ids: [other.id] })).toEqual([other.id]);
  });

  it('keeps its budget: of what does not fit it tells the passages with the words', async () => {
    verifies('X5', 'X6');
    const text = `${workspace(200_000, 3)}Here the invoices are rounded down\n${workspace(200_000, 4)}`;
    const { id } = await saved(test, text);
    const small = await saved(test, 'Invoices are sent on Mondays\n');
    const answer = await recall({ words: ['rounded invoices'], budget: 500 });
    expect(answer.tokens).toBeLessThanOrEqual(500);
    expect(answer.items.map(({ turn, isWhole }) => [turn.id, isWhole])).toEqual([
      [id, false],
      [small.id, true],
    ]);
    expect(answer.items[0]?.text).toContain('Here the invoices are rounded down');
    const byNumber = await recall({ numbers: [1], budget: 300 });
    expect(byNumber.items[0]?.text).toContain('[…]');
    expect(byNumber.items[0]?.text.startsWith(text.slice(0, 60))).toBe(true);
    expect(byNumber.items[0]?.text.endsWith(text.slice(-60))).toBe(true);
    expect(byNumber.tokens).toBeLessThanOrEqual(300);
    const many = await Promise.all(Array.from({ length: 8 }, () => saved(test, workspace(3000, 8))));
    const tight = await recall({ ids: many.map((one) => one.id), limit: 8, budget: 100 });
    expect(tight.tokens).toBeLessThanOrEqual(100);
    expect(tight.items.length + tight.leftOut).toBe(8);
    expect(tight.leftOut).toBeGreaterThan(0);
  });

  it('is of the own session where none is named, and of none before its first turn', async () => {
    const agent = agentIn('/work/shop', { session: 'mine' });
    const empty = await test.call('turn.recall', { words: ['x'], numbers: [1] }, agent);
    expect(empty).toMatchObject({ items: [], missing: { numbers: [1], words: ['x'] } });
    await test.call('turn.save', told('My own words'), agent);
    expect((await test.call('turn.recall', { words: ['words'] }, agent)).items).toHaveLength(1);
    expect(await test.fail('turn.recall', { words: ['x'] })).toMatchObject({ code: 'invalid_input' });
    expect(await test.fail('turn.recall', { words: ['x'], sessionId: 'nobody' })).toMatchObject({ code: 'not_found' });
  });

  it('does not show a text that is damaged', async () => {
    const { id } = await saved(test, 'what was told');
    await damage(test, 'UPDATE turn_chunk SET text = zeroblob(4)');
    expect(await test.call('turn.recall', { ids: [id], projectId: 'shop', sessionId: 'run' })).toMatchObject({
      items: [],
      damaged: [id],
    });
  });
});
