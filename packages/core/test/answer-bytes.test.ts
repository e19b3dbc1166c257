import { type InputOf, MAX_ANSWER_BYTES, type OperationName, textBytes } from '@twicewise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from './harness.ts';

// A lesson may have 256 KB, and a list hundreds of lessons. So an answer is limited in bytes as well as in rows, and says what it
// left out.

const COUNT = 14;
const text = (what: string, n: number) => `timeout ${what} ${n} `.padEnd(62_000, 'x');
const large = (n: number) => ({
  projectId: 'large',
  sessionId: 'one',
  taskDescription: `timeout in the large lesson ${n}`,
  whatWorked: [text('worked', n)],
  whatDidNotWork: [text('failed', n), text('also', n)],
  nextStrategy: text('next', n),
});

let test: TestCore;
const ids: string[] = [];
let small = '';
beforeAll(async () => {
  test = new TestCore();
  for (let n = 0; n < COUNT; n++) ids.push((await test.store(large(n))).id);
  small = (await test.store({ projectId: 'large', taskDescription: 'timeout in a small lesson' })).id;
});
afterAll(() => test.remove());

/** The limit, with room for everything but texts: names, ids and the like. */
const BOUND = MAX_ANSWER_BYTES + 100_000;

describe('pages are bounded by bytes', () => {
  const lists: [OperationName, object][] = [
    ['reflection.list', { projectId: 'large', limit: 500 }],
    ['reflection.list', { projectId: 'large', limit: 500, sort: 'oldest' }],
    ['reflection.list', { projectId: 'large', limit: 500, sort: 'updated' }],
    ['reflection.list', { projectId: 'large', limit: 500, sort: 'confidence' }],
    ['operation.list', { limit: 500 }],
  ];
  for (const [name, input] of lists) {
    it(`${name} ${JSON.stringify(input)}: every row comes once, over several pages`, async () => {
      const seen: string[] = [];
      let pages = 0;
      for (let cursor: string | null | undefined; cursor !== null && pages < 50; pages++) {
        const page = (await test.call(name as 'reflection.list', {
          ...(input as InputOf<'reflection.list'>),
          ...(cursor === undefined ? {} : { cursor }),
        })) as { items: { id: string }[]; nextCursor: string | null };
        expect(textBytes(page)).toBeLessThan(BOUND);
        expect(page.items.length).toBeGreaterThan(0);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(pages).toBeGreaterThan(1);
      expect(seen).toHaveLength(new Set(seen).size);
      if (name === 'reflection.list') expect([...seen].sort()).toEqual([...ids, small].sort());
      else expect(seen).toHaveLength(COUNT + 1);
    });
  }

  it('pages of small lessons are as long as they were asked for (control)', async () => {
    const page = await test.call('reflection.list', { projectId: 'large', limit: 1 });
    expect(page.items.map(({ id }) => id)).toEqual([small]);
  });
});

describe('answers without pages name what they had no room for', () => {
  const asked = { projectId: 'large', limit: 100 };
  it('the newest', async () => {
    const { items, tooLong } = await test.call('reflection.recent', asked);
    expect(textBytes(items)).toBeLessThan(BOUND);
    expect([...items.map(({ id }) => id), ...tooLong].sort()).toEqual([...ids, small].sort());
    expect(tooLong.length).toBeGreaterThan(0);
  });

  it('a smaller budget passes over what is too long and gives the rest', async () => {
    const { items, tooLong } = await test.call('reflection.recent', { ...asked, maxBytes: 48_000 });
    expect(items.map(({ id }) => id)).toEqual([small]);
    expect(tooLong).toHaveLength(COUNT);
    const found = await test.call('reflection.search', { ...asked, taskDescription: 'timeout', maxBytes: 48_000 });
    expect(found.hits.map(({ reflection }) => reflection.id)).toEqual([small]);
    expect(found.tooLong).toHaveLength(COUNT);
  });

  it('what a search found, with words and without', async () => {
    for (const taskDescription of [undefined, 'timeout in the large lesson']) {
      const found = await test.call('reflection.search', { ...asked, ...(taskDescription ? { taskDescription } : {}) });
      expect(textBytes(found.hits)).toBeLessThan(BOUND);
      expect(found.hits.length + found.tooLong.length).toBe(COUNT + 1);
    }
    const similar = await test.call('reflection.similar', { id: ids[0] ?? '', limit: 100 });
    expect(textBytes(similar.hits)).toBeLessThan(BOUND);
    expect(similar.tooLong.length).toBeGreaterThan(0);
    const memory = await test.call('memory.search', { text: 'timeout in the large lesson', limit: 100 });
    expect(textBytes(memory.hits)).toBeLessThan(BOUND);
    expect(memory.tooLong.length).toBeGreaterThan(0);
  });

  it('a prompt, and a brief that says that lessons did not fit', async () => {
    const made = await test.call('reflection.format', { ids: [...ids, small] });
    expect(textBytes(made.prompt)).toBeLessThan(BOUND);
    expect([...made.ids, ...made.tooLong]).toHaveLength(COUNT + 1);
    const caller = agentIn('/work/large', { project: { reference: 'large' } });
    const brief = await test.call('memory.brief', { task: 'timeout in the large lesson' }, caller);
    const told = brief.lessons.length + brief.omitted.overBudget + brief.omitted.same;
    expect(told).toBe(COUNT + 1);
  });
});
