import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';
import { agent, furnish } from '../two-projects.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

describe('reflection.search', () => {
  it('finds a lesson that shares no word with the question (S0-61, B0-29, X8)', async () => {
    verifies('B0-29', 'S0-61', 'X8');
    const { auth } = await furnish(test);
    const { hits, rankers } = await test.call(
      'reflection.search',
      { taskDescription: 'Debug login timeout issues' },
      agent,
    );
    expect(hits[0]?.reflection.id).toBe(auth.id);
    expect(rankers).toEqual(['lexical']);
  });

  it('shows an agent its own project unless it asks for all, and a person everything', async () => {
    verifies('S0-04', 'S0-21');
    const { auth, foreign } = await furnish(test);
    const input = { taskDescription: 'authentication token expiry' };
    const found = async (more: object, caller = agent) =>
      (await test.call('reflection.search', { ...input, ...more }, caller)).hits.map(({ reflection }) => reflection.id);
    expect(await found({})).toEqual([auth.id]);
    expect((await found({ everywhere: true })).sort()).toEqual([auth.id, foreign.id].sort());
    expect((await found({}, person)).sort()).toEqual([auth.id, foreign.id].sort());
    expect(await found({}, agentIn('/work/unknown'))).toEqual([]);
  });

  it('follows every change: edits, deletion, restore, undo', async () => {
    verifies('B0-02');
    const lesson = await test.store({ taskDescription: 'zebra crossing' });
    const ids = async (taskDescription: string, more = {}) =>
      (await test.call('reflection.search', { taskDescription, ...more })).hits.map(({ reflection }) => reflection.id);
    expect(await ids('zebra')).toEqual([lesson.id]);
    const edit = await test.call('reflection.update', { id: lesson.id, changes: { taskDescription: 'giraffe' } });
    expect([await ids('zebra'), await ids('giraffe')]).toEqual([[], [lesson.id]]);
    await test.call('reflection.delete', { id: lesson.id });
    expect([await ids('giraffe'), await ids('giraffe', { deleted: 'only' })]).toEqual([[], [lesson.id]]);
    await test.call('reflection.restore', { id: lesson.id });
    await test.call('operation.undo', { operationId: String(edit.operationId) });
    expect(await ids('zebra')).toEqual([lesson.id]);
  });

  it('ranks nothing without words: the newest come first (S0-28)', async () => {
    verifies('S0-28');
    await furnish(test);
    const { hits, rankers } = await test.call('reflection.search', { limit: 2 }, agent);
    expect(hits.map(({ reflection }) => reflection.taskDescription)).toEqual([
      'Rename the payment queue',
      'Migrate the orders table',
    ]);
    expect([rankers, hits[0]?.score, hits[0]?.relevance]).toEqual([[], null, null]);
  });

  it('combines filters; each only removes (S3-43)', async () => {
    verifies('S3-43');
    await furnish(test);
    const search = async (filters: object) =>
      (
        await test.call('reflection.search', {
          taskDescription: 'fix token expiry',
          minRelevance: 0,
          limit: 50,
          ...filters,
        })
      ).hits.length;
    const all = await search({});
    expect(all).toBe(6);
    expect(await search({ outcomeFilter: ['failure'] })).toBe(1);
    expect(await search({ outcome: 'success', outcomeFilter: ['failure'] })).toBe(0);
    expect(await search({ tags: ['auth'] })).toBe(1);
    expect(await search({ state: 'rejected' })).toBe(0);
    await test.store({ failureCategory: 'edge_case_miss', confidence: 0.9 });
    await test.store({ failureCategory: 'edge_case_miss', confidence: 0.2 });
    const sure = { failureCategory: ['edge_case_miss', 'other'], minConfidence: 0.5 };
    expect([await search(sure), await search({ ...sure, minConfidence: 0.1 })]).toEqual([1, 2]);
    expect(await search({ until: '2020-01-01T00:00:00Z' })).toBe(0);
  });

  it('explains a hit in the names of the lesson', async () => {
    await furnish(test);
    const { hits } = await test.call('reflection.search', { taskDescription: 'clock skew', explain: true }, agent);
    const why = hits[0]?.why;
    expect(why?.terms.map(({ query, match, fields }) => [query, match, fields])).toEqual([
      ['clock', 'exact', ['whatDidNotWork', 'nextStrategy']],
      ['skew', 'exact', ['whatDidNotWork']],
    ]);
    expect(why?.proximity).toBeGreaterThan(0);
  });

  it('is of the restored memory after a backup was restored', async () => {
    const before = await test.store({ taskDescription: 'zebra crossing' });
    const { backup } = await test.call('backup.create', {});
    await test.store({ taskDescription: 'zebra stripes' });
    expect((await test.call('reflection.search', { taskDescription: 'zebra' })).hits).toHaveLength(2);
    await test.call('backup.restore', { name: backup.name });
    const { hits } = await test.call('reflection.search', { taskDescription: 'zebra' });
    expect(hits.map(({ reflection }) => reflection.id)).toEqual([before.id]);
  });

  it('goes on after a restart, as before', async () => {
    const { auth } = await furnish(test);
    await test.restart();
    const { hits } = await test.call('reflection.search', { taskDescription: 'token expiry' }, agent);
    expect(hits.map(({ reflection }) => reflection.id)).toEqual([auth.id]);
  });
});

