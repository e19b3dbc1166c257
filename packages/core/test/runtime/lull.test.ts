import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Lull } from '../../src/runtime/jobs/lull.ts';

const never = new AbortController().signal;

/** How long a caller waits for a lull after a request, in milliseconds. It is a minimum, because machines may stall. */
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lull = new Lull(() => false);
  const ask = () => lull.without('reflection.search', async () => {});
  await ask();
  let isOver = false;
  const over = lull.next(never).then(() => (isOver = true));
  for (let ms = 0; ms < 5000; ms += 10) {
    expect([ms, isOver]).toEqual([ms, false]);
    await vi.advanceTimersByTimeAsync(10);
    await ask();
  }
  await over;
});

it('does not come between two keys of a person who types', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lull = new Lull(() => false);
  let isOver = false;
  const keys = 16;
  const type = () => lull.without('reflection.search', async () => {});
  await type();
  const over = lull.next(never).then(() => (isOver = true));
  for (let key = 0; key < keys; key++) {
    await vi.advanceTimersByTimeAsync(250);
    expect([key, isOver]).toEqual([key, false]);
    await type();
  }
  await vi.advanceTimersByTimeAsync(500);
  await over;
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

it('lets requests go first, but not one that is never answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const lull = new Lull(() => false);
  await lull.answered();
  let answer = () => {};
  const request = lull.without('session.end', () => new Promise<void>((resolve) => (answer = resolve)));
  let isOn = false;
  const goOn = async () => {
    isOn = false;
    await lull.answered();
    isOn = true;
  };
  const first = goOn();
  await nextTurn();
  expect(isOn).toBe(false);
  vi.advanceTimersByTime(1000);
  await first;
  const second = goOn();
  await nextTurn();
  expect(isOn).toBe(false);
  answer();
  await Promise.all([request, second]);
  expect([isOn, vi.getTimerCount()]).toEqual([true, 0]);
});

it('does not let requests go first for ever where they overlap', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lull = new Lull(() => false);
  let answer = () => {};
  const request = lull.without('reflection.list', () => new Promise<void>((resolve) => (answer = resolve)));
  let waits = 0;
  for (let slice = 0; slice < 100; slice++) {
    let isOn = false;
    const goOn = lull.answered().then(() => (isOn = true));
    await nextTurn();
    if (isOn) continue;
    waits++;
    vi.advanceTimersByTime(50);
    await goOn;
  }
  expect(waits).toBe(40);
  answer();
  await request;
  // A request after a moment without any counts as the first again.
  await lull.answered();
  const next = lull.without('reflection.list', () => new Promise<void>((resolve) => (answer = resolve)));
  let isOn = false;
  const goOn = lull.answered().then(() => (isOn = true));
  await nextTurn();
  expect(isOn).toBe(false);
  answer();
  await Promise.all([next, goOn]);
});
