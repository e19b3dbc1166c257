import { type InputOf, MAX_COUNTED_BEYOND } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

// Lessons that a search finds by the same words, so that only the filters distinguish them.

let test: TestCore;
/** A short name for each lesson: project, session, outcome and tags. */
let named: Map<string, string>;

const LESSONS: [name: string, fields: Partial<InputOf<'reflection.store'>>][] = [
  ['a', { projectId: 'shop', sessionId: 's1', outcome: 'failure', tags: ['auth', 'ci'] }],
  ['b', { projectId: 'shop', sessionId: 's1', outcome: 'success', tags: ['auth'] }],
  ['c', { projectId: 'shop', sessionId: 's2', outcome: 'partial', tags: [] }],
  ['d', { projectId: 'shop', sessionId: 's2', outcome: 'failure', tags: ['ci'] }],
  ['e', { projectId: 'ledger', sessionId: 's3', outcome: 'failure', tags: ['auth'] }],
];

beforeEach(async () => {
  test = new TestCore();
  named = new Map();
  for (const [name, fields] of LESSONS) {
    const { id } = await test.store({ taskDescription: 'Rotate the signing keys', ...fields });
    named.set(id, name);
  }
});
afterEach(() => test.remove());

async function found(filter: InputOf<'reflection.search'>): Promise<string> {
  const { hits } = await test.call('reflection.search', {
    taskDescription: 'rotate signing keys',
    limit: 50,
    ...filter,
  });
  return hits
    .map(({ reflection }) => named.get(reflection.id))
    .sort()
    .join('');
}

describe('a search is narrowed', () => {
  it('by nothing, unless it is asked', async () => {
    expect(await found({})).toBe('abcde');
  });

  it('by session', async () => {
    verifies('S0-20');
    expect(await found({ projectId: 'shop', sessionId: 's1' })).toBe('ab');
    expect(await found({ projectId: 'shop', sessionId: 's2' })).toBe('cd');
  });

  it('by project', async () => {
    verifies('S0-21');
    expect(await found({ projectId: 'shop' })).toBe('abcd');
    expect(await found({ projectId: 'ledger' })).toBe('e');
  });

  it('by tags', async () => {
    verifies('S0-23', 'B0-07');
    expect(await found({ tags: ['auth'] })).toBe('abe');
    expect(await found({ tags: ['ci'] })).toBe('ad');
    expect(await found({ tags: ['nothing has this'] })).toBe('');
  });

  it('by one of several outcomes', async () => {
    verifies('S0-24');
    expect(await found({ outcomeFilter: ['failure'] })).toBe('ade');
    expect(await found({ outcomeFilter: ['success', 'partial'] })).toBe('bc');
    expect(await found({ outcomeFilter: ['unknown'] })).toBe('');
  });

  it('without words too, what was not asked for is counted', async () => {
    const beyond = async (limit: number) =>
      (await test.call('reflection.search', { outcomeFilter: ['failure'], limit })).omitted.beyondLimit;
    expect(await Promise.all([0, 1, 3, 5].map(beyond))).toEqual([3, 2, 0, 0]);
  });

  it('without words, no more is counted beyond what was asked for than the maximum', async () => {
    const fields = { outcome: 'partial' as const, projectId: 'large' };
    await Promise.all(
      Array.from({ length: MAX_COUNTED_BEYOND + 3 }, (_, n) => test.store({ ...fields, taskDescription: `task ${n}` })),
    );
    const beyond = async (limit: number) =>
      (await test.call('reflection.search', { projectId: 'large', limit })).omitted.beyondLimit;
    expect(await Promise.all([1, 3, 4].map(beyond))).toEqual([100, 100, 99]);
  });

  it('by all filters together', async () => {
    verifies('S0-26');
    const filter = { projectId: 'shop', sessionId: 's1', tags: ['auth'], outcomeFilter: ['failure' as const] };
    expect(await found(filter)).toBe('a');
    expect(await found({ ...filter, outcomeFilter: ['partial'] })).toBe('');
    expect(await found({ ...filter, sessionId: 's2' })).toBe('');
    expect(await found({ ...filter, sessionId: 's2', tags: ['ci'] })).toBe('d');
    expect(await found({ ...filter, tags: ['ci'], outcomeFilter: ['success'] })).toBe('');
  });
});

describe('a search reads', () => {
  it.each([
    ['taskDescription', { taskDescription: 'zirconium' }],
    ['whatWorked', { whatWorked: ['zirconium'] }],
    ['whatDidNotWork', { whatDidNotWork: ['zirconium'] }],
    ['nextStrategy', { nextStrategy: 'zirconium' }],
  ])('%s', async (field, fields) => {
    verifies('S0-31');
    const { id } = await test.store({ taskDescription: 'Something else', ...fields });
    const { hits } = await test.call('reflection.search', { taskDescription: 'zirconium', explain: true });
    expect(hits.map(({ reflection }) => reflection.id)).toEqual([id]);
    expect(hits[0]?.why?.terms.map((term) => term.fields)).toEqual([[field]]);
  });
});
