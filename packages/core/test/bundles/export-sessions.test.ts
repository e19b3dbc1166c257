import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestCore } from '../harness.ts';
import { carriedBy as carriedOf, filled } from './bundle-harness.ts';

// What a bundle of chosen sessions carries, of those with a log and of those without one.

let test: TestCore;
beforeEach(async () => {
  test = await filled();
});
afterEach(() => test.remove());

const carriedBy = (selection: InputOf<'bundle.previewExport'>['selection']) => carriedOf(test, selection);
const ids = (sql: string, ...values: string[]) => test.rows<{ id: string }>(sql, values).map(({ id }) => id);
const projectId = async (id: string) => (await test.call('project.get', { id })).project.id;

describe('a bundle of sessions', () => {
  it('carries them with their logs, lessons, attempts, turns and claims, and nothing of others', async () => {
    const [episode] = (await test.call('episode.list', {})).items;
    const { id = '', sessionId = '' } = episode ?? {};
    await test.call('episode.store', { sessionId: 'other', projectId: 'shop', task: 'Something else' });
    await test.call('attempt.record', { task: 'Other', outcome: 'failure', sessionId: 'other', projectId: 'shop' });
    const of = (table: string) => ids(`SELECT id FROM ${table} WHERE session_id = ? ORDER BY id`, sessionId);
    const chosen = {
      projects: [await projectId('shop')],
      sessions: [sessionId],
      reflections: of('reflection'),
      feedback: ids('SELECT id FROM feedback'),
      episodes: [id],
      claims: of('claim'),
      attempts: of('attempt'),
      turns: of('turn'),
    };
    expect(Object.values(chosen).map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 2, 1]);
    expect(await carriedBy({ episodes: { ids: [id] } })).toEqual(chosen);
    expect(await carriedBy({ episodes: { filters: { text: 'Parse' } } })).toEqual(chosen);
    expect(await carriedBy({ episodes: { filters: { text: 'nothing of this' } } })).toEqual({});
  });

  it('leaves out what of them is in the bin, but for logs that were chosen there', async () => {
    const [episode] = (await test.call('episode.list', {})).items;
    const { id = '', sessionId = '' } = episode ?? {};
    const lesson = await test.store({ taskDescription: 'Also in it', projectId: 'shop', sessionId });
    expect((await carriedBy({ episodes: { ids: [id] } })).reflections).toContain(lesson.id);
    await test.call('reflection.delete', { id: lesson.id });
    await test.call('episode.delete', { id });
    for (const chosen of [{ ids: [id] }, { filters: { deleted: 'only' as const } }]) {
      const { episodes, sessions, reflections } = await carriedBy({ episodes: chosen });
      expect([episodes, sessions]).toEqual([[id], [sessionId]]);
      expect(reflections).not.toContain(lesson.id);
    }
  });
});

describe('a bundle of sessions without a log', () => {
  const try_ = (task: string, sessionId: string) =>
    test.call('attempt.record', { task, outcome: 'failure', sessionId, projectId: 'shop' });
  const of = (table: string, sessionId: string) =>
    ids(`SELECT id FROM ${table} WHERE session_id = ? ORDER BY id`, sessionId);

  it('carries their attempts, turns and lessons, alone and together with those that have one', async () => {
    const { attempt } = await try_('Wait for the lock', 'bare');
    const sessionId = attempt.sessionId ?? '';
    const context = [{ kind: 'user' as const, text: 'Wait for it' }];
    await test.call('turn.save', { sessionId: 'bare', projectId: 'shop', context });
    const lesson = await test.store({ taskDescription: 'Learned there', projectId: 'shop', sessionId: 'bare' });
    await try_('Not chosen', 'other');
    const chosen = {
      projects: [await projectId('shop')],
      sessions: [sessionId],
      reflections: [lesson.id],
      attempts: [attempt.id],
      turns: of('turn', sessionId),
    };
    expect(chosen.turns).toHaveLength(1);
    expect(await carriedBy({ episodes: { ids: [sessionId] } })).toEqual(chosen);
    const [episode] = (await test.call('episode.list', {})).items;
    const both = await carriedBy({ episodes: { ids: [sessionId, episode?.id ?? ''] } });
    expect([both.episodes, both.sessions]).toEqual([[episode?.id], [sessionId, episode?.sessionId].sort()]);
    expect(both.attempts).toEqual([...chosen.attempts, ...of('attempt', episode?.sessionId ?? '')].sort());
  });

  it('carries those that a filter finds only if it asks for them', async () => {
    const { attempt } = await try_('Wait for the lock', 'bare');
    const filters = { text: 'lock' };
    expect(await carriedBy({ episodes: { filters } })).toEqual({});
    const carried = await carriedBy({ episodes: { filters: { ...filters, unrecorded: true } } });
    expect([carried.sessions, carried.attempts]).toEqual([[attempt.sessionId], [attempt.id]]);
  });

  it('carries one of which nothing but its lessons is known, if it is named', async () => {
    const lesson = await test.store({
      taskDescription: 'Learned there',
      projectId: 'shop',
      sessionId: 'lessons alone',
    });
    const carried = await carriedBy({ episodes: { ids: [lesson.sessionId ?? ''] } });
    expect(carried).toEqual({
      projects: [await projectId('shop')],
      sessions: [lesson.sessionId],
      reflections: [lesson.id],
    });
  });

  it('leaves out what is in the bin, unless the session is there as a whole', async () => {
    const { attempt } = await try_('First', 'bare');
    const { attempt: other } = await try_('Second', 'bare');
    const chosen = { episodes: { ids: [attempt.sessionId ?? ''] } };
    await test.call('attempt.delete', { id: attempt.id });
    expect((await carriedBy(chosen)).attempts).toEqual([other.id]);
    await test.call('attempt.delete', { id: other.id });
    expect((await carriedBy(chosen)).attempts).toEqual([attempt.id, other.id].sort());
  });
});
