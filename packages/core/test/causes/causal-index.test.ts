import type { Episode } from '@twicewise/contract';
import { closeStore, openReader } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import { CAUSES, CausalIndex } from '../../src/causes/causal-index.ts';
import { type Contribution, contributionOfClaim, contributionOfEpisode } from '../../src/causes/contribution.ts';
import { nodeIdOf } from '../../src/causes/identity.ts';
import { agentIn, TestCore } from '../harness.ts';
import { claimOf, episodeOf } from './samples.ts';

const projectId = (n: number) => episodeOf(1, {}, { project: n }).projectId;
function indexOf(...parts: Contribution[]): CausalIndex {
  const index = new CausalIndex();
  for (const part of parts) index.put(part);
  return index;
}
const events = (n: number, texts: string[], project = 1) =>
  contributionOfEpisode(episodeOf(n, { events: texts }, { project }));

describe('the search for what happened', () => {
  const found = (index: CausalIndex, text: string, fields: object = {}) =>
    index.findNodes(text, { limit: 9, ...fields }).map(({ id, isNear }) => `${id}${isNear ? ' near' : ''}`);
  const milestone = (text: string) => nodeIdOf('milestone', text);

  it('is in the projects and of the kinds that are asked', () => {
    const index = indexOf(
      events(1, ['The cache is stale']),
      events(2, ['The cache was cleared'], 2),
      contributionOfEpisode(episodeOf(3, { decisions: ['Drop the cache'] }, { project: 2 })),
    );
    const [stale, cleared] = [milestone('The cache is stale'), milestone('The cache was cleared')];
    const dropped = nodeIdOf('decision', 'Drop the cache');
    expect(new Set(found(index, 'cache'))).toEqual(new Set([stale, cleared, dropped]));
    expect(found(index, 'cache', { projectIds: [projectId(1)] })).toEqual([stale]);
    expect(found(index, 'cache', { kinds: ['decision'] })).toEqual([dropped]);
    expect(found(index, 'cache', { kinds: ['milestone'], projectIds: [projectId(2)] })).toEqual([cleared]);
  });

  it('finds each thing once, as many as are asked for, though many projects have the same', () => {
    const parts = Array.from({ length: 30 }, (_, n) => events(n, ['cache stale'], n));
    const index = indexOf(...parts, events(40, ['cache stale once more'], 40), events(41, ['cache again stale'], 41));
    expect(found(index, 'cache stale', { limit: 3 })).toHaveLength(3);
    expect(found(index, 'cache stale', { limit: 3 })[0]).toBe(milestone('cache stale'));
    expect(found(index, 'cache stale', { limit: 1 })).toEqual([milestone('cache stale')]);
    const [first] = index.findNodes('cache stale', { limit: 1 });
    expect(first?.relevance).toBeGreaterThan(0.25);
  });

  it('includes what has a part of the words if asked, behind what has all of them', () => {
    const index = indexOf(
      events(1, ['A token of the parser was lost in the queue of the worker', 'token expiry in the login form']),
    );
    const [part, whole] = [
      milestone('A token of the parser was lost in the queue of the worker'),
      milestone('token expiry in the login form'),
    ];
    const query = 'token expiry login';
    expect(found(index, query)).toEqual([whole]);
    expect(found(index, query, { near: true })).toEqual([whole, `${part} near`]);
    expect(found(index, query, { near: true, limit: 1 })).toEqual([whole]);
  });

  it('takes the last word for one that is not finished if asked', () => {
    const index = indexOf(events(1, ['authentication failed']));
    expect(found(index, 'authen')).toEqual([]);
    expect(found(index, 'authen', { prefix: true })).toHaveLength(1);
  });

  it('orders what is alike in one way, whatever came first', () => {
    const parts = Array.from({ length: 12 }, (_, n) => events(n, [`cache ${'abcdefghijkl'.charAt(n)}`], 1));
    expect(found(indexOf(...parts), 'cache')).toEqual(found(indexOf(...parts.toReversed()), 'cache'));
  });

  it('finds it until the last record that has it is gone', () => {
    const index = indexOf(events(1, ['cache stale', 'cache stale']), events(2, ['cache stale']));
    const [one, two] = [episodeOf(1, {}).id, episodeOf(2, {}).id];
    index.put(events(1, ['cache stale', 'cache stale']));
    index.remove(one);
    expect(found(index, 'cache stale')).toHaveLength(1);
    index.remove(one);
    index.remove(two);
    expect(found(index, 'cache stale')).toEqual([]);
    expect(index.graph.nodes.size).toBe(0);
    index.put(contributionOfClaim(claimOf(9, 'cache stale', 'price wrong')));
    expect(found(index, 'cache stale', { projectIds: [projectId(1)] })).toHaveLength(1);
    expect(found(index, 'cache stale', { projectIds: [projectId(2)] })).toEqual([]);
    index.put(contributionOfClaim(claimOf(9, 'cache stale', 'price wrong', { deletedAt: '2026-03-02T00:00:00.000Z' })));
    expect(found(index, 'cache stale')).toEqual([]);
  });
});

