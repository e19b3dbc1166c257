import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, person, TestCore } from '../harness.ts';

let test: TestCore;
let job: string;
let empty: string;
let full: string;
beforeEach(async () => {
  test = new TestCore();
  const path = join(test.folder, 'lessons.jsonl');
  const line = (n: number) => JSON.stringify({ id: n, title: `t${n}`, outcome: 'success' });
  writeFileSync(path, Array.from({ length: 1500 }, (_, n) => line(n)).join('\n'));
  empty = dump(test);
  job = (await test.call('import.lessons', { path, projectId: 'p' })).job.id;
  await test.ended(job);
  full = dump(test);
});
afterEach(() => test.remove());

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
    expect(parts).toBeGreaterThan(2);
    const broken = ask('undo', 'key');
    while (operations() < parts + 2) await new Promise((resolve) => setImmediate(resolve));
    await test.core.close();
    expect(await broken).toMatchObject({ ok: false, error: { code: 'unavailable' } });
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
    const edited = await editAll();
    const before = dump(test);
    expect(await ask('undo', 'key')).toMatchObject({ ok: false, error: { reason: 'changed_since' } });
    expect(dump(test)).toBe(before);
    await test.call('operation.undo', { jobId: edited });
    expect((await ask('undo', 'key')).ok).toBe(true);
    expect(dump(test)).toBe(empty);
  });

  it('answers a repeated request as the first one also when a step could do nothing, whatever happened since', async () => {
    const { items } = await test.call('operation.list', { limit: 100 });
    const steps = items.filter(({ jobId }) => jobId === job);
    const last = steps[0];
    expect(steps.length).toBeGreaterThan(1);
    const all = test.rows<{ entity_id: string }>(
      "SELECT entity_id FROM operation_change WHERE operation_seq = ? AND entity = 'reflection'",
      [last?.seq ?? 0],
    );
    const edits: string[] = [];
    for (const { entity_id: id } of all) {
      edits.push((await test.call('reflection.update', { id, changes: { text: 'mine' } })).operationId ?? '');
    }
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

/** Changes every lesson of the import; returns the job that did this. */
async function editAll(): Promise<string> {
  const asked = { selection: { filters: {} }, change: { kind: 'tags' as const, add: ['mine'], remove: [] } };
  const { digest } = await test.call('reflection.previewMany', asked);
  const { job: changing } = await test.call('reflection.changeMany', { ...asked, digest });
  return (await test.ended(changing?.id ?? '')).id;
}
