import { EPISODE_FACETS, type EpisodeFacetName, type InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Filter = InputOf<'session.unrecorded'>;

/** Records an attempt a second after the one before. */
async function record(sessionId: string, fields: Partial<InputOf<'attempt.record'>> = {}, caller = person) {
  test.now += 1000;
  const input = { projectId: 'shop', sessionId, task: 'Make the upload retry', outcome: 'failure' as const, ...fields };
  return test.call('attempt.record', input, caller);
}
const list = (filter: Filter = {}) => test.call('session.unrecorded', filter);
const names = async (filter: Filter = {}) => (await list(filter)).items.map(({ nativeId }) => nativeId);

describe('an unrecorded session with attempts', () => {
  it('is listed with what is known of it: its attempts by outcome, and no goal that nobody stated', async () => {
    await record('first');
    await record('first', { outcome: 'success', task: 'Name the bucket' });
    await record('first', { outcome: 'unknown' });
    const { attempt } = await record('first');
    await test.call('attempt.delete', { id: attempt.id });
    const { items, total } = await list();
    expect([total, items.length]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({
      id: attempt.sessionId,
      nativeId: 'first',
      projectName: 'shop',
      goal: null,
      task: 'Make the upload retry',
      tasks: 2,
      outcome: 'unknown',
      outcomeSource: 'defaulted',
      attempts: { success: 1, partial: 0, failure: 1, unknown: 1 },
    });
  });

  it('is listed for its turns, too, and found by the words of their contexts', async () => {
    const context = [{ kind: 'workspace', text: 'The queue of the mailer is full' }];
    const { turn } = await test.call('turn.save', { projectId: 'shop', sessionId: 'thinker', context });
    await record('tried');
    expect(await names()).toEqual(['tried', 'thinker']);
    const { items } = await list({ text: 'mailer queue' });
    expect(items).toMatchObject([{ nativeId: 'thinker', task: '', tasks: 0, turns: 1 }]);
    expect(await names({ has: ['attempts'] })).toEqual(['tried']);
    await test.call('turn.delete', { id: turn.id });
    expect(await names()).toEqual(['tried']);
  });

  it('is found by a line of its latest attempt that has the words', async () => {
    await record('run', { strategy: 'First\nEADDRINUSE: the port is taken\nLast' });
    await record('run');
    const context = [{ kind: 'workspace', text: 'The port is taken here' }];
    await test.call('turn.save', { projectId: 'shop', sessionId: 'thinker', context });
    const { items } = await list({ text: 'taken port' });
    expect(items.map(({ nativeId, found }) => [nativeId, found]).sort()).toEqual([
      ['run', 'EADDRINUSE: the port is taken'],
      ['thinker', null],
    ]);
    expect((await list()).items.map(({ found }) => found)).toEqual([null, null]);
  });

  it('is there as long as it has attempts, and no episode, be that in the bin', async () => {
    const { attempt } = await record('run');
    await test.call('session.start', { projectId: 'shop', sessionId: 'empty' });
    expect(await names()).toEqual(['run']);
    await test.call('attempt.delete', { id: attempt.id });
    expect(await names()).toEqual([]);
    await test.call('attempt.restore', { id: attempt.id });
    const { episode } = await test.call('episode.store', { projectId: 'shop', sessionId: 'run', task: 'Upload' });
    expect(await names()).toEqual([]);
    await test.call('episode.delete', { id: episode.id });
    expect(await names()).toEqual([]);
    const { items } = await test.call('operation.list', { limit: 5 });
    for (const { id, name } of items) if (/^episode/.test(name)) await test.call('operation.undo', { operationId: id });
    expect(await names()).toEqual(['run']);
    await record('other', { projectId: 'b' });
    await test.call('project.merge', { from: 'b', into: 'shop' });
    expect(await names({ projectId: 'shop' })).toEqual(['other', 'run']);
    const { operationId } = await record('third');
    await test.call('operation.undo', { operationId });
    expect(await names()).toEqual(['other', 'run']);
  });

  it('is found by what lists of episodes filter by', async () => {
    const codex = agentIn('/work/shop', { author: { kind: 'agent', name: 'codex' } });
    await record('early', { startedAt: '2026-01-05T10:00:00Z', strategy: 'Back off' });
    await record('late', { content: { errors: [{ message: 'socket hang up' }] } }, codex);
    await test.call('session.end', { sessionId: 'late', projectId: 'shop', outcome: 'failure' });
    const found: [Filter, string[]][] = [
      [{}, ['late', 'early']],
      [{ month: '2026-01' }, ['early']],
      [{ until: '2026-02-01T00:00:00Z' }, ['early']],
      [{ outcome: 'failure' }, ['late']],
      [{ outcomeSource: 'defaulted' }, ['early']],
      [{ author: 'agent:codex' }, ['late']],
      [{ has: ['attempts'] }, ['late', 'early']],
      [{ has: ['attempts', 'errors'] }, []],
      [{ sessionId: 'early' }, ['early']],
      [{ projectId: 'elsewhere' }, []],
      [{ text: 'HANG upload' }, ['late']],
      [{ text: 'back off' }, ['early']],
      [{ text: 'nowhere' }, []],
    ];
    for (const [filter, expected] of found) expect([filter, await names(filter)]).toEqual([filter, expected]);
  });

  it('comes by how well it answers words, when that is asked for', async () => {
    await record('strategy', { task: 'Upload', strategy: 'Back off', startedAt: '2026-03-01T00:00:00Z' });
    await record('spread task', { task: 'Off it goes, back to the start', startedAt: '2026-01-01T00:00:00Z' });
    await record('task', { task: 'Back off', startedAt: '2026-02-01T00:00:00Z' });
    const best = await list({ text: 'back off', order: 'best' });
    expect(best.items.map(({ nativeId, match }) => [nativeId, match])).toEqual([
      ['task', 7],
      ['spread task', 6],
      ['strategy', 2],
    ]);
    expect(await names({ text: 'back off' })).toEqual(['strategy', 'task', 'spread task']);
    const [first] = best.items;
    const { items, nextCursor } = await list({ text: 'back off', order: 'best', limit: 1 });
    expect(items).toEqual([first]);
    const rest = await list({ text: 'back off', order: 'best', cursor: nextCursor ?? '' });
    expect(rest.items).toEqual(best.items.slice(1));
  });

  it('comes in pages, each once, the latest first, also of those that began at once', async () => {
    for (let n = 0; n < 7; n++) await record(`s${n}`, { startedAt: `2026-01-0${1 + (n % 2)}T00:00:00Z` });
    const whole = await names();
    expect(whole).toEqual(['s5', 's3', 's1', 's6', 's4', 's2', 's0']);
    const pages: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(7);
      pages.push(...page.items.map(({ nativeId }) => nativeId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(whole);
    expect(await list({ limit: 0 })).toMatchObject({ items: [], total: 7 });
    expect(await test.fail('session.unrecorded', { cursor: 'x' })).toMatchObject({ code: 'invalid_input' });
  });

  it('counts in facets that are asked to count it, and only there: a count is what choosing it lists', async () => {
    verifies('C-11');
    const codex = agentIn('/work/shop', { author: { kind: 'agent', name: 'codex' } });
    await record('one');
    await record('two', { projectId: 'b', startedAt: '2026-01-05T10:00:00Z' });
    await record('three', {}, codex);
    await test.call('session.end', { sessionId: 'three', projectId: 'shop', outcome: 'failure' });
    await test.call('episode.store', { projectId: 'shop', sessionId: 'told', task: 'Upload', outcome: 'failure' });
    const choose = (name: EpisodeFacetName, value: string): Filter => {
      if (name === 'project') return { projectId: value };
      if (name === 'happened') return { month: value };
      return { [name]: name === 'has' ? [value] : value };
    };
    for (const text of [undefined, 'upload']) {
      const words = text === undefined ? {} : { text };
      const { total, facets } = await test.call('episode.facets', { ...words, unrecorded: true });
      expect(total).toBe(4);
      let counted = 0;
      for (const name of EPISODE_FACETS) {
        for (const { value, count } of facets[name].values) {
          const filter = { ...words, ...choose(name, value) };
          const recorded = await test.call('episode.list', filter);
          expect([name, value, recorded.total + (await list(filter)).total]).toEqual([name, value, count]);
          counted++;
        }
      }
      expect(counted).toBeGreaterThan(10);
    }
    expect((await test.call('episode.facets', {})).total).toBe(1);
    expect((await test.call('episode.facets', { unrecorded: true, deleted: 'only' })).total).toBe(0);
  });
});