describe('the search for decisions', () => {
  function decided(n: number, fields: Partial<Episode['decisions'][number]>, task = 'Speed it up', project = 1) {
    const episode = episodeOf(n, { decisions: ['Cache answers'] }, { project, outcome: 'failure' });
    return contributionOfEpisode({
      ...episode,
      task,
      decisions: episode.decisions.map((decision) => ({ ...decision, ...fields })),
    });
  }
  const found = (index: CausalIndex, text: string, fields: object = {}) =>
    index.findDecisions(text, { limit: 9, ...fields }).map(({ part }) => `${part.episodeId} ${part.itemId}`);
  const key = (n: number) => `${episodeOf(n, {}).id} d0`;

  it.each([
    ['what it is about', { context: 'zebra crossing' }, undefined],
    ['what was chosen', { chosen: 'zebra crossing' }, undefined],
    ['what was chosen where it is about something else', { context: 'other', chosen: 'zebra crossing' }, undefined],
    ['why', { rationale: 'zebra crossing' }, undefined],
    ['what else there was', { options: ['giraffe', 'zebra crossing'] }, undefined],
    ['the task of its session', {}, 'zebra crossing'],
  ])('finds one by %s', (_what, fields, task) => {
    const index = indexOf(decided(1, fields, task), decided(2, { context: 'parser' }));
    expect(found(index, 'zebra crossing')).toEqual([key(1)]);
    expect(index.findDecisions('zebra crossing', { limit: 1 })[0]?.relevance).toBeGreaterThan(0.25);
  });

  it('is by their own outcomes, and in the projects that are asked', () => {
    const own = { outcome: 'success' as const, outcomeSource: 'reported' as const };
    const index = indexOf(
      decided(1, own),
      decided(2, { ...own, outcomeSource: 'defaulted' }),
      decided(3, {}),
      decided(4, own, 'Speed it up', 2),
    );
    expect(new Set(found(index, 'cache answers'))).toEqual(new Set([1, 2, 3, 4].map(key)));
    expect(new Set(found(index, 'cache answers', { outcomes: ['success'] }))).toEqual(new Set([1, 4].map(key)));
    expect(new Set(found(index, 'cache answers', { outcomes: ['unknown'] }))).toEqual(new Set([2, 3].map(key)));
    expect(found(index, 'cache answers', { outcomes: ['failure'] })).toEqual([]);
    expect(found(index, 'cache answers', { projectIds: [projectId(2)] })).toEqual([key(4)]);
    expect(found(index, 'cache answers', { limit: 2 })).toHaveLength(2);
  });

  it('ends with their record', () => {
    const index = indexOf(decided(1, {}));
    const { id } = episodeOf(1, {});
    expect(index.decision(id, 'd0')?.decision.chosen).toBe('Cache answers');
    expect(index.decision(id, 'd1')).toBeUndefined();
    index.remove(id);
    expect(index.decision(id, 'd0')).toBeUndefined();
    expect(found(index, 'cache answers')).toEqual([]);
    const two = indexOf(
      decided(1, { context: 'cache answers' }),
      decided(2, { context: 'cache answers of the parser' }),
    );
    expect(found(two, 'cache answers', { limit: 1 })).toEqual([key(1)]);
    two.remove(id);
    expect(found(two, 'cache answers', { limit: 1 })).toEqual([key(2)]);
  });
});

describe('what is read of a memory', () => {
  it('is all of it in its order, a few at a time, also for lists of sessions', async () => {
    const test = new TestCore();
    const agent = agentIn('/work/shop');
    for (let n = 0; n < 6; n++) {
      const kind = n % 2 === 0 ? 'milestone' : 'error';
      const item = { id: 'e1', type: kind, content: `happened ${n}` };
      await test.call('episode.store', { sessionId: `run ${n}`, task: `task ${n}`, events: [item] }, agent);
      const ends = { from: { kind: 'milestone', text: `a ${n}` }, to: { kind: 'milestone', text: `b ${n}` } };
      await test.call('causal.assert', { ...ends, relation: 'causes', note: 'seen' }, agent);
    }
    const ids = test.rows<{ id: string; seq: number }>(
      'SELECT id, seq FROM episode UNION ALL SELECT id, seq FROM claim ORDER BY seq',
    );
    expect(ids).toHaveLength(12);
    const db = openReader(test.paths.database);
    const read: string[] = [];
    const index = new CausalIndex();
    for (let seq = 0, rounds = 0; rounds < 20; rounds++) {
      const some = CAUSES.after(db, seq, 17);
      if (some.length === 0) break;
      expect(some.length).toBeLessThanOrEqual(3);
      read.push(...some.map(({ id }) => id));
      for (const one of some) index.put(one);
      seq = some.at(-1)?.seq ?? seq;
    }
    expect(read).toEqual(ids.map(({ id }) => id));
    const [first] = ids.filter(({ id }) => id.startsWith('epis_'));
    expect([...index.episodes.all()]).toHaveLength(6);
    index.remove(first?.id ?? '');
    expect([...index.episodes.all()]).toHaveLength(5);
    for (const { id } of ids) expect(CAUSES.one(db, id)?.id).toBe(id);
    const [session] = test.rows<{ id: string }>('SELECT session_id AS id FROM episode ORDER BY seq');
    expect(CAUSES.one(db, session?.id ?? '')).toMatchObject({ id: first?.id, listed: expect.anything() });
    for (const { id } of ids) expect(CAUSES.one(db, `${id.slice(0, -4)}0000`)).toBeNull();
    closeStore(db);
    await test.remove();
  });
});
