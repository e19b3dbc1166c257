import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';
import { agent, furnish, other } from '../two-projects.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

describe('the account of what was shown', () => {
  it('is tied to the attempt that follows, and follows its corrections', async () => {
    verifies('E-01');
    const { auth } = await furnish(test);
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    const stored = await test.call(
      'reflection.store',
      { taskDescription: 'Token expiry again', outcome: 'success', nextStrategy: 'n', lessonsUsed: [auth.id] },
      agent,
    );
    const seen = async () => (await test.call('exposure.list', { reflectionId: auth.id })).items[0];
    expect(await seen()).toMatchObject({ actedOn: true, attempt: { id: stored.reflection.id, outcome: 'success' } });
    await test.call('reflection.update', { id: stored.reflection.id, changes: { outcome: 'failure' } });
    expect(await seen()).toMatchObject({ attempt: { outcome: 'failure', outcomeSource: 'corrected' } });
    await test.call('reflection.delete', { id: stored.reflection.id });
    expect((await seen())?.attempt).toBeNull();
  });

  it('does not keep the agent waiting, and is whole for the person who looks at it', async () => {
    verifies('E-01');
    const { auth } = await furnish(test);
    for (const ask of [
      () => test.call('reflection.search', { taskDescription: 'token expiry' }, agent),
      () => test.call('memory.brief', { task: 'token expiry' }, agent),
      () => test.call('causal.deadEnds', { task: 'token expiry' }, agent),
    ]) {
      const written = test.rows('SELECT seq FROM agent_call').length;
      await ask();
      expect(test.rows('SELECT seq FROM agent_call')).toHaveLength(written);
      await test.call('exposure.list', { reflectionId: auth.id }, person);
      expect(test.rows('SELECT seq FROM agent_call')).toHaveLength(written + 1);
    }
  });

  it('does not count what a person looks at, and names lessons that were used unseen', async () => {
    const { auth } = await furnish(test);
    await test.call('reflection.search', { taskDescription: 'token expiry' }, person);
    expect((await test.call('exposure.list', { reflectionId: auth.id })).items).toEqual([]);
    const { notes } = await test.call(
      'reflection.store',
      { taskDescription: 't', outcome: 'success', lessonsUsed: [auth.id, 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV'] },
      other,
    );
    expect(notes.join()).toContain('refl_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const { items } = await test.call('exposure.list', { reflectionId: auth.id });
    expect(items.map(({ trigger, actedOn }) => [trigger, actedOn])).toEqual([['named', true]]);
  });

  it('makes the metrics, each with its n', async () => {
    verifies('S0-63', 'S0-64', 'S0-65', 'B0-30');
    const { auth } = await furnish(test);
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    await test.call('memory.brief', { task: 'Tune the espresso machine' }, agent);
    await test.call(
      'reflection.store',
      { taskDescription: 'Token expiry again', outcome: 'success', nextStrategy: 'n', lessonsUsed: [auth.id] },
      agent,
    );
    await test.call('memory.feedback', { reflectionId: auth.id, verdict: 'helpful' }, agent);
    const metrics = await test.call('memory.metrics', {});
    expect(metrics).toMatchObject({
      reflectionStoreCount: { value: 7, n: 7 },
      reflectionSearchCount: { value: 2, n: 2 },
      reflectionHitRate: { value: 0.5, n: 2 },
      outcomeImprovementRate: { value: 1, n: 1 },
      successAfterExposure: { value: 1, n: 1 },
      crossSessionReuse: { value: 1, n: 1 },
      exposureUseRate: { value: 1, n: 1 },
      helpfulRate: { value: 1, n: 1 },
    });
    expect((await test.call('memory.metrics', { since: '2030-01-01T00:00:00Z' })).reflectionStoreCount).toEqual({
      value: 0,
      n: 0,
    });
  });

  it('feedback can be undone', async () => {
    const { auth } = await furnish(test);
    const given = await test.call(
      'memory.feedback',
      { reflectionId: auth.id, verdict: 'harmful', note: 'wrong' },
      agent,
    );
    expect(given.counts).toEqual({ helpful: 0, unhelpful: 0, harmful: 1 });
    await test.call('operation.undo', { operationId: given.operationId ?? '' });
    expect(test.rows('SELECT id FROM feedback')).toEqual([]);
  });

  it('waits for the next attempt when the storing of one was undone, and comes back with it', async () => {
    const { auth } = await furnish(test);
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    const store = (taskDescription: string, lessonsUsed: string[]) =>
      test.call('reflection.store', { taskDescription, outcome: 'success', nextStrategy: 'n', lessonsUsed }, agent);
    const seen = async () => (await test.call('exposure.list', { reflectionId: auth.id })).items;
    const first = await store('First', [auth.id]);
    await test.call('operation.undo', { operationId: first.operationId });
    expect(await seen()).toMatchObject([{ attempt: null, actedOn: false }]);
    await test.call('operation.redo', { operationId: first.operationId });
    expect(await seen()).toMatchObject([{ attempt: { id: first.reflection.id }, actedOn: true }]);
    await test.call('operation.undo', { operationId: first.operationId });
    const second = await store('Second', []);
    await test.call('operation.redo', { operationId: first.operationId });
    expect(await seen()).toMatchObject([{ attempt: { id: second.reflection.id }, actedOn: false }]);
  });

  it('comes back whole although another attempt had it for a while', async () => {
    const { auth } = await furnish(test);
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    const store = (taskDescription: string, lessonsUsed: string[]) =>
      test.call('reflection.store', { taskDescription, outcome: 'success', nextStrategy: 'n', lessonsUsed }, agent);
    const first = await store('First', [auth.id]);
    await test.call('operation.undo', { operationId: first.operationId });
    const second = await store('Second', []);
    await test.call('operation.undo', { operationId: second.operationId });
    await test.call('operation.redo', { operationId: first.operationId });
    const { items } = await test.call('exposure.list', { reflectionId: auth.id });
    expect(items).toMatchObject([{ attempt: { id: first.reflection.id }, actedOn: true }]);
  });

  it('says what was asked, and by which operation', async () => {
    const { auth } = await furnish(test);
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    const { items } = await test.call('exposure.list', { reflectionId: auth.id });
    expect(items).toMatchObject([{ operation: 'memory.brief', task: 'token expiry' }]);
  });

  it('judgements move a lesson among what is relevant, until they are undone', async () => {
    const { auth } = await furnish(test);
    const twin = await test.call(
      'reflection.store',
      {
        taskDescription: auth.taskDescription,
        outcome: 'failure',
        whatDidNotWork: auth.whatDidNotWork,
        nextStrategy: auth.nextStrategy,
        tags: auth.tags,
      },
      agentIn('/work/shop', { session: 'session-c' }),
    );
    const search = { taskDescription: 'token expiry', projectId: 'shop', explain: true };
    const order = async () =>
      (await test.call('reflection.search', search)).hits.map(({ reflection }) => reflection.id);
    expect(await order()).toEqual([twin.reflection.id, auth.id]);
    const judged = await test.call('memory.feedback', { reflectionId: twin.reflection.id, verdict: 'harmful' }, agent);
    expect(await order()).toEqual([auth.id, twin.reflection.id]);
    const [, hit] = (await test.call('reflection.search', search)).hits;
    expect(hit?.why?.priors).toEqual([{ name: 'harmful', factor: 0.7 }]);
    await test.call('operation.undo', { operationId: judged.operationId ?? '' });
    expect(await order()).toEqual([twin.reflection.id, auth.id]);
  });

  it('lists what agents were told lately, each answer with its lessons and what came of it', async () => {
    verifies('E-01');
    const { auth } = await furnish(test);
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    await test.call('memory.brief', { task: 'Tune the espresso machine' }, agent);
    const attempt = await test.call(
      'reflection.store',
      { taskDescription: 'Token expiry again', outcome: 'success', nextStrategy: 'n', lessonsUsed: [auth.id] },
      agent,
    );
    await test.call('reflection.search', { taskDescription: 'CSV exports' }, agent);
    const { items, nextCursor } = await test.call('exposure.recent', { limit: 1 });
    expect(items).toMatchObject([{ operation: 'reflection.search', attempt: null }]);
    const rest = await test.call('exposure.recent', { cursor: nextCursor ?? '' });
    expect(rest.items).toMatchObject([
      {
        operation: 'memory.brief',
        task: 'token expiry',
        projectName: 'shop',
        lessons: [{ reflectionId: auth.id, taskDescription: auth.taskDescription, actedOn: true }],
        attempt: { id: attempt.reflection.id, outcome: 'success' },
      },
    ]);
    expect((await test.call('exposure.recent', { projectId: 'other' })).items).toEqual([]);
    const all = await test.call('exposure.recent', { empty: true });
    expect(all.items.map(({ task, lessons }) => [task, lessons.length])).toEqual([
      ['CSV exports', 1],
      ['Tune the espresso machine', 0],
      ['token expiry', 1],
    ]);
    // A total is that of the list, whatever a page has of it.
    const totalOf = async (more: { empty?: boolean; projectId?: string }) =>
      (await test.call('exposure.recent', { limit: 0, withTotal: true, ...more })).total;
    expect(await totalOf({})).toBe(2);
    expect(await totalOf({ empty: true })).toBe(3);
    expect(await totalOf({ projectId: 'other' })).toBe(0);
    expect(await totalOf({ projectId: 'shop', empty: true })).toBe(3);
    expect(all.total).toBeNull();
    expect(all.items.every(({ tookMs }) => tookMs !== null && tookMs > 0 && tookMs < 60_000)).toBe(true);
  });

  it('lists what was told in one session: before its project was known, under its name or its id, and not of its namesake', async () => {
    const own = agentIn('/work/new', { session: 'monday' });
    await test.call('memory.brief', { task: 'first of all' }, own);
    const { reflection } = await test.call(
      'reflection.store',
      { taskDescription: 'Begin', outcome: 'success', nextStrategy: 'n' },
      own,
    );
    await test.call('causal.why', { of: 'anything' }, own);
    await test.call('memory.brief', { task: 'by its id' }, { ...own, session: reflection.sessionId });
    const namesake = agentIn('/work/old', { session: 'monday' });
    await test.call('reflection.store', { taskDescription: 'Other', outcome: 'success', nextStrategy: 'n' }, namesake);
    await test.call('memory.brief', { task: 'of the namesake' }, namesake);
    const { items } = await test.call('exposure.recent', { sessionId: reflection.sessionId ?? '', empty: true });
    expect(items.map(({ task }) => task)).toEqual(['by its id', 'anything', 'first of all']);
    expect(await test.fail('exposure.recent', { sessionId: 'nobody' })).toMatchObject({ code: 'not_found' });
  });
});
