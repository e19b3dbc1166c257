import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, person } from '../harness.ts';
import { asked, askedOfAll, SessionCore } from '../sessions/session-core.ts';
import { memoryOf } from './purging.ts';

let test: SessionCore;
const { besidesBackups, expectNoUndo, expectSound } = memoryOf(() => test);
beforeEach(() => {
  test = new SessionCore();
});
afterEach(() => test.remove());

const WORD = 'zyxgoneforever';
const bin = { bin: true } as const;

async function tell(sessionId: string, task = `Log of ${WORD} in ${sessionId}`) {
  return (await test.call('episode.store', { projectId: 'shop', sessionId, task }, person, `tell ${sessionId}`))
    .episode;
}

/**
 * In the bin: a log; a log whose goal and attempts are there, too; a log with an attempt outside; a session of attempts and turns
 * without one. Outside: one of each, and a session of which only an attempt is in the bin.
 */
async function everySort() {
  const alone = await tell('alone');
  await test.call('session.start', { projectId: 'shop', sessionId: 'whole', goal: `Mend the ${WORD}` });
  const whole = await tell('whole');
  const inWhole = await test.tried('whole', 2, { task: `Mend the ${WORD}` });
  const beside = await tell('beside');
  const [gone, stays] = (await test.tried('beside', 2, { task: 'stays outside' })).ids;
  const bare = await test.tried('bare', 4, { task: WORD });
  await test.thought('bare', WORD);
  await tell('outside', 'outside');
  const partly = await test.tried('partly', 2, { task: 'stays outside' });
  await test.store({ projectId: 'shop', sessionId: 'bare', taskDescription: 'lesson of bare' });
  for (const id of [...inWhole.ids, gone ?? '', partly.ids[0] ?? '']) await test.call('attempt.delete', { id });
  await test.change(asked('delete', alone.id, whole.id, beside.id, bare.session));
  return { alone, whole, beside, bare, stays: [gone, stays, ...partly.ids] };
}

/** How many sessions the bin lists, with a log and without. */
async function listed(): Promise<[number, number]> {
  const logs = await test.call('episode.list', { deleted: 'only', limit: 0 });
  return [logs.total ?? 0, (await test.names('only')).length];
}

