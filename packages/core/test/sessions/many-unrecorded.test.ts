import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump } from '../harness.ts';
import { asked, askedOfAll, SessionCore } from './session-core.ts';

let test: SessionCore;
beforeEach(() => {
  test = new SessionCore();
});
afterEach(() => test.remove());

describe('unrecorded sessions, among those of a change of many', () => {
  it('are previewed by their attempts and turns, deleted in one operation, and brought back exactly by one undo', async () => {
    const log = await test.told('told');
    const { session, ids } = await test.tried('untold', 3);
    const turn = await test.thought('untold');
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    const { session: other } = await test.tried('other');
    const input = asked('delete', log.id, session);
    const before = dump(test);
    expect(await test.preview(input)).toMatchObject({
      matches: 2,
      changes: 2,
      already: 0,
      missing: 0,
      unrecorded: { sessions: 1, attempts: 2, turns: 1 },
      examples: [
        { id: session, task: 'Try untold' },
        { id: log.id, task: 'Log of told' },
      ],
      asJob: false,
    });
    expect(dump(test)).toBe(before);
    const { changed, operationId } = await test.change(input);
    expect(changed).toBe(2);
    const [last] = (await test.call('operation.list', {})).items;
    expect(last).toMatchObject({ name: 'episode.changeMany', summary: 'Deleted 2 sessions', changeCount: 4 });
    expect([test.attempts(session, 'only'), test.attempts(other, 'only')]).toEqual([3, 0]);
    expect((await test.call('turn.get', { id: turn.id })).turn.deletedAt).not.toBeNull();
    const after = dump(test);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
    expect(test.attempts(session, 'only')).toBe(1);
    await test.call('operation.redo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(after);
  });

  it('are found by no words that were theirs while they are in the bin', async () => {
    const { session } = await test.tried('untold', 1, { task: 'Round the cart' });
    const hits = async () => (await test.call('attempt.list', { text: 'cart' })).items.length;
    expect(await hits()).toBe(1);
    await test.change(asked('delete', session));
    expect(await hits()).toBe(0);
  });

  it('are restored with all their attempts and turns, and the texts of these', async () => {
    const { session, ids } = await test.tried('untold', 2);
    const turn = await test.thought('untold', 'Kept aside');
    test.now += 3 * 86_400_000;
    await test.call('turn.prune', { sessionId: session, keepDays: 1 });
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    await test.change(asked('delete', session));
    expect((await test.call('turn.get', { id: turn.id })).turn.prunedAt).not.toBeNull();
    expect(await test.preview(asked('restore', session))).toMatchObject({
      changes: 1,
      unrecorded: { sessions: 1, attempts: 2, turns: 1 },
    });
    const { changed } = await test.change(asked('restore', session));
    expect([changed, test.attempts(session, 'exclude'), test.attempts(session, 'only')]).toEqual([1, 2, 0]);
    expect((await test.call('turn.get', { id: turn.id })).turn).toMatchObject({ deletedAt: null, prunedAt: null });
  });

  it('are in the bin only when all their attempts and turns are, and only then are restored', async () => {
    const { session, ids } = await test.tried('untold', 2);
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    expect(await test.preview(asked('restore', session))).toMatchObject({ matches: 1, changes: 0, already: 1 });
    await test.change(asked('delete', session));
    expect(await test.preview(asked('delete', session))).toMatchObject({ matches: 1, changes: 0, already: 1 });
    expect(await test.preview(asked('restore', session))).toMatchObject({ changes: 1, unrecorded: { attempts: 2 } });
  });

  it('are named by their own id, which means the episode once there is one; ids that name nothing are missing', async () => {
    const { session: started } = await test.call('session.start', { projectId: 'shop', sessionId: 'empty' });
    const { session, ids } = await test.tried('untold');
    const log = await test.told('untold');
    const input = asked('delete', session, log.id, started.id, 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(await test.preview(input)).toMatchObject({
      matches: 1,
      changes: 1,
      missing: 2,
      unrecorded: { sessions: 0 },
    });
    await test.change(asked('delete', session));
    expect((await test.call('episode.get', { id: log.id })).episode.deletedAt).not.toBeNull();
    expect((await test.call('attempt.get', { id: ids[0] ?? '' })).attempt.deletedAt).toBeNull();
  });

  it('are matched by filters only where that is asked for: then as many as both lists have', async () => {
    await test.told('told');
    await test.tried('one');
    await test.tried('two');
    await test.tried('elsewhere', 1, { projectId: 'b' });
    const filters = { projectId: 'shop' };
    const remove = { kind: 'delete' as const };
    expect(await test.preview({ selection: { filters }, change: remove })).toMatchObject({ matches: 1 });
    const whole: Parameters<typeof test.preview>[0] = {
      selection: { filters: { ...filters, unrecorded: true } },
      change: remove,
    };
    expect(await test.preview(whole)).toMatchObject({ matches: 3, unrecorded: { sessions: 2, attempts: 2, turns: 0 } });
    const words: Parameters<typeof test.preview>[0] = {
      selection: { filters: { text: 'try one', unrecorded: true } },
      change: remove,
    };
    expect(await test.preview(words)).toMatchObject({ matches: 1, examples: [{ task: 'Try one' }] });
    expect((await test.change(whole)).changed).toBe(3);
    expect(await test.names('exclude')).toEqual(['elsewhere']);
    expect((await test.change(askedOfAll('restore'))).changed).toBe(3);
    expect((await test.names('exclude')).length).toBe(3);
  });

  it.each([
    ['got an attempt', () => test.tried('untold')],
    ['got a turn', () => test.thought('untold')],
    ['lost an attempt', ([id = '']: string[]) => test.call('attempt.delete', { id })],
    ['got an episode', () => test.told('untold')],
  ])('are left alone when one is not what the preview showed: it %s', async (_what, happens) => {
    const { session, ids } = await test.tried('untold', 2);
    const input = asked('delete', session);
    const { digest } = await test.preview(input);
    await happens(ids);
    const before = dump(test);
    const failure = await test.fail('episode.changeMany', { ...input, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(dump(test)).toBe(before);
  });

  it('leave a summary of the operation that stays when their attempts are purged: it quotes none', async () => {
    const { session, ids } = await test.tried('untold');
    await test.change(asked('delete', session));
    const { digest } = await test.call('attempt.previewPurge', { which: { ids } });
    await test.call('attempt.purge', { which: { ids }, digest });
    const { items } = await test.call('operation.list', {});
    expect(items.map(({ summary }) => summary)).toContain('Deleted 1 session');
    expect(await test.names('only')).toEqual([]);
  });
});

describe('the bin', () => {
  it('lists an unrecorded session of which every attempt and turn is there, with what is in it', async () => {
    const { ids } = await test.tried('untold', 2, { startedAt: '2026-01-05T10:00:00Z' });
    const turn = await test.thought('untold', 'The queue of the mailer');
    const thinker = await test.thought('thinker');
    await test.tried('kept');
    for (const id of ids) await test.call('attempt.delete', { id });
    expect([await test.names('exclude'), await test.names('only')]).toEqual([['kept', 'thinker', 'untold'], []]);
    await test.call('turn.delete', { id: turn.id });
    await test.call('turn.delete', { id: thinker.id });
    expect([await test.names('exclude'), await test.names('only')]).toEqual([['kept'], ['thinker', 'untold']]);
    const found: [InputOf<'session.unrecorded'>, string[]][] = [
      [{ has: ['attempts'] }, ['untold']],
      [{ month: '2026-01' }, ['untold']],
      [{ text: 'mailer' }, ['untold']],
      [{ text: 'try untold' }, ['untold']],
      [{ author: 'person' }, ['thinker', 'untold']],
      [{ outcome: 'success' }, []],
    ];
    for (const [filter, expected] of found)
      expect([filter, await test.names('only', filter)]).toEqual([filter, expected]);
    const { items, total } = await test.call('session.unrecorded', { deleted: 'only', has: ['attempts'] });
    expect(total).toBe(1);
    expect(items).toMatchObject([{ task: 'Try untold', tasks: 1, attempts: { failure: 2 }, turns: 1 }]);
    const { total: counted, facets } = await test.call('episode.facets', { deleted: 'only', unrecorded: true });
    expect([counted, facets.has.values]).toEqual([2, [{ value: 'attempts', count: 1 }]]);
    await test.told('untold');
    expect(await test.names('only')).toEqual(['thinker']);
    await test.call('turn.restore', { id: thinker.id });
    expect(await test.names('only')).toEqual([]);
  });
});
