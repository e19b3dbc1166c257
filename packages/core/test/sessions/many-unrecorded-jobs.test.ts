import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dump } from '../harness.ts';
import { asked, askedOfAll, SessionCore } from './session-core.ts';

/** More attempts than one write changes. */
const COUNT = 520;

let test: SessionCore;
beforeEach(() => {
  // A clock that runs fast leaves time for three or four attempts in a step, on every machine.
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 3));
  test = new SessionCore();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.remove();
});

/** Queues a change. What is asked for next is committed before its first step, because the job is only starting. */
async function queued(input: ReturnType<typeof asked>): Promise<string> {
  const { job } = await test.change(input);
  if (!job) throw new Error('it was done at once');
  return job.id;
}

/** Waits until a job has changed some of the attempts, and not all. */
async function begun(id: string): Promise<void> {
  for (;;) {
    const { job } = await test.call('job.get', { id });
    if (job.done > 0) return expectMidst(job);
    await new Promise((next) => setImmediate(next));
  }
}

function expectMidst({ state, done }: { state: string; done: number }): void {
  expect([state, done > 0, done < COUNT]).toEqual(['running', true, true]);
}

const remove = (...ids: string[]) => Promise.all(ids.map((id) => test.call('attempt.delete', { id })));
const restore = (...ids: string[]) => Promise.all(ids.map((id) => test.call('attempt.restore', { id })));
const summarise = (id: string) => test.call('turn.summarise', { id, text: 'Asked what now' });

describe('an unrecorded session with more attempts than one write changes', () => {
  it('is deleted by a job in steps, undone and redone as one; one that got an attempt meanwhile is kept whole', async () => {
    const log = await test.told('told');
    const { session } = await test.tried('large', COUNT);
    const { session: busy } = await test.tried('busy', 2);
    expect((await test.preview(asked('delete', log.id, session, busy))).asJob).toBe(true);
    const id = await queued(asked('delete', log.id, session, busy));
    await test.tried('busy');
    const before = dump(test);
    const ended = await test.ended(id);
    expect(ended).toMatchObject({ state: 'done', result: { changed: 2, changedMeanwhile: 1 } });
    expect([ended.done, ended.total]).toEqual([COUNT + 1, COUNT + 3]);
    expect([await test.names('exclude'), await test.names('only')]).toEqual([['busy'], ['large']]);
    expect(test.attempts(busy, 'exclude')).toBe(3);
    const steps = test.rows("SELECT 1 FROM operation WHERE name = 'episode.changeMany'");
    expect(steps.length).toBeGreaterThan(COUNT / 5);
    const after = dump(test);
    await test.call('operation.undo', { jobId: id });
    expect(dump(test)).toBe(before);
    await test.call('operation.redo', { jobId: id });
    expect(dump(test)).toBe(after);
  });

  it.each([
    ['ids', (id: string) => asked('restore', id)],
    ['filters', () => askedOfAll('restore')],
  ])('is restored whole, by %s, though the host starts again in the midst of it', async (_by, input) => {
    const { session } = await test.tried('large', COUNT);
    await test.ended(await queued(asked('delete', session)));
    const id = await queued(input(session));
    await begun(id);
    expectMidst((await test.call('job.get', { id })).job);
    await test.restart();
    expect(await test.ended(id)).toMatchObject({ state: 'done', result: { changed: 1, changedMeanwhile: 0 } });
    expect(test.attempts(session, 'only')).toBe(0);
  });
});

describe('a session of which a part is done', () => {
  it('is done to its end after a restart, whatever matches by then and was stored before it', async () => {
    const small = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) small.push((await test.tried(name)).session);
    const { session: large } = await test.tried('large', COUNT);
    await test.call('session.end', { sessionId: large, outcome: 'success' });
    const matching = { filters: { outcome: 'success' as const, unrecorded: true } };
    const id = await queued({ selection: matching, change: { kind: 'delete' } });
    await begun(id);
    for (const sessionId of small) await test.call('session.end', { sessionId, outcome: 'success' });
    expectMidst((await test.call('job.get', { id })).job);
    await test.restart();
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect(test.attempts(large, 'exclude')).toBe(0);
  });
});

