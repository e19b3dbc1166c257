import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Records a session that happened on a day of January. */
const add = (day: number, fields: Omit<InputOf<'episode.store'>, 'sessionId'>) =>
  test.call('episode.store', {
    sessionId: `${day} ${fields.task}`,
    projectId: 'demo',
    occurredAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
    ...fields,
  });
const listed = async (filter: InputOf<'episode.list'>) =>
  (await test.call('episode.list', filter)).items.map(({ task, match }) => [task, match]);

const error = (content: string) => ({ type: 'error', content });

describe('sessions that are searched', () => {
  beforeEach(async () => {
    await add(1, { task: 'Solve the merge conflict' });
    await add(2, { task: 'Conflict after a merge' });
    await add(3, { task: 'Rebase', decisions: [{ chosen: 'Ask', rationale: 'A merge conflict needs its author' }] });
    await add(4, { task: 'Release', lessons: ['Look for a conflict before the merge'] });
    await add(5, { task: 'Ship', events: [error('CONFLICT (content): merge failed')] });
    await add(6, { task: 'Tidy', events: [error('merge failed'), error('a conflict of names')] });
    await add(7, { task: 'Merge the docs', events: [error('a conflict of names')] });
    await add(8, { task: 'Nothing of the kind' });
  });

  it('come by where the words stand together, and the newest of equal ones first', async () => {
    expect(await listed({ text: 'merge  conflict', order: 'best' })).toEqual([
      ['Solve the merge conflict', 7],
      ['Conflict after a merge', 6],
      ['Rebase', 5],
      ['Release', 4],
      ['Ship', 2],
      ['Merge the docs', 0],
      ['Tidy', 0],
    ]);
  });

  it('come by time unless the best are asked for, and say their match all the same', async () => {
    const found = await listed({ text: 'merge conflict' });
    expect(found.map(([, match]) => match)).toEqual([0, 0, 2, 4, 5, 6, 7]);
    expect(await listed({ order: 'best', limit: 2 })).toEqual([
      ['Nothing of the kind', null],
      ['Merge the docs', null],
    ]);
    expect(await listed({ order: 'best', limit: 0, text: 'merge' })).toEqual([]);
  });

  it('keep all other filters', async () => {
    const filter = { text: 'merge conflict', order: 'best' } as const;
    expect(await listed({ ...filter, since: '2026-01-03T00:00:00Z', until: '2026-01-06T00:00:00Z' })).toEqual([
      ['Rebase', 5],
      ['Release', 4],
      ['Ship', 2],
    ]);
    expect(await listed({ ...filter, has: ['lessons'] })).toEqual([['Release', 4]]);
  });

  it('come in pages, each once', async () => {
    const filter = { text: 'merge conflict', order: 'best' } as const;
    const whole = await listed(filter);
    for (const limit of [1, 2, 3]) {
      const pages: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { items: { task: string; match: number | null }[]; nextCursor: string | null } = await test.call(
          'episode.list',
          { ...filter, limit, ...(cursor ? { cursor } : {}) },
        );
        pages.push(...page.items.map(({ task, match }) => [task, match]));
        cursor = page.nextCursor;
      }
      expect(pages).toEqual(whole);
    }
    const { nextCursor } = await test.call('episode.list', { ...filter, limit: 1 });
    expect(await test.fail('episode.list', { cursor: nextCursor ?? '' })).toMatchObject({ code: 'invalid_input' });
  });

  it('take characters that mean something to the store as they are', async () => {
    await add(9, { task: 'Raise it to 100%_sure' });
    await add(10, { task: 'Raise it to 100 and be sure' });
    expect(await listed({ text: '100%_sure', order: 'best' })).toEqual([['Raise it to 100%_sure', 7]]);
  });
});
