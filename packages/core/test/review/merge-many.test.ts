import type { InputOf, OutputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const stub = {
  taskDescription: 'Get the end-to-end tests of the checkout green in CI',
  outcome: 'failure' as const,
  whatDidNotWork: ['Waiting a fixed five seconds for the stub'],
  nextStrategy: 'Wait for a health endpoint, never for time.',
};
const keys = {
  taskDescription: 'Rotate the keys of the gateway',
  outcome: 'success' as const,
  whatWorked: ['By region'],
};

/** Asks until all lessons are compared. */
async function duplicates(where: InputOf<'reflection.duplicates'> = {}): Promise<OutputOf<'reflection.duplicates'>> {
  for (;;) {
    const found = await test.call('reflection.duplicates', where);
    if (found.comparing.isDone) return found;
  }
}

/** Stores some other lessons, so that there are rare and common words. */
async function furnish(): Promise<void> {
  for (const task of ['Parse CSV exports', 'Migrate the orders table', 'Rename the payment queue', 'Shrink the image'])
    await test.store({ taskDescription: task, nextStrategy: `Next for: ${task}` });
}

const read = async (id: string) => (await test.call('reflection.get', { id })).reflection;

describe('duplicates as groups', () => {
  it('are counted, exact ones apart, and page like a list', async () => {
    verifies('C-08');
    await furnish();
    const copies = [await test.store(stub), await test.store({ ...stub, tags: ['ci'] }), await test.store(stub)];
    const pair = [await test.store(keys), await test.store({ ...keys, whatWorked: ['By region', 'At night'] })];
    const found = await duplicates();
    expect(found).toMatchObject({ total: 2, pairs: 4, exact: { groups: 1, lessons: 2 } });
    const [exact, alike] = found.items;
    expect(exact).toMatchObject({ size: 3, isExact: true, likelihood: 'likely', why: null });
    expect(exact?.lessons.map(({ id }) => id)).toEqual(copies.map(({ id }) => id));
    expect(alike).toMatchObject({ size: 2, isExact: false, id: pair.map(({ id }) => id).join('~') });
    expect(alike?.why).toMatchObject({ sameTask: true, onlyOther: expect.arrayContaining(['night']) });
    const first = await test.call('reflection.duplicates', { limit: 1 });
    const second = await test.call('reflection.duplicates', { limit: 1, cursor: first.nextCursor ?? '' });
    expect([first.items[0]?.id, second.items[0]?.id, second.nextCursor]).toEqual([exact?.id, alike?.id, null]);
    expect((await duplicates({ projectId: copies[0]?.projectId ?? '' })).total).toBe(2);
  });

  it('are all told apart by one decision, which one undo takes back', async () => {
    verifies('C-08');
    await furnish();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await test.store(stub)).id);
    expect((await duplicates()).total).toBe(1);
    const { operationId } = await test.call('reflection.dismissSuspect', { ids });
    expect((await duplicates()).total).toBe(0);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await duplicates()).items[0]?.size).toBe(3);
  });
});

describe('a merge of many', () => {
  it('merges all exact copies at once: one in use stays, with the tags of all, and one undo parts them', async () => {
    verifies('C-09');
    await furnish();
    const draft = await test.store({ ...stub, state: 'draft', tags: ['ci'] });
    const used = await test.store({ ...stub, tags: ['shop'] });
    const last = await test.store(stub);
    const other = [await test.store(keys), await test.store(keys)];
    const alike = await test.store({ ...keys, whatWorked: ['By region', 'At night'] });
    await duplicates();
    const before = dump(test);
    const which = { exact: true as const };
    const preview = await test.call('reflection.previewMergeMany', { which });
    expect(preview).toMatchObject({ stay: 2, superseded: 3, refused: [] });
    expect(new Set(preview.examples.map(({ id }) => id))).toEqual(new Set([used.id, other[0]?.id]));
    const { operationId, superseded } = await test.call('reflection.mergeMany', { which, digest: preview.digest });
    expect(superseded).toBe(3);
    expect(await read(used.id)).toMatchObject({
      state: 'accepted',
      tags: ['shop', 'ci'],
      nextStrategy: stub.nextStrategy,
    });
    for (const { id } of [draft, last]) {
      expect(await read(id)).toMatchObject({ state: 'superseded', extra: { mergedInto: used.id } });
    }
    expect((await read(alike.id)).state).toBe('accepted');
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await duplicates()).exact).toEqual({ groups: 2, lessons: 3 });
    expect(dump(test)).toEqual(before);
  });

  it('merges groups into the lesson named, and refuses only those that cannot be', async () => {
    verifies('C-09');
    await furnish();
    const pair = [await test.store(keys), await test.store({ ...keys, whatWorked: ['At night'] })];
    const [one = '', two = ''] = pair.map(({ id }) => id);
    const far = await test.store({ ...keys, projectId: 'elsewhere' });
    const which = {
      groups: [
        { ids: [one, two], into: one },
        { ids: [far.id, two], into: far.id },
      ],
    };
    const preview = await test.call('reflection.previewMergeMany', { which });
    expect(preview).toMatchObject({ stay: 1, superseded: 1, refused: [{ count: 1 }] });
    expect(preview.refused[0]?.message).toContain('two projects');
    await test.call('reflection.mergeMany', { which, digest: preview.digest });
    expect((await read(one)).whatWorked).toEqual(['By region', 'At night']);
    expect((await read(two)).state).toBe('superseded');
    expect((await read(far.id)).state).toBe('accepted');
  });

  it('refuses a group with a lesson of another one, which would lose what the first merge gave it', async () => {
    verifies('C-09');
    await furnish();
    const trio: string[] = [];
    for (const worked of ['By region', 'At night', 'By hand'])
      trio.push((await test.store({ ...keys, whatWorked: [worked] })).id);
    const [one = '', two = '', three = ''] = trio;
    for (const second of [
      { ids: [one, three], into: one },
      { ids: [two, three], into: two },
      { ids: [three, two], into: three },
    ]) {
      const which = { groups: [{ ids: [one, two], into: one }, second] };
      const preview = await test.call('reflection.previewMergeMany', { which });
      expect(preview).toMatchObject({ stay: 1, superseded: 1, refused: [{ count: 1 }] });
      expect(preview.refused[0]?.message).toContain('another group');
      const { operationId } = await test.call('reflection.mergeMany', { which, digest: preview.digest });
      expect((await read(one)).whatWorked).toEqual(['By region', 'At night']);
      expect([(await read(two)).state, (await read(three)).state]).toEqual(['superseded', 'accepted']);
      await test.call('operation.undo', { operationId: operationId ?? '' });
    }
  });

  it('refuses what is no longer what the preview showed', async () => {
    await furnish();
    await test.store(stub);
    const { id } = await test.store(stub);
    await duplicates();
    const which = { exact: true as const };
    const { digest } = await test.call('reflection.previewMergeMany', { which });
    await test.call('reflection.pin', { id });
    const failure = await test.fail('reflection.mergeMany', { which, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect((await read(id)).state).toBe('accepted');
  });
});
