import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_LIFT_MS, RecordClock } from '../../src/runtime/record-clock.ts';
import { TestCore } from '../harness.ts';

const MINUTE = 60_000;
const YEAR = 365 * 86_400_000;

describe('a clock that was ahead', () => {
  let test: TestCore;
  let today: number;
  beforeEach(() => {
    test = new TestCore();
    today = test.now;
  });
  afterEach(() => test.remove());

  /** Makes one write with the clock ten years ahead, then corrects the clock. */
  async function writeInTenYears() {
    test.now = today + 10 * YEAR;
    const early = await test.store({ taskDescription: 'written with a wrong clock' });
    test.now = today;
    return early;
  }

  it('does not date what is written after it was put right', async () => {
    const early = await writeInTenYears();
    const [first, second] = [await test.store(), await test.store()];
    test.now += MINUTE;
    const third = await test.store();
    expect([first.createdAt, second.createdAt, third.createdAt]).toEqual(
      [today, today, today + MINUTE].map((at) => new Date(at).toISOString()),
    );
    const { items } = await test.call('operation.list', { limit: 4 });
    // The order follows the sequence numbers, whatever the clock says.
    expect(items.map(({ at }) => at)).toEqual([third, second, first, early].map(({ createdAt }) => createdAt));
    expect(early.createdAt).toBe(new Date(today + 10 * YEAR).toISOString());
  });

  it('is said, once, in the log and in the status, and again after a restart only while it matters', async () => {
    const said = () => test.logged.filter((line) => line.startsWith('the clock says'));
    expect((await test.call('host.status', {})).clockSetBack).toBeNull();
    await writeInTenYears();
    await test.restart();
    const setBack = { from: new Date(today + 10 * YEAR).toISOString(), to: new Date(today).toISOString() };
    expect((await test.call('host.status', {})).clockSetBack).toEqual(setBack);
    await test.store();
    expect(said()).toHaveLength(1);
    await test.restart();
    expect((await test.call('host.status', {})).clockSetBack).toBeNull();
    expect(said()).toHaveLength(1);
  });

  it('is undone and redone like any other', async () => {
    await writeInTenYears();
    const lesson = await test.store();
    const [stored] = (await test.call('operation.list', { limit: 1 })).items;
    await test.call('operation.undo', { operationId: stored?.id ?? '' });
    const { operation } = await test.call('operation.redo', { operationId: stored?.id ?? '' });
    expect(operation.at).toBe(new Date(today).toISOString());
    expect((await test.call('reflection.get', { id: lesson.id })).reflection.createdAt).toBe(lesson.createdAt);
  });
});

describe('the time of records', () => {
  it('never runs back while the clock is behind by minutes, and is the clock’s otherwise', () => {
    const step = fc.oneof(
      fc.integer({ min: -MAX_LIFT_MS, max: MAX_LIFT_MS }),
      fc.integer({ min: -20 * YEAR, max: 20 * YEAR }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = Date.parse('2026-01-01T00:00:00Z');
        let told = 0;
        const clock = new RecordClock(
          () => now,
          null,
          () => told++,
        );
        let newest = 0;
        let setBack = 0;
        for (const by of steps) {
          now = Math.max(0, now + by);
          const at = Date.parse(clock.next());
          const isFarBehind = newest - now > MAX_LIFT_MS;
          if (isFarBehind) setBack++;
          expect(at).toBe(isFarBehind ? now : Math.max(now, newest));
          newest = at;
        }
        expect(told).toBe(setBack);
      }),
      { numRuns: 500 },
    );
  });
});