describe('what was not in the preview', () => {
  /** A session with an attempt in the bin and two outside, so that it is outside. */
  async function half() {
    const { session, ids } = await test.tried('half', 3);
    const [first = '', ...others] = ids;
    await remove(first);
    return { session, others };
  }

  it('stays in the bin, where it came before the job began: no part of it is restored', async () => {
    const { session: large } = await test.tried('large', COUNT);
    await test.ended(await queued(asked('delete', large)));
    const { session, others } = await half();
    expect(await test.preview(askedOfAll('restore'))).toMatchObject({ changes: 1, unrecorded: { attempts: COUNT } });
    const id = await queued(askedOfAll('restore'));
    await remove(...others);
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect([test.attempts(large, 'only'), test.attempts(session, 'only')]).toEqual([0, 3]);
  });

  it('stays there, too, when the filters are asked once more after a restart; what they miss by then is counted', async () => {
    const { session: large } = await test.tried('large', COUNT);
    const { session: other } = await test.tried('other', 2);
    await test.ended(await queued(asked('delete', large, other)));
    const { session, others } = await half();
    const id = await queued(askedOfAll('restore'));
    await begun(id);
    await Promise.all([remove(...others), test.tried('other')]);
    expectMidst((await test.call('job.get', { id })).job);
    await test.restart();
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 1 });
    expect([large, session, other].map((one) => test.attempts(one, 'only'))).toEqual([0, 3, 2]);
  });

  it('stays outside, and is not counted, where it was restored before the job began', async () => {
    const { session, ids } = await test.tried('small');
    await remove(...ids);
    await test.tried('large', COUNT);
    const id = await queued(askedOfAll('delete'));
    await restore(...ids);
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect([await test.names('exclude'), test.attempts(session, 'exclude')]).toEqual([['small'], 1]);
  });

  it.each([
    ['the undo of its deletion', 'undo'],
    ['the redo of its restoring', 'redo'],
  ] as const)('stays outside where %s brought it back: its revision is an earlier one again', async (_how, verb) => {
    const { session } = await test.tried('small');
    await test.tried('large', COUNT);
    const deletion = (await test.change(asked('delete', session))).operationId;
    const restoring = verb === 'redo' ? (await test.change(asked('restore', session))).operationId : null;
    if (restoring !== null) await test.call('operation.undo', { operationId: restoring });
    const id = await queued(askedOfAll('delete'));
    await test.call(`operation.${verb}`, { operationId: restoring ?? deletion ?? '' });
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect([await test.names('exclude'), test.attempts(session, 'exclude')]).toEqual([['small'], 1]);
  });

  it('stays outside where the undo of its deletion brought its episode back', async () => {
    const log = await test.told('told');
    await test.tried('large', COUNT);
    const { operationId } = await test.change(asked('delete', log.id));
    const id = await queued(askedOfAll('delete'));
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect((await test.call('episode.get', { id: log.id })).episode.deletedAt).toBeNull();
  });

  it('stays in the bin where the rest of it went by the undo of what recorded it', async () => {
    const { session: large } = await test.tried('large', COUNT);
    await test.ended(await queued(asked('delete', large)));
    const { session, ids } = await test.tried('half', 2);
    const [first = '', second = ''] = ids;
    await remove(first);
    const [recorded] = (await test.call('operation.list', { entityId: second })).items;
    const id = await queued(askedOfAll('restore'));
    await test.call('operation.undo', { operationId: recorded?.id ?? '' });
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect([test.attempts(large, 'only'), test.attempts(session, 'only')]).toEqual([0, 1]);
  });

  it('is left whole where it loses an attempt to an undo while the job is at another session', async () => {
    const { session: large } = await test.tried('large', COUNT);
    const { session, ids } = await test.tried('half', 2);
    const [recorded] = (await test.call('operation.list', { entityId: ids[1] ?? '' })).items;
    const id = await queued(asked('delete', large, session));
    await begun(id);
    await test.call('operation.undo', { operationId: recorded?.id ?? '' });
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 1 });
    expect(test.attempts(session, 'exclude')).toBe(1);
  });

  it('is left alone where it has the outcome that is asked for only since', async () => {
    const { session: large } = await test.tried('large', COUNT);
    const { session: late } = await test.tried('late');
    const end = (sessionId: string) => test.call('session.end', { sessionId, outcome: 'success' });
    await end(large);
    const filters = { outcome: 'success' as const, unrecorded: true };
    const id = await queued({ selection: { filters }, change: { kind: 'delete' } });
    await end(late);
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect(await test.names('exclude')).toEqual(['late']);
  });
});

