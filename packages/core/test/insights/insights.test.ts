import { FEWEST_OUTCOMES, type Insights, MAX_STATEMENT_IDS, type OutcomeCounts } from '@twicewise/contract';
import { closeStore, openReader } from '@twicewise/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownLessons, readInsights } from '../../src/insights/index.ts';
import { wilson } from '../../src/runtime/wilson.ts';
import { agentIn, damage, seeded, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const DAY = 86_400_000;
const OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
const SOURCES = ['measured', 'reported', 'defaulted'] as const;

/** Stores three hundred lessons in two projects over 80 days, some of them rejected or deleted. */
async function fill() {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  for (let index = 0; index < 300; index++) {
    test.now += Math.floor(random() * 0.5 * DAY);
    const by = random() < 0.8 ? agentIn(null) : undefined;
    const lesson = await test.store(
      {
        projectId: pick(['shop', 'site']),
        outcome: pick(OUTCOMES),
        // An agent cannot claim that an outcome was measured.
        outcomeSource: pick(by ? SOURCES.slice(1) : SOURCES),
        taskDescription: `Task ${index}`,
        whatDidNotWork: random() < 0.3 ? [pick(['Raising the timeout', 'raising the timeouts', 'A second cache'])] : [],
        whatWorked: random() < 0.2 ? ['Asking the pool first', 'Asking the pool first'] : [],
        tags: random() < 0.5 ? [pick(['auth', 'db']), 'auth'] : [],
        agent: pick(['claude', 'codex', null]),
      },
      by,
    );
    const fate = random();
    if (fate < 0.1) await test.call('reflection.setState', { id: lesson.id, state: 'rejected' });
    else if (fate < 0.2) await test.call('reflection.delete', { id: lesson.id });
  }
}

const total = async (filters: object) =>
  (await test.call('reflection.list', { ...filters, limit: 0, withTotal: true })).total;

async function expectOutcomes(outcomes: OutcomeCounts, filters: object) {
  for (const outcome of OUTCOMES) expect(outcomes[outcome]).toBe(await total({ ...filters, outcome }));
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);

describe('insights', () => {
  it('count what reflection.list finds with the same filters, in every step, project, tag and agent', async () => {
    await fill();
    for (const projectId of [undefined, 'shop']) {
      const asked = projectId === undefined ? {} : { projectId };
      const found: Insights = await test.call('memory.insights', { ...asked, utcOffset: 330 });
      expect(found.total.count).toBe(await total(asked));
      expect(sum(found.lessons)).toBe(found.total.count);
      for (const { from, until, count, outcomes } of found.lessons.filter(({ count }) => count > 0).slice(0, 12)) {
        expect(count).toBe(await total({ ...asked, since: from, until }));
        await expectOutcomes(outcomes, { ...asked, since: from, until });
      }
      for (const { value, count } of found.byProject.rows) expect(count).toBe(await total({ projectId: value }));
      for (const { value, count, outcomes } of found.byTag.rows) {
        expect(count).toBe(await total({ ...asked, tags: [value] }));
        await expectOutcomes(outcomes, { ...asked, tags: [value] });
      }
      for (const { value, count } of found.byAgent.rows.filter(({ value }) => value !== null))
        expect(count).toBe(await total({ ...asked, agent: value }));
      expect(sum(found.byAgent.rows)).toBe(found.total.count);
    }
  });

  it('leave outcomes out of the rate that nobody knows or only a default claims, and give its interval', async () => {
    const store = (outcome: 'success' | 'failure' | 'unknown', outcomeSource: (typeof SOURCES)[number]) =>
      test.store({ outcome, outcomeSource });
    for (let index = 0; index < 3; index++) await store('success', 'reported');
    await store('failure', 'measured');
    await store('success', 'defaulted');
    await store('unknown', 'reported');
    const { total: all, lessons } = await test.call('memory.insights', {});
    expect(all).toMatchObject({ count: 6, outcomes: { success: 4, failure: 1, unknown: 1 } });
    expect(all.success).toEqual(wilson(3, 4));
    expect(lessons.at(-1)?.sources).toEqual({ measured: 1, reported: 3, defaulted: 1, corrected: 0 });
  });

  it('count statements by lesson, wordings together, and only what is said again', async () => {
    const ids: string[] = [];
    for (const text of ['Raising the timeout', 'raising the timeouts', 'Something said once']) {
      const lesson = await test.store({ outcome: 'failure', taskDescription: text, whatDidNotWork: [text, text] });
      ids.unshift(lesson.id);
    }
    const { failures, strategies } = await test.call('memory.insights', {});
    expect(failures).toEqual({
      rows: [{ text: 'raising the timeouts', count: 2, reflectionIds: [ids[1], ids[2]] }],
      leftOut: 0,
      n: 3,
    });
    expect(strategies).toEqual({ rows: [], leftOut: 0, n: 0 });
  });

  it('say what agents were told, and which lessons nobody ever was', async () => {
    const agent = agentIn('/work/shop', { session: 's' });
    for (const taskDescription of ['Parse CSV exports', 'Fix the token expiry', 'Rename the payment queue'])
      await test.call('reflection.store', { taskDescription, outcome: 'failure', nextStrategy: 'n' }, agent);
    const before = await test.call('memory.insights', {});
    expect(before.neverShown).toEqual({ value: 3, n: 3 });
    await test.call('memory.brief', { task: 'token expiry' }, agent);
    const { neverShown, tellings, metrics } = await test.call('memory.insights', {});
    expect(neverShown).toEqual({ value: 2, n: 3 });
    expect(tellings.at(-1)).toMatchObject({ asked: 1, unasked: 0, shown: 1 });
    expect(tellings.at(-1)?.tokens).toBeGreaterThan(0);
    expect(metrics.reflectionSearchCount.value).toBe(1);
  });

  it('name the newest lessons of a statement, no more than the most, and count all', async () => {
    const ids: string[] = [];
    for (let n = 0; n < MAX_STATEMENT_IDS + 2; n++) {
      test.now += 1000;
      const whatDidNotWork = ['the same', ...(n === 0 ? ['only once'] : [])];
      ids.push((await test.store({ outcome: 'failure', taskDescription: `${n}`, whatDidNotWork })).id);
    }
    const { rows } = (await test.call('memory.insights', {})).failures;
    const newest = ids.toReversed().slice(0, MAX_STATEMENT_IDS);
    expect(rows).toEqual([{ text: 'the same', count: ids.length, reflectionIds: newest }]);
  });

  it('are of weeks where days tell too little, unless days are asked for', async () => {
    for (let day = 0; day < 20; day++) {
      await test.store({ projectId: 'thin', outcome: 'success', outcomeSource: 'measured' });
      for (let n = 0; n < FEWEST_OUTCOMES; n++)
        await test.store({ projectId: 'full', outcome: 'success', outcomeSource: 'measured', taskDescription: `${n}` });
      test.now += DAY;
    }
    const stepOf = async (asked: object) => (await test.call('memory.insights', asked)).step;
    expect(await stepOf({ projectId: 'thin' })).toBe('week');
    expect(await stepOf({ projectId: 'full' })).toBe('day');
    expect(await stepOf({ projectId: 'thin', step: 'day' })).toBe('day');
  });

  it('count a lesson whose time is damaged in the total, and in no step', async () => {
    await test.store({ outcome: 'success', projectId: 'p' });
    const { id } = await test.store({ outcome: 'failure', projectId: 'p' });
    await damage(test, `UPDATE reflection SET created_at = '2026-02-2xT10:00:00.000Z' WHERE id = '${id}'`);
    for (const step of [undefined, 'day', 'week', 'month'] as const) {
      const asked = { since: '2026-01-01T00:00:00Z', utcOffset: 120, ...(step ? { step } : {}) };
      const { total, lessons } = await test.call('memory.insights', asked);
      expect([total.count, lessons.reduce((sum, { count }) => sum + count, 0)], step).toEqual([2, 1]);
    }
  });

  it('are empty without lessons, and refuse more steps than anyone can look at', async () => {
    const nothing = await test.call('memory.insights', {});
    expect(nothing).toMatchObject({
      since: null,
      until: null,
      lessons: [],
      total: { count: 0, success: { value: null } },
    });
    const error = await test.fail('memory.insights', { since: '2001-01-01T00:00:00Z', step: 'day' });
    expect(error).toMatchObject({ code: 'invalid_input', reason: 'too_large' });
    expect(error.hint).toContain('month');
  });
});

describe("Wilson's interval", () => {
  it('agrees with published values and keeps to 0 and 1', () => {
    // 95 % score interval of 81 of 263 (Newcombe 1998, table I): 0.2553 to 0.3662.
    const found = wilson(81, 263);
    expect(found.low).toBeCloseTo(0.2553, 4);
    expect(found.high).toBeCloseTo(0.3662, 4);
    expect(wilson(0, 3)).toMatchObject({ value: 0, low: 0 });
    expect(wilson(0, 3).high).toBeGreaterThan(0.5);
    expect(wilson(5, 5).high).toBe(1);
    expect(wilson(0, 0)).toEqual({ value: null, n: 0, low: null, high: null });
  });
});

it('a second question reads only the lessons that changed since the first, and counts as if it read all', async () => {
  const known = new KnownLessons(100);
  const ask = (lessons = known) => {
    const db = openReader(test.paths.database);
    const request = { projectId: null, since: null, until: null, step: null, utcOffset: 0 };
    try {
      return readInsights(db, { ...request, now: new Date(test.now + 1).toISOString() }, lessons);
    } finally {
      closeStore(db);
    }
  };
  const failed = (statement: string) => test.store({ outcome: 'failure', whatDidNotWork: [statement] });
  for (let index = 0; index < 200; index++) await failed(`attempt ${index % 50}`);
  await test.store({ taskDescription: 'Fix token expiry', outcome: 'success', nextStrategy: 'Ask for the clock' });
  const [edited, gone] = [await failed('attempt 1'), await failed('attempt 1')];
  const first = ask();
  expect([known.read, known.keysMade]).toEqual([203, 50]);
  expect(first.failures.rows[0]).toMatchObject({ text: 'attempt 1', count: 6 });
  await test.call('reflection.update', { id: edited.id, changes: { whatDidNotWork: ['attempt 2'] } });
  await test.call('reflection.delete', { id: gone.id });
  await failed('something else');
  // Being shown changes no lesson.
  await test.call('memory.brief', { task: 'token expiry' }, agentIn('/work/demo'));
  // What an agent was shown is written by the time that a person is answered.
  await test.call('reflection.list', { limit: 1 });
  const second = ask();
  // The edited one and the new one.
  expect([known.read, known.keysMade]).toEqual([205, 51]);
  expect(second.failures.n).toBe(first.failures.n);
  expect(second.failures.rows[0]).toMatchObject({ text: 'attempt 2', count: 5 });
  expect(first.neverShown).toEqual({ value: 203, n: 203 });
  expect(second.neverShown).toEqual({ value: 202, n: 203 });
  expect(second).toEqual(ask(new KnownLessons()));
});
