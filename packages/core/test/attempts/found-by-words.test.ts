import type { InputOf, OutputOf } from '@twicewise/contract';
import { connection, openReader } from '@twicewise/store';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const record = async (fields: Partial<InputOf<'attempt.record'>> = {}) =>
  (await test.call('attempt.record', { projectId: 'demo', task: 'Upload', outcome: 'failure', ...fields })).attempt;
const find = async (text: string, fields: InputOf<'attempt.list'> = {}) =>
  (await test.call('attempt.list', { text, ...fields })).items.map(({ id }) => id);

const content = {
  errors: [{ message: 'Timeout in upload', signature: 'sigil', file: 'src/placed.ts', stackTrace: 'stacked' }],
  reflection: {
    text: 'I retried at once',
    rootCause: 'No pause',
    causalReasoning: 'The server was busy',
    category: 'logic_error' as const,
    insights: ['Wait longer'],
    lessons: ['A retry needs patience'],
    related: ['relative'],
  },
  notes: 'noted',
};

describe('attempts found by words', () => {
  it('contain every word in task, strategy, messages of errors, or reflection, and in nothing else', async () => {
    const { id } = await record({ task: 'Make the cart add up', strategy: 'Backoff', content });
    await record({ task: 'Another' });
    const found = ['cart', 'backoff', 'TIMEOUT', 'retried', 'pause', 'busy', 'longer', 'patience', 'cart tim ackof'];
    for (const text of found) expect([text, await find(text)]).toEqual([text, [id]]);
    const elsewhere = ['sigil', 'placed', 'stacked', 'logic_error', 'relative', 'noted', 'rootCause', 'cart another'];
    for (const text of elsewhere) expect([text, await find(text)]).toEqual([text, []]);
    expect(await find(' ')).toHaveLength(2);
  });

  it('count signs of a pattern as themselves, only A to Z in both cases, and the first eight words', async () => {
    const { id } = await record({ task: 'Reach 100% of a_b in Ärger', strategy: 'one two three four five six seven' });
    await record({ task: 'Reach 1000 of axb' });
    expect(await find('100%')).toEqual([id]);
    expect(await find('a_b')).toEqual([id]);
    expect(await find('Ärger')).toEqual([id]);
    expect(await find('ärger')).toEqual([]);
    expect(await find('one two three four five six seven reach nowhere')).toEqual([id]);
    expect(await find('one two three four five six seven nowhere')).toEqual([]);
  });

  it('pass the other filters too, the bin included', async () => {
    const kept = await record({ sessionId: 's' });
    const won = await record({ outcome: 'success' });
    const gone = await record({ projectId: 'other' });
    await test.call('attempt.delete', { id: gone.id });
    expect(await find('upload')).toEqual([won.id, kept.id]);
    expect(await find('upload', { sessionId: 's' })).toEqual([kept.id]);
    expect(await find('upload', { outcome: 'success' })).toEqual([won.id]);
    expect(await find('upload', { deleted: 'only' })).toEqual([gone.id]);
    expect(await find('upload', { task: 'Something else' })).toEqual([]);
    const failure = await test.fail('attempt.list', { text: 'x'.repeat(1001) });
    expect([failure.code, failure.message.includes('text')]).toEqual(['invalid_input', true]);
  });

  it('come in pages that together are all of them, each once, in the order of the list', async () => {
    for (let n = 0; n < 40; n++) await record({ task: n % 3 === 0 ? 'Paint the fence' : 'Mow the lawn' });
    const { items: all } = await test.call('attempt.list', { limit: 200 });
    const meant = all.filter(({ task }) => task.startsWith('Paint')).map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 16 }), fc.constantFrom('newest', 'oldest'), async (limit, order) => {
        const found: string[] = [];
        let cursor: string | null = null;
        do {
          const asked = { text: 'fence', limit, order, ...(cursor === null ? {} : { cursor }) } as const;
          const page: OutputOf<'attempt.list'> = await test.call('attempt.list', asked);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          found.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(found).toEqual(order === 'newest' ? meant : meant.toReversed());
      }),
      { numRuns: 20, seed: 5 },
    );
  });

  it('are read only until the page is full, a few at a time', async () => {
    for (let n = 0; n < 60; n++) await record({ task: n < 2 ? 'Paint the fence' : 'Mow the lawn' });
    const reader = openReader(test.paths.database);
    const methods = Object.getPrototypeOf(connection(reader).prepare('SELECT 1'));
    const kept = methods.all;
    const groups: number[] = [];
    methods.all = function (this: { sourceSQL: string }, ...given: unknown[]) {
      const seqs = given.flat().find((value) => typeof value === 'string' && value.startsWith('['));
      const isText = given.flat().includes('%lawn%') || given.flat().includes('%fence%');
      if (isText && typeof seqs === 'string') groups.push(JSON.parse(seqs).length);
      return kept.apply(this, given);
    };
    try {
      expect(await find('lawn', { limit: 5 })).toHaveLength(5);
      expect(groups).toEqual([8]);
      // The other way round: what is last is found only after everything was read.
      expect(await find('fence', { limit: 5 })).toHaveLength(2);
      expect(groups.slice(1).reduce((sum, many) => sum + many, 0)).toBe(60);
      expect(Math.max(...groups)).toBe(8);
    } finally {
      methods.all = kept;
      connection(reader).close();
    }
  });
});
