import type { InputOf, OutputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const DAY = 86_400_000;
const stub = {
  taskDescription: 'Get the end-to-end tests of the checkout green in CI',
  outcome: 'failure' as const,
  whatDidNotWork: ['Waiting a fixed five seconds for the stub'],
  nextStrategy: 'Wait for a health endpoint, never for time.',
};
const again = { ...stub, whatDidNotWork: ['Waiting a fixed five seconds for the stub to come up'] };

type Where = InputOf<'reflection.suspects'>;

/** Asks until all lessons are compared. */
async function settled<N extends 'reflection.suspects' | 'reflection.contradictions'>(
  name: N,
  where: Where = {},
): Promise<OutputOf<N>> {
  for (;;) {
    const found = await test.call(name, where as InputOf<N>);
    if (found.comparing.isDone) return found;
  }
}

const suspects = (where?: Where) => settled('reflection.suspects', where);
const contradictions = (where?: Where) => settled('reflection.contradictions', where);

/** Stores some other lessons, so that there are rare and common words. */
async function furnish(): Promise<void> {
  for (const task of [
    'Parse CSV exports',
    'Migrate the orders table',
    'Rename the payment queue',
    'Shrink the image',
  ]) {
    await test.store({ taskDescription: task, nextStrategy: `Next for: ${task}` });
  }
}

describe('suspected duplicates', () => {
  it('are pairs of one project, the surest first, with reasons', async () => {
    verifies('C-08');
    await furnish();
    const one = await test.store(stub);
    const other = await test.store(again);
    await test.store({ ...stub, projectId: 'elsewhere' });
    const exact = [
      await test.store({ taskDescription: 'Rotate keys' }),
      await test.store({ taskDescription: 'Rotate keys' }),
    ];
    const { items, total } = await suspects();
    expect(total).toBe(2);
    expect(items.map((item) => [item.one.id, item.other.id])).toEqual([exact.map(({ id }) => id), [one.id, other.id]]);
    expect(items[1]).toMatchObject({
      likelihood: 'likely',
      sameTask: true,
      statements: [{ field: 'nextStrategy', text: stub.nextStrategy }],
      onlyOne: [],
      onlyOther: ['come'],
    });
    expect((await suspects({ projectId: 'elsewhere' })).total).toBe(0);
    const first = await suspects({ limit: 1 });
    const rest = await suspects({ limit: 1, cursor: first.nextCursor ?? '' });
    expect([first.items[0], rest.items[0]]).toEqual(items);
    expect(rest.nextCursor).toBeNull();
  });

  it('follow every change: an edit, a merge, the bin, a purge, and what undo brings back', async () => {
    verifies('C-08');
    await furnish();
    const [one, other] = [await test.store(stub), await test.store(again)];
    expect((await suspects()).total).toBe(1);
    const gone = async (operationId: string | null) => {
      expect((await suspects()).total).toBe(0);
      await test.call('operation.undo', { operationId: operationId ?? '' });
      expect((await suspects()).total).toBe(1);
    };
    await gone(
      (await test.call('reflection.update', { id: one.id, changes: { taskDescription: 'Quite another' } })).operationId,
    );
    await gone((await test.call('reflection.merge', { id: one.id, into: other.id })).operationId);
    await gone((await test.call('reflection.setState', { id: other.id, state: 'rejected' })).operationId);
    await gone((await test.call('reflection.delete', { id: other.id })).operationId);
    await test.call('reflection.delete', { id: other.id });
    const which = { ids: [other.id] };
    const { digest } = await test.call('reflection.previewPurge', { which });
    await test.call('reflection.purge', { which, digest });
    expect(await suspects()).toMatchObject({ items: [], total: 0 });
    await test.store(again);
    expect((await suspects()).total).toBe(1);
  });

  it('are found again after a restart, and those that were dismissed are not', async () => {
    verifies('C-08');
    await furnish();
    const [one, other] = [await test.store(stub), await test.store(again)];
    const exact = [
      await test.store({ taskDescription: 'Rotate keys' }),
      await test.store({ taskDescription: 'Rotate keys' }),
    ];
    await test.call('reflection.dismissSuspect', { ids: exact.map(({ id }) => id) });
    await test.restart();
    const { items } = await suspects();
    expect(items.map((item) => [item.one.id, item.other.id])).toEqual([[one.id, other.id]]);
  });

  it('are dismissed for good, whichever is named first, and one undo shows them again', async () => {
    verifies('C-08');
    await furnish();
    const [one, other] = [await test.store(stub), await test.store(again)];
    const third = await test.store(again);
    expect((await suspects()).total).toBe(3);
    const before = dump(test);
    const { operationId } = await test.call('reflection.dismissSuspect', { ids: [other.id, one.id] });
    expect((await suspects()).items.map((item) => [item.one.id, item.other.id])).not.toContainEqual([one.id, other.id]);
    expect((await suspects()).total).toBe(2);
    expect(await test.call('reflection.dismissSuspect', { ids: [one.id, other.id] })).toEqual({ operationId: null });
    // An edit does not make the pair appear again.
    await test.call('reflection.pin', { id: one.id });
    expect((await suspects()).total).toBe(2);
    await test.call('reflection.pin', { id: one.id, pinned: false });
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await suspects()).total).toBe(3);
    await test.call('operation.redo', { operationId: operationId ?? '' });
    expect((await suspects()).total).toBe(2);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await test.call('settings.get', {})).settings).not.toHaveProperty(third.id);
    expect(JSON.parse(dump(test)).find(([name]: [string]) => name === 'setting')).toEqual(
      JSON.parse(before).find(([name]: [string]) => name === 'setting'),
    );
  });

  it('refuse bad input and change nothing', async () => {
    const one = await test.store(stub);
    const elsewhere = await test.store({ ...stub, projectId: 'elsewhere' });
    const before = dump(test);
    for (const ids of [[one.id], [one.id, one.id], [one.id, elsewhere.id], [one.id, 'refl_x'], []]) {
      expect(await test.fail('reflection.dismissSuspect', { ids })).toMatchObject({ code: 'invalid_input' });
    }
    const missing = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await test.fail('reflection.dismissSuspect', { ids: [one.id, missing] })).toMatchObject({
      code: 'not_found',
    });
    expect(await test.fail('reflection.keep', { id: missing })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('reflection.suspects', { cursor: 'x' })).toMatchObject({ code: 'invalid_input' });
    expect(await test.fail('reflection.suspects', { projectId: 'nowhere' })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('reflection.neglected', { cursor: 'x' })).toMatchObject({ code: 'invalid_input' });
    expect(dump(test)).toBe(before);
  });
});

