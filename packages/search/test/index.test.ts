import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LessonIndex } from '../src/lexical-index.ts';
import { PagedLists } from '../src/paged-lists.ts';
import { RunPool } from '../src/run-pool.ts';
import { StringTable } from '../src/string-table.ts';
import { TopSlots } from '../src/top-slots.ts';
import type { LessonDocument } from '../src/types.ts';
import { anyLesson, ids, indexOf, lesson, phrase, someLessons } from './lessons.ts';

type Change = { put: LessonDocument } | { remove: string };

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: anyLesson.map((put) => ({ put })) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 15 }).map((id) => ({ remove: `l${id}` })) },
);

function apply(index: LessonIndex, kept: Map<string, LessonDocument>, change: Change): void {
  if ('put' in change) {
    index.put(change.put);
    kept.set(change.put.id, change.put);
  } else {
    index.remove(change.remove);
    kept.delete(change.remove);
  }
}

const ask = { limit: 20, minRelevance: 0, explain: true } as const;

function answers(index: LessonIndex, query: string): unknown {
  const { work: _, ...typed } = index.search(query, { ...ask, prefix: true });
  return { typed, plain: index.search(query, ask).hits, strict: index.search(query, { limit: 3 }).hits };
}

describe('an index that changes', () => {
  it('answers as one that is built anew from what is left', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 40 }), phrase, (changes, query) => {
        const index = new LessonIndex();
        const kept = new Map<string, LessonDocument>();
        for (const change of changes) apply(index, kept, change);
        expect(index.size).toBe(kept.size);
        expect(answers(index, query)).toEqual(answers(indexOf([...kept.values()]), query));
      }),
      { numRuns: 300 },
    );
  });

  it('neither completes nor corrects to a spelling that was edited away', () => {
    const index = indexOf([lesson({ id: 'a', title: 'running' }), lesson({ id: 'b', title: 'token' })]);
    index.put(lesson({ id: 'a', title: 'runs' }));
    index.put(lesson({ id: 'b', title: 'tokens' }));
    const anew = indexOf([lesson({ id: 'a', title: 'runs' }), lesson({ id: 'b', title: 'tokens' })]);
    for (const query of ['runn', 'runnig', 'to', 'tokan']) expect(answers(index, query)).toEqual(answers(anew, query));
  });

  it('answers the same in whatever order lessons came', () => {
    const shuffledLessons = someLessons.chain((lessons) =>
      fc.tuple(fc.constant(lessons), fc.shuffledSubarray(lessons, { minLength: lessons.length })),
    );
    fc.assert(
      fc.property(shuffledLessons, phrase, ([lessons, shuffled], query) => {
        expect(answers(indexOf(shuffled), query)).toEqual(answers(indexOf(lessons), query));
      }),
      { numRuns: 200 },
    );
  });

  it('sweeps out what was removed bit by bit, and uses its room again', () => {
    const index = new LessonIndex();
    const numbered = (id: number) => lesson({ id: `l${id}`, title: `token ${id}`, body: [`retry expiry ${id % 7}`] });
    for (let id = 0; id < 2000; id++) index.put(numbered(id));
    const before = index.bytes();
    for (let round = 0; round < 10; round++) for (let id = 0; id < 2000; id++) index.put(numbered(id));
    expect(index.bytes()).toBeLessThan(2 * before);
    const fresh = indexOf(Array.from({ length: 2000 }, (_, id) => numbered(id)));
    expect(index.search('token 77', ask)).toMatchObject({ hits: fresh.search('token 77', ask).hits });
    // Postings of removed lessons are read until a sweep: at most a quarter of those of living lessons, plus the margin.
    expect(index.search('token', ask).work.postings).toBeLessThan(2000 * 1.25 + 2 * 512);
  });

  it('replaces by id', () => {
    const index = indexOf([lesson({ id: 'a', title: 'token' }), lesson({ id: 'a', title: 'parser' })]);
    expect(index.size).toBe(1);
    expect(index.search('token', { limit: 5 }).hits).toEqual([]);
    expect(ids(index.search('parser', { limit: 5 }))).toEqual(['a']);
    expect(index.has('a')).toBe(true);
    index.remove('a');
    index.remove('a');
    expect(index.has('a')).toBe(false);
    expect(index.size).toBe(0);
  });

  it('says how much memory it holds', () => {
    const index = new LessonIndex();
    const empty = index.bytes();
    for (let id = 0; id < 3000; id++)
      index.put(lesson({ id: `l${id}`, title: `t${id} alpha beta`, body: ['gamma '.repeat(50)] }));
    expect(index.bytes() - empty).toBeGreaterThan(3000 * 53 * 4);
    expect(index.bytes() - empty).toBeLessThan(3000 * 2000);
  });

  it('takes a lesson of any size, and finds its beginning', () => {
    const index = indexOf([
      lesson({ id: 'a', title: 'token', body: ['parser ', 'filler '.repeat(200_000), 'lastword'] }),
    ]);
    expect(ids(index.search('parser', { limit: 5, minRelevance: 0 }))).toEqual(['a']);
    expect(index.search('lastword', { limit: 5 }).hits).toEqual([]);
    index.remove('a');
    expect(index.search('filler', { limit: 5, minRelevance: 0 }).hits).toEqual([]);
  });
});