describe('other searches', () => {
  it('take keywords instead of a sentence (S3-44)', async () => {
    verifies('S3-44');
    const { auth } = await furnish(test);
    const { hits } = await test.call('reflection.search', { taskKeywords: ['clock', 'skew'] }, agent);
    expect(hits.map(({ reflection }) => reflection.id)).toEqual([auth.id]);
  });

  it('reflection.similar leaves the lesson itself out', async () => {
    const { auth, foreign } = await furnish(test);
    const similar = await test.call('reflection.similar', { id: auth.id, everywhere: true });
    expect(similar.hits.map(({ reflection }) => reflection.id)).toEqual([foreign.id]);
    expect((await test.fail('reflection.similar', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).code).toBe('not_found');
  });

  it('memory.search finds lessons and sessions', async () => {
    await furnish(test);
    await test.call('session.start', { projectId: 'demo', sessionId: 'cart', goal: 'Rework the shopping cart' });
    const { hits } = await test.call('memory.search', { text: 'shopping cart' });
    expect(hits.map((hit) => hit.kind)).toEqual(['session']);
    const auth = await test.call('memory.search', { text: 'token expiry', kinds: ['reflection'] });
    expect(auth.hits.map((hit) => [hit.kind, hit.rank])).toEqual([
      ['reflection', 1],
      ['reflection', 2],
    ]);
  });
});

describe('memory.brief', () => {
  it('warns within its budget and accounts for what it showed; a preview does not', async () => {
    const { auth } = await furnish(test);
    const task = 'Authentication tokens expire too early';
    const preview = await test.call('memory.brief', { task, dryRun: true }, agent);
    expect([preview.logged, preview.lessons[0]?.exposureId]).toEqual([false, null]);
    const brief = await test.call('memory.brief', { task }, agent);
    expect(brief.text).toContain(auth.id);
    expect(brief.text).toContain('clock skew');
    expect(brief.tokens).toBeLessThanOrEqual(800);
    expect(brief.logged).toBe(true);
    const shown = await test.call('exposure.list', { reflectionId: auth.id });
    expect(
      shown.items.map(({ id, rank, tokens, trigger, sessionRef, attempt }) => [
        id,
        rank,
        tokens,
        trigger,
        sessionRef,
        attempt,
      ]),
    ).toEqual([[brief.lessons[0]?.exposureId, 1, brief.lessons[0]?.tokens, 'tool', 'session-b', null]]);
  });

  it('tells nobody what their own session did, also when the session is named with the question', async () => {
    const task = 'Make the invoice import faster';
    await test.call('episode.store', { task, sessionId: 'mine', projectId: 'demo', outcome: 'partial' }, person);
    const others = { ...agent, session: null, project: { reference: 'demo' } };
    expect((await test.call('memory.brief', { task, sessionId: 'other' }, others)).sessions).toHaveLength(1);
    expect((await test.call('memory.brief', { task, sessionId: 'mine' }, others)).sessions).toEqual([]);
  });

  it('says in one line that nothing is known', async () => {
    await furnish(test);
    const { text, lessons } = await test.call('memory.brief', { task: 'Tune the espresso machine' }, agent);
    expect(text.split('\n')).toHaveLength(1);
    expect(lessons).toEqual([]);
  });

  it('keeps no secret of the question', async () => {
    await furnish(test);
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    await test.call('memory.brief', { task: `token expiry with ${key}` }, agent);
    const { items } = await test.call('exposure.recent', {});
    expect(items).toHaveLength(1);
    expect(items[0]?.task).toContain('token expiry');
    expect(JSON.stringify(items)).not.toContain(key);
  });
});

describe('reflection.summary and reflection.format', () => {
  it('count near-identical statements together, with their lessons', async () => {
    const store = (whatWorked: string[], outcome: 'success' | 'partial' = 'success') =>
      test.store({ whatWorked, outcome, taskDescription: whatWorked.join() });
    const one = await store(['Retrying the request']);
    const two = await store(['retried a request'], 'partial');
    await store(['tests pass']);
    await store(['tests do not pass']);
    const summary = await test.call('reflection.summary', { projectId: 'demo' });
    expect(summary.strategies.map(({ count, n }) => [count, n])).toEqual([
      [2, 4],
      [1, 4],
      [1, 4],
    ]);
    expect(summary.strategies[0]?.lessonIds.sort()).toEqual([one.id, two.id].sort());
    expect([summary.totalReflections, summary.successRate]).toEqual([4, 0.75]);
  });

  it('format the newest, the named or the relevant', async () => {
    const { auth } = await furnish(test);
    const named = await test.call('reflection.format', { ids: [auth.id] });
    expect(named.prompt).toContain('### Attempt 1 (failure)\nTask: Fix authentication token expiry');
    const relevant = await test.call('reflection.format', { taskDescription: 'clock skew' }, agent);
    expect(relevant.ids).toEqual([auth.id]);
    expect((await test.call('reflection.format', { projectId: 'nobody' })).prompt).toBe('');
  });
});
