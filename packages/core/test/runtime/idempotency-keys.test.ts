import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const lesson = (taskDescription: string) => ({ taskDescription, outcome: 'success', projectId: 'demo' });

describe('idempotency keys', () => {
  it('give one row to a thousand requests that are each sent again (T6)', async () => {
    verifies('T6');
    const tokens = Array.from({ length: 1000 }, (_, n) => `token ${n}`);
    const send = (token: string) => test.envelope('reflection.store', lesson(token), person, `key of ${token}`);
    const first = await Promise.all(tokens.map(send));
    const again = await Promise.all(tokens.map(send));
    expect(again).toEqual(first);
    expect(test.tasks().sort()).toEqual([...tokens].sort());
  });

  it('give one row when the same request comes twice in one batch', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.envelope('reflection.store', lesson('once'), person, 'k')),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(test.tasks()).toEqual(['once']);
  });

  it('store twice without a key: the test above can fail', async () => {
    await Promise.all([1, 2].map(() => test.envelope('reflection.store', lesson('twice'))));
    expect(test.tasks()).toEqual(['twice', 'twice']);
  });

  it('still answer after a restart', async () => {
    const first = await test.envelope('reflection.store', lesson('once'), person, 'k');
    await test.restart();
    expect(await test.envelope('reflection.store', lesson('once'), person, 'k')).toEqual(first);
    expect(test.tasks()).toEqual(['once']);
  });

  it('refuse another request under a used key, and change nothing', async () => {
    await test.envelope('reflection.store', lesson('one'), person, 'k');
    const failure = await test.fail('reflection.store', lesson('two'), person, 'k');
    expect(failure).toMatchObject({ code: 'conflict', reason: 'key_reused' });
    expect(test.tasks()).toEqual(['one']);
  });

  it('are not used up by a request that failed', async () => {
    await test.fail('reflection.pin', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, person, 'k');
    expect((await test.envelope('reflection.store', lesson('one'), person, 'k')).ok).toBe(true);
  });

  it('hold for an undo and for the start of a job as well', async () => {
    const { operationId } = await test.call('reflection.store', { ...lesson('one'), outcome: 'success' });
    const undo = () => test.envelope('operation.undo', { operationId }, person, 'undo key');
    const first = await undo();
    expect(first.ok).toBe(true);
    expect(await undo()).toEqual(first);
    const load = () => test.envelope('import.sample', {}, person, 'job key');
    expect(await load()).toEqual(await load());
    expect((await test.call('job.list', {})).items).toHaveLength(1);
  });

  it('are forgotten after a day', async () => {
    await test.envelope('reflection.store', lesson('one'), person, 'old');
    test.now += 23 * 3_600_000;
    await test.store();
    expect(test.rows('SELECT key FROM request_key')).toHaveLength(1);
    test.now += 2 * 3_600_000;
    await test.store();
    expect(test.rows('SELECT key FROM request_key')).toEqual([]);
  });
});
