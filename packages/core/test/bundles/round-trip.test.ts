import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';
import { exportTo, exportWithLaterParent, filled, hashOf, importFrom, standings } from './bundle-harness.ts';
import { type Files, unpacked } from './hostile-archives.ts';
import { histories, mergeTwice, roundTrip, twoHistories } from './random-memories.ts';

const open: TestCore[] = [];
afterEach(async () => {
  for (const test of open.splice(0)) await test.remove();
});

async function memory(make: () => TestCore | Promise<TestCore> = () => new TestCore()): Promise<TestCore> {
  const test = await make();
  open.push(test);
  return test;
}

const parents = (files: Files) =>
  String(files['sessions.jsonl'])
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { parentId: string | null }).parentId);

describe('a bundle', () => {
  it('carries everything to an empty memory, which then exports the same bytes (T41)', async () => {
    verifies('T41', 'P16');
    const [from, to] = [await memory(() => filled()), await memory()];
    const path = await exportTo(from, 'a.twicewise');
    const job = await importFrom(to, path);
    expect(job.error).toBeNull();
    expect(hashOf(await exportTo(to, 'b.twicewise'))).toBe(hashOf(path));
  });

  it('carries more records of a kind than are read or written at once, chosen in any way', async () => {
    const [from, to] = [await memory(), await memory()];
    const file = join(from.folder, 'lessons.jsonl');
    const line = (n: number) => JSON.stringify({ id: `n${n}`, title: `lesson ${n}`, sessionId: 's', projectId: 'p' });
    writeFileSync(file, Array.from({ length: 1000 }, (_, n) => line(n)).join('\n'));
    await from.ended((await from.call('import.lessons', { path: file })).job.id);
    const path = await exportTo(from, 'a.twicewise');
    const linesIn = async (bundle: string) => String((await unpacked(bundle))['reflections.jsonl']);
    const lessons = await linesIn(path);
    for (const selection of [{ projects: ['p'] }, { filters: {} }])
      expect(await linesIn(await exportTo(from, 'b.twicewise', selection))).toBe(lessons);
    const job = await importFrom(to, path);
    expect(job).toMatchObject({ state: 'done', done: 1003, total: 1003, result: { written: 1003, left: 0 } });
    expect((await to.call('reflection.list', { withTotal: true })).total).toBe(1000);
  });

  it('changes nothing when it is imported again', async () => {
    const [from, to] = [await memory(() => filled()), await memory()];
    const path = await exportTo(from, 'a.twicewise');
    await importFrom(to, path);
    const before = dump(to);
    expect(await standings(to, path)).toMatchObject({ new: 0, conflicting: 0, changedThere: 0 });
    expect(await importFrom(to, path)).toMatchObject({ state: 'done', result: { written: 0 } });
    expect(dump(to)).toBe(before);
  });

  it('is taken back by one undo, exactly', async () => {
    const [from, to] = [await memory(() => filled(2)), await memory(() => filled())];
    const before = dump(to);
    const job = await importFrom(to, await exportTo(from, 'a.twicewise'));
    expect(dump(to)).not.toBe(before);
    await to.call('operation.undo', { jobId: job.id });
    expect(dump(to)).toBe(before);
  });

  it('brings sessions whose parents come after them, in steps that are short as well', async () => {
    const [from, to] = [await memory(), await memory()];
    for (let n = 0; n < 300; n++) await from.store({ sessionId: `s${n}` });
    const path = join(to.folder, 'b.twicewise');
    await exportWithLaterParent(from, path);
    expect(await importFrom(to, path)).toMatchObject({ state: 'done', error: null });
    const again = await unpacked(await exportTo(to, 'c.twicewise'));
    expect(parents(again)).toEqual(parents(await unpacked(path)));
    expect(await standings(to, path)).toMatchObject({ new: 0, conflicting: 0, changedThere: 0, changedHere: 0 });
  });

  it('of any history gives the same bytes again: 15 runs of 10,000 (T41)', async () => {
    verifies('T41', 'P16');
    await fc.assert(
      fc.asyncProperty(histories, (history) => roundTrip(history)),
      { numRuns: 15, seed: 41 },
    );
  });

  it('of any history changes a memory of any other history once only (T41)', async () => {
    verifies('T41');
    await fc.assert(
      fc.asyncProperty(twoHistories, (both) => mergeTwice(both)),
      { numRuns: 10, seed: 41 },
    );
  });
});