describe('what it is built of', () => {
  it('paged lists hold what arrays would', () => {
    const operations = fc.array(fc.record({ list: fc.nat(4), count: fc.nat(300), replace: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(operations, (steps) => {
        const lists = new PagedLists();
        const expected: number[][] = Array.from({ length: 5 }, () => []);
        for (let at = 0; at < 5; at++) lists.create();
        let next = 1;
        for (const { list, count, replace } of steps) {
          const values = Uint32Array.from({ length: count }, () => next++);
          if (replace) {
            lists.replace(list, values, count);
            expected[list] = [...values];
          } else
            for (const value of values) {
              lists.append(list, value);
              expected[list]?.push(value);
            }
        }
        expected.forEach((values, list) => {
          const target = new Uint32Array(values.length);
          expect(lists.copyTo(list, target)).toBe(values.length);
          expect([...target]).toEqual(values);
        });
      }),
    );
  });

  it('lists of many pages come back whole', () => {
    const lists = new PagedLists();
    for (let list = 0; list < 3000; list++) lists.create();
    for (let value = 0; value < 300_000; value++) lists.append(value % 3000 < 1000 ? 0 : value % 3000, value);
    const target = new Uint32Array(lists.lengthOf(0));
    lists.copyTo(0, target);
    expect(target.length).toBe(100_000);
    expect(target.every((value) => value % 3000 < 1000)).toBe(true);
    expect([...target].every((value, at) => at === 0 || value > (target[at - 1] as number))).toBe(true);
  });

  it('runs are freed and used again', () => {
    const pool = new RunPool();
    const run = (slot: number) => Uint32Array.from({ length: slot % 40 }, (_, at) => slot * 100 + at);
    for (let slot = 0; slot < 5000; slot++) pool.set(slot, run(slot), slot % 40);
    const full = pool.bytes();
    for (let slot = 0; slot < 5000; slot += 2) pool.free(slot);
    for (let slot = 0; slot < 5000; slot += 2) pool.set(slot, run(slot), slot % 40);
    expect(pool.bytes()).toBe(full);
    for (let slot = 0; slot < 5000; slot++) expect([...pool.get(slot)]).toEqual([...run(slot)]);
  });

  it('strings keep their numbers', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 300 }), (texts) => {
        const table = new StringTable();
        const numbers = texts.map((text) => table.add(text));
        expect(texts.map((text) => table.find(text))).toEqual(numbers);
        expect(numbers.map((number) => table.text(number))).toEqual(texts);
        expect(table.find(`${texts.join('')}!`)).toBe(0);
        for (const [at, text] of texts.entries()) {
          expect(table.startsWith(numbers[at] as number, text.slice(0, 2))).toBe(true);
          expect(table.startsWith(numbers[at] as number, `${text}x`)).toBe(false);
        }
      }),
    );
  });

  it('the heap keeps the best, ties by the rule', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 200 }), fc.integer({ min: 0, max: 20 }), (scores, limit) => {
        const top = new TopSlots(limit, (a, b) => a - b);
        scores.forEach((score, slot) => {
          top.offer(slot, score);
        });
        const expected = scores.map((score, slot) => ({ score, slot }));
        expected.sort((a, b) => b.score - a.score || a.slot - b.slot);
        expect(top.sorted()).toEqual(expected.slice(0, limit).map(({ slot }) => slot));
      }),
    );
  });
});
