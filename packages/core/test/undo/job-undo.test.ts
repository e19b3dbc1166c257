import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationRecorder } from '../../src/runtime/operation-recorder.ts';
import { dump, person, TestCore } from '../harness.ts';
import { writeLogs } from './job-histories.ts';

/** Each log is a step of its import. */
const LOGS = 8;

let test: TestCore;
let job: string;
let empty: string;
let full: string;
beforeEach(async () => {
  test = new TestCore();
  const path = writeLogs(test, 'logs', LOGS);
  empty = dump(test);
  job = (await test.call('import.episodes', { path, projectId: 'p' })).job.id;
  await test.ended(job);
  full = dump(test);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.remove();
});

const operations = () => test.rows<{ n: number }>('SELECT COUNT(*) AS n FROM operation')[0]?.n ?? 0;
const ask = (verb: 'undo' | 'redo', key?: string) => test.envelope(`operation.${verb}`, { jobId: job }, person, key);

describe('undoing a job with an idempotency key', () => {
  it('answers a repeated request as the first one, and does nothing again', async () => {
    const first = await ask('undo', 'key');
    expect(first).toMatchObject({ ok: true, value: { operation: { kind: 'undo' } } });
    expect(dump(test)).toBe(empty);
    const count = operations();
    expect(await ask('undo', 'key')).toEqual(first);
    await test.restart();
    expect(await ask('undo', 'key')).toEqual(first);
    expect(operations()).toBe(count);
    expect(await ask('undo', 'another')).toMatchObject({ ok: false, error: { reason: 'nothing_to_do' } });
    expect(await ask('undo')).toMatchObject({ ok: false, error: { reason: 'nothing_to_do' } });
  });

  it('does not undo again what was redone since', async () => {
    const undone = await ask('undo', 'undo');
    const redone = await ask('redo', 'redo');
    expect(dump(test)).toBe(full);
    const count = operations();
    expect(await ask('undo', 'undo')).toMatchObject({
      ok: true,
      value: { operation: { id: undone.ok && (undone.value as { operation: { id: string } }).operation.id } },
    });
    expect(await ask('redo', 'redo')).toEqual(redone);
    expect([dump(test), operations()]).toEqual([full, count]);
    expect((await ask('undo', 'a new one')).ok).toBe(true);
    expect(dump(test)).toBe(empty);
  });

  it('lets the same request twice at once have one effect and one answer', async () => {
    const parts = operations();
    const answers = await Promise.all([ask('undo', 'key'), ask('undo', 'key')]);
    expect(answers[0]?.ok).toBe(true);
    expect(answers[1]).toEqual(answers[0]);
    expect(dump(test)).toBe(empty);
    expect(operations()).toBe(2 * parts);
  });

  it('goes on where the first request was broken off', async () => {
    const parts = operations();
    expect(parts).toBe(LOGS);
    const broken = ask('undo', 'key');
    while (operations() < parts + 2) await new Promise((resolve) => setImmediate(resolve));
    await test.core.close();
    expect(await broken).toMatchObject({
      ok: false,
      error: {
        code: 'unavailable',
        message: 'The memory is being closed. A part was undone before.',
        hint: 'Try again in a moment. Then undo the job again, which goes on with the rest (operation.undo with the same jobId).',
      },
    });
    await test.restart();
    expect(operations()).toBeLessThan(2 * parts);
    expect((await ask('undo', 'key')).ok).toBe(true);
    expect([dump(test), operations()]).toEqual([empty, 2 * parts]);
  });

  it('refuses the key for another request', async () => {
    await ask('undo', 'key');
    expect(await ask('redo', 'key')).toMatchObject({ ok: false, error: { reason: 'key_reused' } });
    expect(dump(test)).toBe(empty);
  });

  it('stores nothing of a request that fails, so that the same key may try again', async () => {
    const edits = await edit(await episodes());
    const before = dump(test);
    expect(await ask('undo', 'key')).toMatchObject({ ok: false, error: { reason: 'changed_since' } });
    expect(dump(test)).toBe(before);
    for (const operationId of edits) await test.call('operation.undo', { operationId });
    expect((await ask('undo', 'key')).ok).toBe(true);
    expect(dump(test)).toBe(empty);
  });

  it('stores nothing where there is nothing to undo, so that the same key may undo what is done again', async () => {
    await ask('undo');
    expect(await ask('undo', 'key')).toMatchObject({ ok: false, error: { reason: 'nothing_to_do' } });
    await ask('redo');
    expect((await ask('undo', 'key')).ok).toBe(true);
    expect(dump(test)).toBe(empty);
  });

  it('answers a repeated request as the first one also when a step could do nothing, whatever happened since', async () => {
    const edits = await edit((await episodes()).slice(0, 1));
    const first = await ask('undo', 'key');
    expect(first).toMatchObject({ ok: true, value: { keptFor: { changed_since: edits.length } } });
    for (const operationId of edits) await test.call('operation.undo', { operationId });
    const count = operations();
    expect(await ask('undo', 'key')).toEqual(first);
    expect(operations()).toBe(count);
    expect((await ask('undo')).ok).toBe(true);
    expect(dump(test)).toBe(empty);
  });
});

const episodes = async () => (await test.call('episode.list', {})).items.map(({ id }) => id);

/** Changes these episodes of the import; returns the operations that did this. */
async function edit(ids: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  for (const id of ids) {
    const { operationId } = await test.call('episode.update', { id, changes: { task: 'mine' } });
    done.push(operationId ?? '');
  }
  return done;
}

describe('undoing a job of which a step fails', () => {
  /** Lets the recorder fail at one of its calls of this name. */
  function failAt(name: 'remove' | 'create', call: number): void {
    const real = OperationRecorder.prototype[name] as (...all: unknown[]) => unknown;
    let calls = 0;
    vi.spyOn(OperationRecorder.prototype, name).mockImplementation(function (
      this: OperationRecorder,
      ...all: unknown[]
    ) {
      if (++calls === call) throw new Error('broken');
      return real.apply(this, all) as never;
    });
  }

  it('says how much was done before, and goes on when it is asked again', async () => {
    failAt('remove', 4);
    const { ok, ...rest } = await ask('undo');
    expect([ok, rest]).toMatchObject([false, { error: { code: 'internal' } }]);
    expect(rest).toMatchObject({ error: { message: expect.stringMatching(/\. 3 records were undone before\.$/) } });
    vi.restoreAllMocks();
    failAt('create', 2);
    // That is in its first step, of which nothing stays.
    expect(await ask('redo')).toMatchObject({ ok: false, error: { message: expect.not.stringContaining('before') } });
    vi.restoreAllMocks();
    expect((await ask('undo')).ok).toBe(true);
    expect(dump(test)).toBe(empty);
  });

  it('counts a single record as one, and what is done again as that', async () => {
    for (const text of ['a', 'b']) await test.store({ text, projectId: 'p' });
    const filter = { authorKind: 'person' as const };
    const { digest } = await test.call('operation.previewUndoMany', { filter });
    const { job: group } = await test.call('operation.undoMany', { filter, digest });
    await test.ended(group.id);
    failAt('create', 2);
    const { message } = await test.fail('operation.redo', { jobId: group.id });
    expect(message).toMatch(/\. 1 record was redone before\.$/);
  });
});