describe('a purge of the bin of sessions', () => {
  it('takes all that it lists, with and without an episode, and says before exactly what', async () => {
    verifies('T36');
    const { whole, beside, stays } = await everySort();
    expect(await listed()).toEqual([3, 1]);
    const preview = await test.call('session.previewPurge', { which: bin });
    expect(preview).toMatchObject({
      sessions: 4,
      unrecorded: { sessions: 1, attempts: 4, turns: 1 },
      refused: 0,
      rows: { episode: 3, attempt: 6, turn: 1, session: 1, told_text: 0 },
    });
    expect(preview.examples.map(({ id }) => id)).toContain(whole.sessionId);
    const answer = await test.call('session.purge', { which: bin, digest: preview.digest });
    expect(answer).toMatchObject({ purged: 4, rows: preview.rows, isErased: true });
    expect(await listed()).toEqual([0, 0]);
    expect(besidesBackups(WORD)).toEqual([]);
    const left = test.rows<{ id: string }>('SELECT id FROM attempt ORDER BY seq').map(({ id }) => id);
    expect(left).toEqual(stays);
    // Without its log it is listed by the attempt outside.
    expect((await test.names('exclude')).toSorted()).toEqual(['beside', 'partly']);
    expect((await test.call('session.get', { id: beside.sessionId })).session.nativeId).toBe('beside');
    const { items } = await test.call('operation.list', { name: 'session.purge' });
    expect(items.map(({ summary }) => summary)).toEqual(['Purged 3 session logs, 6 attempts and 1 turn']);
    await expectNoUndo(items.map(({ id }) => id));
    expectSound();
    const empty = await test.call('session.previewPurge', { which: bin });
    expect(empty).toMatchObject({ sessions: 0, unrecorded: { sessions: 0 }, rows: { episode: 0 }, backups: [] });
  });

  it('is of the same sessions by their ids, each once, whether their own or those of their episodes', async () => {
    const { alone, whole, beside, bare } = await everySort();
    const all = await test.call('session.previewPurge', { which: bin });
    const ids = [bare.session, beside.sessionId, whole.id, whole.sessionId, alone.id, whole.id];
    expect(await test.call('session.previewPurge', { which: { ids } })).toEqual(all);
    const some = await test.call('session.previewPurge', { which: { ids: [whole.id, bare.session] } });
    expect(some).toMatchObject({ sessions: 2, rows: { episode: 1, attempt: 6, turn: 1, session: 1 } });
    const answer = await test.call('session.purge', { which: { ids: [whole.id, bare.session] }, digest: some.digest });
    expect(answer).toMatchObject({ purged: 2, rows: some.rows });
    expect(await listed()).toEqual([2, 0]);
  });

  it('is refused when the bin is another since: by a log, an attempt or a turn that came, or went', async () => {
    const { alone, bare, stays } = await everySort();
    const late = await tell('late', 'late');
    const { digest } = await test.call('session.previewPurge', { which: bin });
    const refused = async (there: () => Promise<unknown>, back: () => Promise<unknown>) => {
      await there();
      const before = dump(test);
      const failure = await test.fail('session.purge', { which: bin, digest });
      expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
      expect(dump(test)).toBe(before);
      await back();
    };
    const put = (id: string) => test.change(asked('delete', id));
    const take = (id: string) => test.change(asked('restore', id));
    await refused(
      () => put(late.id),
      () => take(late.id),
    );
    await refused(
      () => take(alone.id),
      () => test.call('operation.list', {}),
    );
    const again = await test.call('session.previewPurge', { which: bin });
    expect(again.sessions).toBe(3);
    // With its last attempt outside, the log of the session would stand there alone.
    await test.call('attempt.delete', { id: stays[1] ?? '' });
    expect((await test.call('session.previewPurge', { which: bin })).digest).not.toBe(again.digest);
    await test.call('attempt.restore', { id: bare.ids[0] ?? '' });
    expect(await test.fail('session.purge', { which: bin, digest: again.digest })).toMatchObject({
      reason: 'changed_since',
    });
    expect((await test.call('session.previewPurge', { which: bin })).unrecorded.sessions).toBe(0);
  });

  it('takes more than one step, and what is on every page of the bin, and is the same when the request is repeated', async () => {
    for (let n = 0; n < 130; n++) await tell(`log ${n}`);
    const { ids } = await test.tried('bare', 510, { task: WORD });
    await Promise.all(ids.map((id) => test.call('attempt.delete', { id })));
    await test.tried('later', 1);
    await test.thought('turned');
    const { digest: some } = await test.preview(askedOfAll('delete'));
    await test.call('episode.changeMany', { ...askedOfAll('delete'), digest: some });
    const { digest, rows } = await test.call('session.previewPurge', { which: bin });
    expect(rows).toMatchObject({ episode: 130, attempt: 511, turn: 1 });
    const ask = () => test.envelope('session.purge', { which: bin, digest }, person, 'once');
    const first = await ask();
    expect(first).toMatchObject({ ok: true, value: { purged: 133, rows } });
    await test.told('log 1');
    expect(await ask()).toMatchObject({ ok: true, value: { purged: 133, rows: { episode: 130, attempt: 511 } } });
    expect(await listed()).toEqual([0, 0]);
  });

  it('keeps a log that is restored while it works, and does not count its session', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 230; n++) ids.push((await tell(`log ${n}`)).id);
    const { ids: tries } = await test.tried('log 229', 3);
    for (const id of tries) await test.call('attempt.delete', { id });
    await test.change(asked('delete', ...ids));
    const { digest } = await test.call('session.previewPurge', { which: bin });
    const purging = test.call('session.purge', { which: bin, digest });
    while (test.rows("SELECT 1 FROM operation WHERE name = 'session.purge'").length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    await test.call('episode.restore', { id: ids.at(-1) ?? '' });
    expect(await purging).toMatchObject({ purged: 229, rows: { episode: 229, attempt: 0 } });
    for (const id of tries) await test.call('attempt.restore', { id });
    expect((await test.call('episode.list', { limit: 0 })).total).toBe(1);
  });
});
