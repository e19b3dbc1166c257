import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { type Filter, filters, listedLessons, matches } from './listed-lessons.ts';

const { test, everything } = listedLessons();

const idsOf = (items: readonly { id: string }[]) => items.map((item) => item.id);

describe('the filters of a list', () => {
  it('combine: exactly the lessons for which all of them hold, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const page = await test.call('reflection.list', { ...filter, limit: 500, withTotal: true });
        const expected = everything.filter((lesson) => matches(lesson, filter));
        expect(idsOf(page.items)).toEqual(idsOf(expected));
        expect(page.total).toBe(expected.length);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('are judged by filters of which most find something', () => {
    const found = fc
      .sample(filters, { numRuns: 300, seed: 3 })
      .map((filter) => everything.some((one) => matches(one, filter)));
    expect(found.filter(Boolean).length).toBeGreaterThan(150);
  });

  it('only ever remove: a filter more gives a part of the same list', async () => {
    await fc.assert(
      fc.asyncProperty(filters, filters, async (one, more) => {
        // `state` and `deleted` replace a default and do not add a condition.
        const { state: _state, deleted: _deleted, ...added } = more;
        const wide = await test.call('reflection.list', { ...one, limit: 500 });
        const both = { ...added, ...one };
        const narrow = await test.call('reflection.list', { ...both, limit: 500 });
        const known = new Set(idsOf(wide.items));
        expect(narrow.items.every((item) => known.has(item.id))).toBe(true);
      }),
      { numRuns: 100, seed: 4 },
    );
  });

  it('are judged by a second opinion that can differ: a wrong one is noticed', () => {
    const wrong = everything.filter((lesson) => matches(lesson, { tags: ['auth'] }) !== matches(lesson, {}));
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('find one failure category or several', async () => {
    const total = async (failureCategory: Filter['failureCategory']) =>
      (await test.call('reflection.list', { failureCategory, withTotal: true })).total ?? 0;
    const [logic, edge] = [await total('logic_error'), await total('edge_case_miss')];
    expect(logic).toBeGreaterThan(0);
    expect(await total(['logic_error', 'edge_case_miss'])).toBe(logic + edge);
  });

  it('walk through everything exactly once by cursor, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async (filter, limit) => {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = await test.call('reflection.list', {
            ...filter,
            limit,
            ...(cursor === undefined ? {} : { cursor }),
          });
          seen.push(...idsOf(page.items));
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(idsOf(everything.filter((lesson) => matches(lesson, filter))));
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});

describe('cursors', () => {
  it('visit what was there exactly once while lessons are added', async () => {
    const other = new TestCore();
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await other.store({ taskDescription: `t${n}` })).id);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await other.call('reflection.list', { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...idsOf(page.items));
      cursor = page.nextCursor;
      other.now += 1;
      await other.store({ taskDescription: 'meanwhile' });
    }
    expect(seen).toEqual([...ids].reverse());
    await other.remove();
  });

  it('of another list, or made up, are refused', async () => {
    const operations = await test.call('operation.list', { limit: 1 });
    for (const cursor of [operations.nextCursor, 'x', '', Buffer.from('[{}, 1]').toString('base64url')]) {
      expect(await test.fail('reflection.list', { cursor })).toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('the text filter', () => {
  it('never finds a deleted lesson, nor one by words that it no longer says (B0-01)', async () => {
    verifies('B0-01');
    const other = new TestCore();
    const old = await other.store({ text: 'zebra crossing' });
    await other.call('reflection.delete', { id: old.id });
    const edited = await other.store({ text: 'giraffe' });
    await other.call('reflection.update', { id: edited.id, changes: { text: 'lion' } });
    for (let n = 0; n < 25; n++) await other.store({ text: `filler ${n}` });
    const find = async (text: string) => idsOf((await other.call('reflection.list', { text })).items);
    expect(await find('zebra')).toEqual([]);
    expect(await find('giraffe')).toEqual([]);
    expect(await find('lion')).toEqual([edited.id]);
    const { operation } = await other.call('operation.undo', {
      operationId: (await other.call('operation.list', { entityId: old.id })).items[0]?.id ?? '',
    });
    expect(operation.kind).toBe('undo');
    expect(await find('zebra')).toEqual([old.id]);
    await other.remove();
  });

  it('reads what was written, not its JSON: a word after a line break is found as it is (B0-03)', async () => {
    verifies('B0-03');
    const other = new TestCore();
    const { id } = await other.store({ whatWorked: ['restart\nnew shell'], tags: ['"quoted"'] });
    const find = async (text: string) => idsOf((await other.call('reflection.list', { text })).items);
    expect(await find('new')).toEqual([id]);
    expect(await find('nnew')).toEqual([]);
    expect(await find('\\n')).toEqual([]);
    expect(await find('"quoted"')).toEqual([id]);
    await other.remove();
  });
});
