import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Asked = Pick<InputOf<'episode.changeMany'>, 'selection' | 'change'>;
type Place = 'exclude' | 'only';

const asked = (kind: 'delete' | 'restore', ...ids: string[]): Asked => ({ selection: { ids }, change: { kind } });
const preview = (input: Asked) => test.call('episode.previewMany', input);

/** Changes sessions as a person does: first a preview, then the change. */
async function change(input: Asked) {
  const { digest } = await preview(input);
  return test.call('episode.changeMany', { ...input, digest });
}

/** Records attempts in a session without an episode. Returns the id of the session, and those of the attempts. */
async function tried(sessionId: string, count = 1, fields: Partial<InputOf<'attempt.record'>> = {}) {
  const ids: string[] = [];
  let session = '';
  for (let n = 0; n < count; n++) {
    const input = { projectId: 'shop', sessionId, task: `Try ${sessionId}`, outcome: 'failure' as const, ...fields };
    const { attempt } = await test.call('attempt.record', input);
    ids.push(attempt.id);
    session = attempt.sessionId ?? '';
  }
  return { session, ids };
}

const thought = async (sessionId: string, text = 'What now?') => {
  const context = [{ kind: 'workspace', text }];
  return (await test.call('turn.save', { projectId: 'shop', sessionId, context })).turn;
};
const told = async (sessionId: string) =>
  (await test.call('episode.store', { projectId: 'shop', sessionId, task: `Log of ${sessionId}` })).episode;

const names = async (deleted: Place, filter: InputOf<'session.unrecorded'> = {}) =>
  (await test.call('session.unrecorded', { ...filter, deleted })).items.map(({ nativeId }) => nativeId);
const attempts = async (sessionId: string, deleted: Place) =>
  (await test.call('attempt.list', { sessionId, deleted, limit: 100 })).items.length;

