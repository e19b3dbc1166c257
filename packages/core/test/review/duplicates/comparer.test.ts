import { LessonIndex } from '@twicewise/search';
import { openReader } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LESSONS } from '../../../src/lessons/lesson-index.ts';
import { CANDIDATES, Comparer } from '../../../src/review/duplicates/comparer.ts';
import { TestCore } from '../../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** A comparer for the current contents of the file. */
function comparer(told: () => void = () => {}) {
  const db = openReader(test.paths.database);
  const index = new LessonIndex();
  for (const document of LESSONS.after(db, 0, 10_000)) index.put(document);
  const sources = { isDismissed: () => false, changed: told, log: (error: unknown) => expect(error).toBeNull() };
  return { index, made: new Comparer({ ...sources, db: () => db, index: () => index }) };
}

it('lessons are compared with their neighbours only, once each, and after a change only what changed', async () => {
  verifies('C-08');
  const ids: string[] = [];
  for (let n = 0; n < 150; n++) {
    const task = `Speed up the query ${n % 10} of the report ${n}`;
    ids.push((await test.store({ taskDescription: task, nextStrategy: 'Count the rows it reads' })).id);
  }
  const { made } = comparer();
  expect(made.progress).toMatchObject({ compared: 0, isDone: false });
  while (!made.isSettled) await made.ask();
  expect(made.progress).toEqual({ compared: 150, lessons: 150, isDone: true });
  expect(made.work.lessons).toBe(150);
  // Comparing all pairs would take 11,175 comparisons.
  expect(made.work.comparisons).toBeGreaterThan(0);
  expect(made.work.comparisons).toBeLessThanOrEqual(150 * CANDIDATES);
  const before = { ...made.work };
  made.note([ids[3] ?? '']);
  while (!made.isSettled) await made.ask();
  expect(made.work.lessons - before.lessons).toBeLessThanOrEqual(1 + 10);
  expect(made.work.comparisons - before.comparisons).toBeLessThanOrEqual(11 * CANDIDATES);
  made.close();
});

it('nothing is compared before somebody asks, and who was answered early is told of the rest', async () => {
  for (let n = 0; n < 3; n++)
    await test.store({ taskDescription: 'Rotate the keys of the gateway', nextStrategy: 'x' });
  let told = 0;
  const { made } = comparer(() => {
    told += 1;
  });
  made.note(['refl_x']);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(made.work.lessons).toBe(0);
  await made.ask();
  expect(made.suspects.size).toBe(3);
  expect(told).toBeGreaterThan(0);
  made.close();
});