describe('contradictions', () => {
  it('are shown with what each lesson says, until a person leaves them as they are', async () => {
    verifies('E-02');
    await furnish();
    const failed = await test.store({ ...stub, whatDidNotWork: ['Raising the timeout to 60 s'] });
    const worked = await test.store({
      ...stub,
      outcome: 'success',
      whatDidNotWork: [],
      whatWorked: ['raise the timeout to 60 s'],
    });
    const found = await contradictions({ projectId: 'demo' });
    expect(found.total).toBe(1);
    expect(found.items[0]).toMatchObject({
      one: { id: failed.id },
      other: { id: worked.id },
      statements: [
        {
          worked: { reflectionId: worked.id, text: 'raise the timeout to 60 s' },
          didNotWork: { reflectionId: failed.id, text: 'Raising the timeout to 60 s' },
        },
      ],
    });
    // They ended differently, so they are not duplicates.
    expect((await suspects()).total).toBe(0);
    const ids = [failed.id, worked.id];
    const { operationId } = await test.call('reflection.dismissContradiction', { ids });
    expect((await contradictions()).total).toBe(0);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await contradictions()).total).toBe(1);
    await test.call('reflection.setState', { id: failed.id, state: 'archived' });
    expect((await contradictions()).total).toBe(0);
  });
});

describe('neglected lessons', () => {
  const agent = agentIn('/work/demo', { project: { reference: 'demo' } });

  it('are those that no agent was shown for long, with the reason, until they are kept or changed', async () => {
    verifies('E-02');
    const unread = await test.store({ taskDescription: 'Never shown' });
    const pinned = await test.store({ taskDescription: 'Pinned' });
    const draft = await test.store({ taskDescription: 'Draft', state: 'draft' });
    const shown = await test.store({ taskDescription: 'Shown long ago' });
    await test.call('reflection.pin', { id: pinned.id });
    await test.call('reflection.get', { id: shown.id }, agent);
    await test.call('reflection.get', { id: draft.id }, agent);
    // A lesson shown by id is recorded a little later; the clock must not advance before that.
    await expect.poll(async () => (await test.call('exposure.list', { reflectionId: draft.id })).items.length).toBe(1);
    test.now += 31 * DAY;
    await test.store({ taskDescription: 'New' });
    const found = await test.call('reflection.neglected', {});
    expect(found).toMatchObject({ neverShown: 1, stale: 0, nextCursor: null });
    expect(found.items).toEqual([
      {
        reflection: unread,
        reason: 'never_shown',
        shown: 0,
        lastShownAt: null,
        lastChangedAt: unread.updatedAt,
      },
    ]);
    test.now += 60 * DAY;
    const later = await test.call('reflection.neglected', { limit: 2 });
    expect(later).toMatchObject({ neverShown: 2, stale: 1 });
    expect(later.items.map(({ reflection, reason, shown: times }) => [reflection.id, reason, times])).toEqual([
      [unread.id, 'never_shown', 0],
      [shown.id, 'stale', 1],
    ]);
    const rest = await test.call('reflection.neglected', { limit: 2, cursor: later.nextCursor ?? '' });
    expect(rest.items.map(({ reflection }) => reflection.taskDescription)).toEqual(['New']);
    const { operationId } = await test.call('reflection.keep', { id: unread.id });
    expect((await test.call('reflection.neglected', {})).neverShown).toBe(1);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect((await test.call('reflection.neglected', {})).neverShown).toBe(2);
    await test.call('reflection.get', { id: unread.id }, agent);
    await expect.poll(async () => (await test.call('exposure.list', { reflectionId: unread.id })).items.length).toBe(1);
    await test.call('reflection.update', { id: shown.id, changes: { text: 'Looked at again.' } });
    expect(await test.call('reflection.neglected', {})).toMatchObject({ neverShown: 1, stale: 0 });
    expect((await test.call('reflection.neglected', { projectId: 'demo', limit: 0 })).items).toEqual([]);
  });

  it('are asked about when the settings say so', async () => {
    await test.store();
    test.now += 8 * DAY;
    expect((await test.call('reflection.neglected', {})).neverShown).toBe(0);
    await test.call('settings.set', { changes: { 'review.unreadDays': 7 } });
    expect((await test.call('reflection.neglected', {})).neverShown).toBe(1);
  });
});
