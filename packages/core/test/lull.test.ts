import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Lull } from '../src/lull.ts';

const never = new AbortController().signal;

/** How long one waits for a lull after something was asked for, in milliseconds: at least, because machines stall. */
async function waited(lull: Lull, operation: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await lull.without(operation, async () => {});
    const from = performance.now();
    await lull.next(never);
    times.push(performance.now() - from);
  }
  return Math.min(...times);
}

it('waits for those who ask, also for a while after the answer, but not for those who look on', async () => {
  const lull = new Lull(() => false);
  await lull.next(never);
  expect(await waited(lull, 'host.status')).toBeLessThan(50);
  expect(await waited(lull, 'reflection.store')).toBeGreaterThan(50);
});

it('does not wait for ever where somebody always asks', async () => {
  const lull = new Lull(() => false);
  const ask = () => lull.without('reflection.search', async () => {});
  await ask();
  const asking = setInterval(ask, 10);
  const from = performance.now();
  await lull.next(never);
  clearInterval(asking);
  expect(performance.now() - from).toBeGreaterThan(1000);
});

it('waits as long as another job runs, and gives up when it is told to', async () => {
  let isWorking = true;
  const lull = new Lull(() => isWorking);
  let isOver = false;
  const over = lull.next(never).then(() => {
    isOver = true;
  });
  await wait(2500);
  expect(isOver).toBe(false);
  isWorking = false;
  await over;
  isWorking = true;
  const stop = new AbortController();
  const given = lull.next(stop.signal);
  stop.abort(new Error('enough'));
  await expect(given).rejects.toThrow();
});