describe('sessions without an episode, among those of a change of many', () => {
  it('are previewed by their attempts and turns, deleted in one operation, and brought back exactly by one undo', async () => {
    const log = await told('told');
    const { session, ids } = await tried('bare', 3);
    const turn = await thought('bare');
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    const { session: other } = await tried('other');
    const input = asked('delete', log.id, session);
    const before = dump(test);
    expect(await preview(input)).toMatchObject({
      matches: 2,
      changes: 2,
      already: 0,
      missing: 0,
      unrecorded: { sessions: 1, attempts: 2, turns: 1 },
      examples: [
        { id: session, task: 'Try bare' },
        { id: log.id, task: 'Log of told' },
      ],
      asJob: false,
    });
    expect(dump(test)).toBe(before);
    const { changed, operationId } = await change(input);
    expect(changed).toBe(2);
    const [last] = (await test.call('operation.list', {})).items;
    expect(last).toMatchObject({ name: 'episode.changeMany', summary: 'Deleted 2 sessions', changeCount: 4 });
    expect([await attempts(session, 'only'), await attempts(other, 'only')]).toEqual([3, 0]);
    expect((await test.call('turn.get', { id: turn.id })).turn.deletedAt).not.toBeNull();
    const after = dump(test);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
    expect(await attempts(session, 'only')).toBe(1);
    await test.call('operation.redo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(after);
  });

  it('are found by no words that were theirs while they are in the bin', async () => {
    const { session } = await tried('bare', 1, { task: 'Round the cart' });
    const hits = async () => (await test.call('attempt.list', { text: 'cart' })).items.length;
    expect(await hits()).toBe(1);
    await change(asked('delete', session));
    expect(await hits()).toBe(0);
  });

  it('are restored with all their attempts and turns, and the texts of these', async () => {
    const { session, ids } = await tried('bare', 2);
    const turn = await thought('bare', 'Kept aside');
    test.now += 3 * 86_400_000;
    await test.call('turn.prune', { sessionId: session, keepDays: 1 });
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    await change(asked('delete', session));
    expect((await test.call('turn.get', { id: turn.id })).turn.prunedAt).not.toBeNull();
    expect(await preview(asked('restore', session))).toMatchObject({
      changes: 1,
      unrecorded: { sessions: 1, attempts: 2, turns: 1 },
    });
    const { changed } = await change(asked('restore', session));
    expect([changed, await attempts(session, 'exclude'), await attempts(session, 'only')]).toEqual([1, 2, 0]);
    expect((await test.call('turn.get', { id: turn.id })).turn).toMatchObject({ deletedAt: null, prunedAt: null });
  });

  it('are in the bin only when all their attempts and turns are, and only then are restored', async () => {
    const { session, ids } = await tried('bare', 2);
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    expect(await preview(asked('restore', session))).toMatchObject({ matches: 1, changes: 0, already: 1 });
    await change(asked('delete', session));
    expect(await preview(asked('delete', session))).toMatchObject({ matches: 1, changes: 0, already: 1 });
    expect(await preview(asked('restore', session))).toMatchObject({ changes: 1, unrecorded: { attempts: 2 } });
  });

  it('are named by their own id, which means the episode once there is one; ids that name nothing are missing', async () => {
    const { session: started } = await test.call('session.start', { projectId: 'shop', sessionId: 'empty' });
    const { session, ids } = await tried('bare');
    const log = await told('bare');
    const input = asked('delete', session, log.id, started.id, 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(await preview(input)).toMatchObject({ matches: 1, changes: 1, missing: 2, unrecorded: { sessions: 0 } });
    await change(asked('delete', session));
    expect((await test.call('episode.get', { id: log.id })).episode.deletedAt).not.toBeNull();
    expect((await test.call('attempt.get', { id: ids[0] ?? '' })).attempt.deletedAt).toBeNull();
  });

  it('are matched by filters only where that is asked for: then as many as both lists have', async () => {
    await told('told');
    await tried('one');
    await tried('two');
    await tried('elsewhere', 1, { projectId: 'b' });
    const filters = { projectId: 'shop' };
    const remove = { kind: 'delete' as const };
    expect(await preview({ selection: { filters }, change: remove })).toMatchObject({ matches: 1 });
    const whole: Asked = { selection: { filters: { ...filters, unrecorded: true } }, change: remove };
    expect(await preview(whole)).toMatchObject({ matches: 3, unrecorded: { sessions: 2, attempts: 2, turns: 0 } });
    const words: Asked = { selection: { filters: { text: 'try one', unrecorded: true } }, change: remove };
    expect(await preview(words)).toMatchObject({ matches: 1, examples: [{ task: 'Try one' }] });
    expect((await change(whole)).changed).toBe(3);
    expect(await names('exclude')).toEqual(['elsewhere']);
    const back: Asked = {
      selection: { filters: { deleted: 'only', unrecorded: true } },
      change: { kind: 'restore' },
    };
    expect((await change(back)).changed).toBe(3);
    expect((await names('exclude')).length).toBe(3);
  });

  it.each([
    ['got an attempt', () => tried('bare')],
    ['got a turn', () => thought('bare')],
    ['lost an attempt', ([id = '']: string[]) => test.call('attempt.delete', { id })],
    ['got an episode', () => told('bare')],
  ])('are left alone when one is not what the preview showed: it %s', async (_what, happens) => {
    const { session, ids } = await tried('bare', 2);
    const input = asked('delete', session);
    const { digest } = await preview(input);
    await happens(ids);
    const before = dump(test);
    const failure = await test.fail('episode.changeMany', { ...input, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(dump(test)).toBe(before);
  });

  it('leave a summary of the operation that stays when their attempts are purged: it quotes none', async () => {
    const { session, ids } = await tried('bare');
    await change(asked('delete', session));
    const { digest } = await test.call('attempt.previewPurge', { which: { ids } });
    await test.call('attempt.purge', { which: { ids }, digest });
    const { items } = await test.call('operation.list', {});
    expect(items.map(({ summary }) => summary)).toContain('Deleted 1 session');
    expect(await names('only')).toEqual([]);
  });
});

describe('the bin', () => {
  it('lists a session without an episode of which every attempt and turn is there, with what is in it', async () => {
    const { ids } = await tried('bare', 2, { startedAt: '2026-01-05T10:00:00Z' });
    const turn = await thought('bare', 'The queue of the mailer');
    const thinker = await thought('thinker');
    await tried('kept');
    for (const id of ids) await test.call('attempt.delete', { id });
    expect([await names('exclude'), await names('only')]).toEqual([['kept', 'thinker', 'bare'], []]);
    await test.call('turn.delete', { id: turn.id });
    await test.call('turn.delete', { id: thinker.id });
    expect([await names('exclude'), await names('only')]).toEqual([['kept'], ['thinker', 'bare']]);
    const found: [InputOf<'session.unrecorded'>, string[]][] = [
      [{ has: ['attempts'] }, ['bare']],
      [{ month: '2026-01' }, ['bare']],
      [{ text: 'mailer' }, ['bare']],
      [{ text: 'try bare' }, ['bare']],
      [{ author: 'person' }, ['thinker', 'bare']],
      [{ outcome: 'success' }, []],
    ];
    for (const [filter, expected] of found) expect([filter, await names('only', filter)]).toEqual([filter, expected]);
    const { items, total } = await test.call('session.unrecorded', { deleted: 'only', has: ['attempts'] });
    expect(total).toBe(1);
    expect(items).toMatchObject([{ task: 'Try bare', tasks: 1, attempts: { failure: 2 }, turns: 1 }]);
    const { total: counted, facets } = await test.call('episode.facets', { deleted: 'only', unrecorded: true });
    expect([counted, facets.has.values]).toEqual([2, [{ value: 'attempts', count: 1 }]]);
    await told('bare');
    expect(await names('only')).toEqual(['thinker']);
    await test.call('turn.restore', { id: thinker.id });
    expect(await names('only')).toEqual([]);
  });
});

describe('a session with more attempts than one write changes', () => {
  const COUNT = 520;
  const started = async (kind: 'delete' | 'restore', ...ids: string[]) => {
    const { job } = await change(asked(kind, ...ids));
    return job?.id ?? '';
  };

  it('is deleted by a job in steps, undone and redone as one; one that got an attempt meanwhile is kept whole', async () => {
    const log = await told('told');
    const { session } = await tried('bare', COUNT);
    const { session: busy } = await tried('busy', 2);
    expect((await preview(asked('delete', log.id, session, busy))).asJob).toBe(true);
    const job = await started('delete', log.id, session, busy);
    // It is committed before the first step, because the job is only starting.
    await tried('busy');
    const before = dump(test);
    const ended = await test.ended(job);
    expect(ended).toMatchObject({ state: 'done', result: { changed: 2, changedMeanwhile: 1 } });
    expect([ended.done, ended.total]).toEqual([COUNT + 1, COUNT + 3]);
    expect([await names('exclude'), await names('only')]).toEqual([['busy'], ['bare']]);
    expect(await attempts(busy, 'exclude')).toBe(3);
    expect(test.rows("SELECT 1 FROM operation WHERE name = 'episode.changeMany'").length).toBeGreaterThan(2);
    const after = dump(test);
    await test.call('operation.undo', { jobId: ended.id });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { jobId: ended.id });
    expect(dump(test)).toBe(after);
  });

  it.each(['ids', 'filters'])(
    'is restored whole, by %s, though the host starts again in the midst of it',
    async (by) => {
      const { session } = await tried('bare', COUNT);
      await test.ended(await started('delete', session));
      const { job } = await change({
        selection: by === 'ids' ? { ids: [session] } : { filters: { deleted: 'only', unrecorded: true } },
        change: { kind: 'restore' },
      });
      const id = job?.id ?? '';
      while ((await test.call('job.get', { id })).job.done === 0) await new Promise((next) => setImmediate(next));
      expect(await names('only')).toEqual([]);
      await test.restart();
      expect(await test.ended(id)).toMatchObject({ state: 'done', result: { changed: 1, changedMeanwhile: 0 } });
      const left = test.rows('SELECT 1 FROM attempt WHERE deleted_at IS NOT NULL');
      expect(left).toEqual([]);
    },
  );
});
