import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person } from '../harness.ts';
import { asked, SessionCore } from '../sessions/session-core.ts';
import { memoryOf } from './purging.ts';

let test: SessionCore;
const { besidesBackups, filesWith, expectNoUndo, expectSound } = memoryOf(() => test);
beforeEach(() => {
  test = new SessionCore();
});
afterEach(() => test.remove());

const WORD = 'zyxgoneforever';

/** A session of two attempts and a turn, whose goal is the task of the attempts, with the word in every text. */
async function unrecorded(name: string, word: string) {
  const task = `Mend the ${word}`;
  await test.call('session.start', { projectId: 'shop', sessionId: name, goal: task }, person, `start ${name}`);
  const { session, ids } = await test.tried(name, 2, { task, strategy: `try ${word}` });
  await test.store({ projectId: 'shop', sessionId: name, taskDescription: `lesson of ${name}` });
  const turn = await test.thought(name, `what now, ${word}?`);
  return { session, ids: [...ids, turn.id] };
}

async function purge(...ids: string[]) {
  const { digest } = await test.call('session.previewPurge', { which: { ids } });
  return test.call('session.purge', { which: { ids }, digest });
}

/** Waits for the first step of a purge. */
async function begun(): Promise<void> {
  while (test.rows("SELECT 1 FROM operation WHERE name = 'session.purge'").length === 0)
    await new Promise((resolve) => setImmediate(resolve));
}

