import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asked, SessionCore } from './session-core.ts';

let test: SessionCore;
beforeEach(() => {
  test = new SessionCore();
});
afterEach(() => test.remove());

type Asked = Pick<InputOf<'episode.list'>, 'order' | 'deleted' | 'text'>;
const BINNED = { order: 'deleted', deleted: 'only' } as const;

/** Records the log of a session of a day in January. */
async function told(day: number): Promise<string> {
  const occurredAt = `2026-01-0${day}T00:00:00Z`;
  const input = { projectId: 'shop', sessionId: `told ${day}`, task: `Log of ${day}`, occurredAt };
  return (await test.call('episode.store', input)).episode.id;
}

/** Records an unrecorded session that began on a day in January. */
const tried = async (day: number) =>
  (await test.tried(`tried ${day}`, 1, { startedAt: `2026-01-0${day}T00:00:00Z` })).session;

/** Deletes sessions at once, a minute after what was done before. */
async function remove(...ids: string[]): Promise<string> {
  test.now += 60_000;
  await test.change(asked('delete', ...ids));
  return new Date(test.now).toISOString();
}

const LISTS = {
  'episode.list': { add: told, name: (day: number) => `Log of ${day}` },
  'session.unrecorded': { add: tried, name: (day: number) => `Try tried ${day}` },
} as const;

/** The tasks of a list, read in pages of this size. */
async function tasks(list: keyof typeof LISTS, input: Asked, limit = 100): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await test.call(list, { ...input, limit, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.items.map(({ task }) => task));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe.each(['episode.list', 'session.unrecorded'] as const)('in the bin, %s', (list) => {
  const { add, name } = LISTS[list];

  it('has what was deleted last first, the latest of those deleted at once, in pages, each once', async () => {
    const ids = new Map<number, string>();
    for (const day of [4, 1, 3, 2]) ids.set(day, await add(day));
    for (const days of [[3], [1, 4], [2]]) await remove(...days.map((day) => ids.get(day) ?? ''));
    const whole = [2, 4, 1, 3].map(name);
    for (const limit of [100, 3, 2, 1]) expect(await tasks(list, BINNED, limit)).toEqual(whole);
    expect(await tasks(list, { deleted: 'only' })).toEqual([4, 3, 2, 1].map(name));
    expect((await test.call(list, { ...BINNED, limit: 0 })).total).toBe(4);
    // Words narrow it and change nothing of the order.
    const words = list === 'episode.list' ? 'log of' : 'tried';
    expect(await tasks(list, { ...BINNED, text: words })).toEqual(whole);
  });

  it('says when each was deleted; outside of the bin nothing was, and the newest come first', async () => {
    const [early, late] = [await add(1), await add(2)];
    expect(await tasks(list, { order: 'deleted' })).toEqual([2, 1].map(name));
    const last = await remove(late);
    const first = await remove(early);
    const times = async (deleted: 'only' | 'exclude') =>
      (await test.call(list, { ...BINNED, deleted })).items.map(({ deletedAt }) => deletedAt);
    expect(await times('only')).toEqual([first, last]);
    await test.change(asked('restore', early, late));
    expect(await times('exclude')).toEqual([null, null]);
  });

  it('goes on from no page of another order', async () => {
    await remove(await add(1), await add(2));
    const { nextCursor } = await test.call(list, { ...BINNED, limit: 1 });
    const cursor = nextCursor ?? '';
    expect(await test.fail(list, { deleted: 'only', cursor })).toMatchObject({ code: 'invalid_input' });
    expect(await test.fail(list, { order: 'deleted', cursor })).toMatchObject({ code: 'invalid_input' });
  });
});

it('an unrecorded session was deleted when the last of its attempts and turns was', async () => {
  const { session, ids } = await test.tried('both', 2);
  const turn = await test.thought('both');
  test.now += 1000;
  await test.call('attempt.delete', { id: ids[0] ?? '' });
  test.now += 1000;
  await test.call('turn.delete', { id: turn.id });
  const list = async (deleted: 'only' | 'exclude') =>
    (await test.call('session.unrecorded', { deleted })).items.map(({ id, deletedAt }) => [id, deletedAt]);
  expect(await list('exclude')).toEqual([[session, null]]);
  test.now += 1000;
  await test.call('attempt.delete', { id: ids[1] ?? '' });
  expect(await list('only')).toEqual([[session, new Date(test.now).toISOString()]]);
});
