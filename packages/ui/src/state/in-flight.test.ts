import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, end: resolve, fail: reject };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve));

test('what comes after waits for all that is under way, also for what fails, and for what waits itself', async () => {
  const { track, after } = createInFlight();
  const [first, second] = [heldWork(), heldWork()];
  const done: string[] = [];
  void track(first.promise).catch(() => done.push('failed'));
  void after(async () => {
    done.push('one');
    await second.promise;
  });
  void after(async () => void done.push('two'));
  await aMoment();
  expect(done).toEqual([]);
  first.fail();
  await aMoment();
  expect(done).toEqual(['failed', 'one']);
  second.end();
  await aMoment();
  expect(done).toEqual(['failed', 'one', 'two']);
});

test('without anything under way it begins at once', async () => {
  const { track, after } = createInFlight();
  await track(Promise.resolve());
  expect(await after(async () => 7)).toBe(7);
});