describe('a purge of a session without an episode (T36)', () => {
  it('leaves no byte of its attempts and turns in any file but backups, and the session without them', async () => {
    verifies('T36');
    const { session } = await unrecorded('gone', WORD);
    const kept = await unrecorded('kept', 'cart');
    const log = await test.told('told');
    const { backup } = await test.call('backup.create', {});
    await test.change(asked('delete', session));
    const which = { ids: [session, kept.session, log.sessionId] };
    const preview = await test.call('session.previewPurge', { which });
    expect(preview).toMatchObject({
      sessions: 1,
      unrecorded: { sessions: 1, attempts: 2, turns: 1 },
      examples: [{ id: session, task: `Mend the ${WORD}` }],
      refused: 2,
      rows: { attempt: 2, turn: 1, turn_part: 1, session: 1, request_key: 1, told_text: 0 },
      backups: [backup.name],
    });
    const answer = await purge(...which.ids);
    expect(answer).toMatchObject({ purged: 1, rows: preview.rows, isErased: true, backups: [backup.name] });
    expect([besidesBackups(WORD), filesWith(WORD).length]).toEqual([[], 1]);
    expect([await test.names('exclude'), await test.names('only')]).toEqual([['kept'], []]);
    const { session: left } = await test.call('session.get', { id: session });
    expect(left).toMatchObject({ nativeId: 'gone', goal: null, reflections: 1 });
    const { items } = await test.call('operation.list', { name: 'session.purge' });
    expect(items.map(({ summary }) => summary)).toEqual(['Purged 2 attempts and 1 turn']);
    await expectNoUndo(items.map(({ id }) => id));
    expectSound();
  });

  it('takes what was deleted one by one, however many there are, and is the same when the request is repeated', async () => {
    const { session, ids } = await test.tried('large', 230, { task: WORD });
    await Promise.all(ids.map((id) => test.call('attempt.delete', { id })));
    const { digest } = await test.call('session.previewPurge', { which: { ids: [session] } });
    const ask = () => test.envelope('session.purge', { which: { ids: [session] }, digest }, person, 'once');
    const first = await ask();
    expect(first).toMatchObject({ ok: true, value: { purged: 1, rows: { attempt: 230 } } });
    expect(await ask()).toMatchObject({ ok: true, value: { purged: 1, rows: { attempt: 230 } } });
    expect(besidesBackups(WORD)).toEqual([]);
  });

  it('takes several at once, whose attempts and turns were recorded by turns', async () => {
    for (const name of ['one', 'two', 'one', 'two']) {
      await test.tried(name, 1, { task: WORD });
      await test.thought(name, WORD);
    }
    const sessions = test.rows<{ id: string }>('SELECT id FROM session ORDER BY seq').map(({ id }) => id);
    await test.change(asked('delete', ...sessions));
    expect(await purge(...sessions)).toMatchObject({ purged: 2, rows: { attempt: 4, turn: 4 } });
    expect([besidesBackups(WORD), await test.names('only')]).toEqual([[], []]);
  });

  it('says before what it removes, where operations, goals and texts are of more records than one step takes', async () => {
    for (const [name, count] of [
      ['one', 130],
      ['two', 110],
    ] as const) {
      await unrecorded(name, name);
      await test.tried(name, count, { task: `Mend the ${name}` });
    }
    // The same texts are in turns of both, and the deletion of all of these is undone and redone as one operation.
    for (let n = 0; n < 220; n++) await test.thought(n % 2 === 0 ? 'one' : 'two', 'said over and over');
    const sessions = test.rows<{ id: string }>('SELECT id FROM session ORDER BY seq').map(({ id }) => id);
    const { operationId } = await test.change(asked('delete', ...sessions));
    await test.call('operation.undo', { operationId: operationId ?? '' });
    await test.call('operation.redo', { operationId: operationId ?? '' });
    const { rows } = await test.call('session.previewPurge', { which: { ids: sessions } });
    expect(rows).toMatchObject({ attempt: 244, turn: 222, session: 2, turn_chunk: 3 });
    expect((await purge(...sessions)).rows).toEqual(rows);
  });

  it('takes the goal of a session that only repeats a task, be either cut, not one that somebody stated', async () => {
    const said: [name: string, goal: string, task: string][] = [
      ['same', 'Mend the cart', 'Mend the cart'],
      ['beginning', 'Mend the', 'Mend the cart'],
      ['cut goal', 'Mend the…', 'Mend the cart'],
      ['cut task', 'Mend the cart', 'Mend the…'],
      ['goes on', 'Mend the cart, then tell Ada of it', 'Mend the cart'],
      ['says nothing', 'Mend the cart', '…'],
      ['of nothing', '…', 'Mend the cart'],
    ];
    const sessions: string[] = [];
    for (const [name, goal, task] of said) {
      await test.call('session.start', { projectId: 'shop', sessionId: name, goal });
      sessions.push((await test.tried(name, 1, { task })).session);
    }
    await test.change(asked('delete', ...sessions));
    expect(await purge(...sessions)).toMatchObject({ purged: said.length, rows: { session: 4 } });
    const goals = test.rows<{ goal: string | null }>('SELECT goal FROM session ORDER BY seq').map(({ goal }) => goal);
    expect(goals).toEqual([null, null, null, null, 'Mend the cart, then tell Ada of it', 'Mend the cart', '…']);
  });

  it('is refused when anything came or was restored since the preview, and by others than a person', async () => {
    const { session, ids } = await unrecorded('gone', WORD);
    await test.change(asked('delete', session));
    const { digest } = await test.call('session.previewPurge', { which: { ids: [session] } });
    const ask = { which: { ids: [session] }, digest };
    const agent = agentIn('/work/shop');
    expect(await test.call('session.previewPurge', { which: ask.which }, agent)).toMatchObject({ digest });
    expect(await test.fail('session.purge', ask, agent)).toMatchObject({ code: 'refused' });
    await test.call('attempt.restore', { id: ids[0] ?? '' });
    const before = dump(test);
    expect(await test.fail('session.purge', ask)).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect(await test.call('session.previewPurge', { which: ask.which })).toMatchObject({ sessions: 0, refused: 1 });
    expect(dump(test)).toBe(before);
    await test.call('attempt.delete', { id: ids[0] ?? '' });
    const { attempt: late } = await test.call('attempt.record', {
      projectId: 'shop',
      sessionId: 'gone',
      task: 'late',
      outcome: 'failure',
    });
    await test.call('attempt.delete', { id: late.id });
    expect(await test.fail('session.purge', ask)).toMatchObject({ code: 'conflict', reason: 'changed_since' });
  });

  it('keeps what is added while it works with the goal, and does not count its session', async () => {
    const task = 'Mend the cart';
    await test.call('session.start', { projectId: 'shop', sessionId: 'large', goal: task });
    const { session } = await test.tried('large', 150, { task });
    await test.tried('large', 100, { task: 'Mend it later' });
    await test.change(asked('delete', session));
    const purging = purge(session);
    await begun();
    await test.tried('large', 1, { task: 'Mend it at last' });
    expect(await purging).toMatchObject({ purged: 0, rows: { attempt: 250, session: 0 } });
    expect((await test.call('session.get', { id: session })).session.goal).toBe(task);
  });

  it('takes the goal with the last step, whichever attempt it repeats', async () => {
    const task = 'Mend the cart';
    await test.call('session.start', { projectId: 'shop', sessionId: 'large', goal: task });
    const { session } = await test.tried('large', 1, { task });
    await test.tried('large', 150, { task: 'Mend it later' });
    await test.thought('large');
    await test.change(asked('delete', session));
    expect(await purge(session)).toMatchObject({ purged: 1, rows: { attempt: 151, session: 1 } });
    expect((await test.call('session.get', { id: session })).session.goal).toBeNull();
  });

  it('keeps what is restored while it works, and does not count its session', async () => {
    const { session, ids } = await test.tried('large', 250);
    await test.change(asked('delete', session));
    const purging = purge(session);
    await begun();
    await test.call('attempt.restore', { id: ids.at(-1) ?? '' });
    expect(await purging).toMatchObject({ purged: 0, rows: { attempt: 249 } });
    expect(await test.names('exclude')).toEqual(['large']);
  });

  it('refuses an unclear selection, and ids of other records', async () => {
    const ids = ['atmp_00000000000000000000000000'];
    for (const which of [{}, { ids: [] }, { bin: false }, { bin: true, ids: ['sess_1'] }, { ids }]) {
      expect(await test.fail('session.previewPurge', { which })).toMatchObject({ code: 'invalid_input' });
    }
  });
});
