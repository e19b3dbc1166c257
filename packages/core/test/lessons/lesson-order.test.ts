import type { Reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportTo, importFrom } from '../bundles/bundle-harness.ts';
import { TestCore } from '../harness.ts';
import { type Filter, filters, listedLessons, matches } from './listed-lessons.ts';

const { test, everything } = listedLessons();

const byAge = (a: Reflection, b: Reflection) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.seq - a.seq;
/** The time that a row shows in a list by changes. */
const changedAt = ({ deletedAt, updatedAt }: Reflection) => deletedAt ?? updatedAt;
/** The meaning of each order, in the simplest form. */
const MEANING = {
  newest: byAge,
  oldest: (a, b) => -byAge(a, b),
  updated: (a, b) => Date.parse(changedAt(b)) - Date.parse(changedAt(a)) || byAge(a, b),
  stored: (a, b) => b.revision - a.revision || byAge(a, b),
  confidence: (a, b) => (b.confidence ?? -1) - (a.confidence ?? -1) || byAge(a, b),
} satisfies Record<string, (a: Reflection, b: Reflection) => number>;
type Order = keyof typeof MEANING;
const ORDERS = Object.keys(MEANING) as Order[];

async function walk(filter: Filter, sort: Order, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await test.call('reflection.list', { ...filter, sort, limit, cursor, withTotal: true });
    expect(page.total).toBe(everything.filter((lesson) => matches(lesson, filter)).length);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

describe('a list of lessons', () => {
  for (const sort of ORDERS) {
    it(`sorted by ${sort} is walked through exactly once, in pages of any size, the bin too`, async () => {
      verifies('C-02');
      await fc.assert(
        fc.asyncProperty(filters, fc.integer({ min: 3, max: 60 }), async (filter, limit) => {
          const expected = everything.filter((lesson) => matches(lesson, filter)).toSorted(MEANING[sort]);
          expect(await walk(filter, sort, limit)).toEqual(expected.map(({ id }) => id));
        }),
        { numRuns: 30, seed: 6 },
      );
    });
  }

  it('is judged by orders that differ', () => {
    // Only times that came from elsewhere tell `stored` from `updated`: below.
    const differing = ORDERS.filter((sort) => sort !== 'stored');
    const first = differing.map((sort) =>
      everything
        .toSorted(MEANING[sort])
        .slice(0, 5)
        .map(({ id }) => id)
        .join(),
    );
    expect(new Set(first).size).toBe(differing.length);
  });

  it('puts what was stored or changed here last first, by the order of changes and not by the clock', async () => {
    verifies('C-02');
    const other = new TestCore();
    const [one, two, three] = [await other.store(), await other.store(), await other.store()];
    await other.call('reflection.pin', { id: two.id });
    await other.call('reflection.pin', { id: one.id });
    const { items } = await other.call('reflection.list', { sort: 'stored' });
    expect(items.map(({ id }) => id)).toEqual([one.id, two.id, three.id]);
    await other.call('reflection.delete', { id: three.id });
    await other.call('reflection.delete', { id: one.id });
    const bin = await other.call('reflection.list', { deleted: 'only', sort: 'stored', limit: 1 });
    expect(bin.items.map(({ id }) => id)).toEqual([one.id]);
    await other.remove();
  });

  it('sorts by changes as the times say that it shows, also by those that a bundle brought', async () => {
    const [from, to] = [new TestCore(), new TestCore()];
    const [old, { id: edited }] = [
      await from.store({ taskDescription: 'old' }),
      await from.store({ taskDescription: 'edited' }),
    ];
    from.now += 60_000;
    await from.call('reflection.update', { id: edited, changes: { nextStrategy: 'Another' } });
    to.now += 30_000;
    const mine = await to.store({ taskDescription: 'mine' });
    to.now += 86_400_000;
    await importFrom(to, await exportTo(from, 'all.twicewise'));
    const by = async (sort: Order) => (await to.call('reflection.list', { sort })).items;
    expect((await by('updated')).map(({ id }) => id)).toEqual([edited, mine.id, old.id]);
    const times = (await by('updated')).map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await by('stored')).at(-1)?.id).toBe(mine.id);
    for (const core of [from, to]) await core.remove();
  });

  it('refuses the cursor of another order, and one that was made up', async () => {
    const cursors: string[] = [];
    for (const sort of ORDERS) {
      const { nextCursor } = await test.call('reflection.list', { sort, limit: 1 });
      cursors.push(nextCursor ?? '');
    }
    for (const sort of ORDERS) {
      for (const cursor of [...cursors.filter((_, at) => ORDERS[at] !== sort), 'x', '']) {
        expect(await test.fail('reflection.list', { sort, cursor })).toMatchObject({ code: 'invalid_input' });
      }
    }
    expect(await test.fail('reflection.list', { sort: 'random' })).toMatchObject({ code: 'invalid_input' });
  });
});