describe('a session that changes after the preview', () => {
  const CHANGES: [how: string, (ids: string[], turn: string) => Promise<unknown>, attempts: number][] = [
    ['gets an attempt', () => test.tried('large'), COUNT + 1],
    ['gets a turn', () => test.thought('large'), COUNT],
    ['has a turn edited', (_ids, turn) => summarise(turn), COUNT],
    ['loses an attempt', ([id = '']) => remove(id), COUNT - 1],
    ['gets one back', ([id = '']) => remove(id).then(() => restore(id)), COUNT],
  ];
  it.each(CHANGES)('before it is begun is left whole and counted: it %s', async (_how, happens, attempts) => {
    const turn = await test.thought('large');
    const { session, ids } = await test.tried('large', COUNT);
    const id = await queued(asked('delete', session));
    await happens(ids, turn.id);
    const before = dump(test);
    expect((await test.ended(id)).result).toEqual({ changed: 0, changedMeanwhile: 1 });
    expect(dump(test)).toBe(before);
    expect(test.attempts(session, 'exclude')).toBe(attempts);
  });

  it.each([
    ['gets an attempt', () => test.tried('large'), [COUNT, 1]],
    ['has a turn edited', (turn: string) => summarise(turn), [COUNT, 0]],
  ])('in the midst of its deletion is counted, because it stays listed: it %s', async (_how, happens, attempts) => {
    const { session } = await test.tried('large', COUNT);
    const turn = await test.thought('large');
    const id = await queued(asked('delete', session));
    await begun(id);
    await happens(turn.id);
    expectMidst((await test.call('job.get', { id })).job);
    expect((await test.ended(id)).result).toEqual({ changed: 0, changedMeanwhile: 1 });
    expect(await test.names('exclude')).toEqual(['large']);
    expect([test.attempts(session, 'only'), test.attempts(session, 'exclude')]).toEqual(attempts);
    await test.call('operation.undo', { jobId: id });
    expect(test.attempts(session, 'only')).toBe(0);
  });

  it('in the midst of its deletion keeps what an undo brings back, and is counted', async () => {
    const { session, ids } = await test.tried('large', COUNT + 1);
    const { operationId } = await test.call('attempt.delete', { id: ids.at(-1) ?? '' });
    const id = await queued(asked('delete', session));
    await begun(id);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expectMidst((await test.call('job.get', { id })).job);
    expect((await test.ended(id)).result).toEqual({ changed: 0, changedMeanwhile: 1 });
    expect([test.attempts(session, 'only'), test.attempts(session, 'exclude')]).toEqual([COUNT, 1]);
  });

  it('in the midst of its restoring is counted when a part of it is deleted again', async () => {
    const { session, ids } = await test.tried('large', COUNT);
    await test.ended(await queued(asked('delete', session)));
    const id = await queued(asked('restore', session));
    await begun(id);
    const [restored] = test.rows<{ id: string }>('SELECT id FROM attempt WHERE deleted_at IS NULL');
    expect(ids).toContain(restored?.id);
    await remove(restored?.id ?? '');
    expectMidst((await test.call('job.get', { id })).job);
    expect((await test.ended(id)).result).toEqual({ changed: 0, changedMeanwhile: 1 });
    expect(test.attempts(session, 'only')).toBe(1);
  });

  it('in the midst of its restoring counts as restored when what it gets is outside, as all of it is', async () => {
    const { session } = await test.tried('large', COUNT);
    await test.ended(await queued(asked('delete', session)));
    const id = await queued(asked('restore', session));
    await begun(id);
    await test.tried('large');
    expectMidst((await test.call('job.get', { id })).job);
    expect((await test.ended(id)).result).toEqual({ changed: 1, changedMeanwhile: 0 });
    expect([test.attempts(session, 'only'), test.attempts(session, 'exclude')]).toEqual([0, COUNT + 1]);
  });
});
