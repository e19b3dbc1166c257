import { type Caller, MIN_BRIEF_TOKENS, type Reflection } from '@twicewise/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ASKED, REMINDERS } from '../../src/agent-text/wording.ts';
import { composeBrief } from '../../src/briefing/brief.ts';
import { contradictingPairs } from '../../src/briefing/contradictions.ts';
import { agentIn, TestCore } from '../harness.ts';
import { hitsOf, lesson, NOW } from './lesson.ts';

const quarter = (text: string) => Math.ceil(text.length / 4);
const TASK = 'Speed up the nightly import of orders';
const WORKED = { taskDescription: TASK, whatWorked: ['a larger connection pool'], nextStrategy: 'Keep the pool large' };
const FAILED = {
  taskDescription: TASK,
  outcome: 'failure' as const,
  whatDidNotWork: ['A larger connection pool'],
  nextStrategy: 'Read in batches',
};

function briefOf(lessons: readonly Reflection[], budget = 800, isLeft?: (one: string, other: string) => boolean) {
  const fixed = { wording: ASKED, nonce: 'k3Jq0vXyZ-_a', now: NOW, countTokens: quarter };
  return composeBrief({ hits: hitsOf(lessons), budget, ...(isLeft ? { isLeft } : {}), ...fixed });
}

const noteOn = (one: Reflection, other: Reflection) =>
  `${one.id} and ${other.id} contradict each other: check which one holds before relying on either.`;
const notesIn = (text: string) => text.split('\n').filter((line) => line.includes('contradict each other'));

describe('two lessons of a brief that contradict each other', () => {
  const [worked, failed] = [lesson(1, WORKED), lesson(9, FAILED)];

  it('are named after the markers, whichever is more relevant', () => {
    for (const [first, second] of [
      [worked, failed],
      [failed, worked],
    ] as const) {
      const { text, lessons } = briefOf([first, second]);
      expect(lessons).toHaveLength(2);
      expect(notesIn(text)).toEqual([noteOn(first, second)]);
      expect(text.indexOf('contradict each other')).toBeGreaterThan(text.indexOf('</stored-data'));
    }
  });

  it('are not named once a person left both as they are', () => {
    const asked: string[] = [];
    const isLeft = (...pair: string[]) => asked.push(...pair) > 0;
    expect(notesIn(briefOf([worked, failed], 800, isLeft).text)).toEqual([]);
    expect(asked.sort()).toEqual([worked.id, failed.id].sort());
  });

  it('are those that Today shows: of one project, on one task, about one approach', () => {
    const others: Partial<Reflection>[] = [
      { ...FAILED, whatDidNotWork: ['a larger page size'] },
      { ...FAILED, taskDescription: 'Keep the database of the shop from running out of memory' },
      { ...FAILED, projectId: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAW', projectName: 'other' },
      { ...FAILED, whatDidNotWork: [], whatWorked: ['a larger connection pool'] },
    ];
    for (const other of others) {
      const brief = briefOf([worked, lesson(9, other)]);
      expect(brief.lessons).toHaveLength(2);
      expect(notesIn(brief.text)).toEqual([]);
    }
  });

  it('are at most three pairs', () => {
    const many = [worked, ...[2, 3, 4, 5].map((n) => lesson(n, { ...FAILED, nextStrategy: `Way ${n}` }))];
    const { text, lessons } = briefOf(many, 2000);
    expect(lessons).toHaveLength(5);
    expect(notesIn(text)).toEqual(many.slice(1, 4).map((other) => noteOn(worked, other)));
  });

  it('are looked for among the twelve most relevant lessons, until three pairs are found', () => {
    const read: string[] = [];
    const asked: string[] = [];
    const get = (of: Reflection, key: keyof Reflection) => {
      if (key === 'whatWorked') read.push(of.id);
      return of[key];
    };
    const watch = (one: Reflection): Reflection => new Proxy(one, { get });
    const pairsOf = (lessons: Reflection[]) => {
      read.length = asked.length = 0;
      return contradictingPairs(lessons.map(watch), (one, other) => asked.push(one + other) < 0);
    };
    const quiet = Array.from({ length: 11 }, (_, n) => lesson(20 + n));
    expect(pairsOf([worked, ...quiet.slice(1), failed, ...quiet])).toEqual([[worked.id, failed.id]]);
    expect(new Set(read).size).toBe(12);
    expect(pairsOf([worked, ...quiet, failed])).toEqual([]);

    const many = Array.from({ length: 11 }, (_, n) => lesson(40 + n, FAILED));
    expect(pairsOf([worked, ...many])).toHaveLength(3);
    expect(asked).toHaveLength(3);
  });

  it('are not looked for in a log that was stored as what was tried', () => {
    const log = ['x '.repeat(2500), ...FAILED.whatDidNotWork];
    expect(notesIn(briefOf([worked, lesson(9, { ...FAILED, whatDidNotWork: log })], 8000).text)).toEqual([]);
    const short = ['x '.repeat(250), ...FAILED.whatDidNotWork];
    expect(notesIn(briefOf([worked, lesson(9, { ...FAILED, whatDidNotWork: short })], 8000).text)).toHaveLength(1);
  });

  it('are both shown as soon as both fit: what says that they contradict each other costs no lesson', () => {
    const many = [worked, ...[2, 3, 4].map((n) => lesson(n, { ...FAILED, nextStrategy: `Way ${n}` }))];
    // A reminder has the least around its lessons, so a note has the least room.
    const shown = (budget: number, isLeft: () => boolean) =>
      composeBrief({
        ...{ hits: hitsOf(many), budget, isLeft, wording: REMINDERS.prompt, nonce: 'k3Jq0vXyZ-_a', now: NOW },
        countTokens: quarter,
      });
    const noted = new Set<number>();
    for (let budget = MIN_BRIEF_TOKENS; budget < 700; budget++) {
      const { lessons, text } = shown(budget, () => false);
      expect(lessons, `${budget}`).toEqual(shown(budget, () => true).lessons);
      if (lessons.length === 4) noted.add(notesIn(text).length);
    }
    expect([...noted].sort()).toEqual([0, 1, 2, 3]);
  });

  it('are named only where both are shown, within the budget, whatever else is there', () => {
    const filler = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), { maxLength: 12 });
    let named = 0;
    fc.assert(
      fc.property(filler, fc.integer({ min: MIN_BRIEF_TOKENS, max: 700 }), fc.boolean(), (texts, budget, isLast) => {
        const rest = texts.map((nextStrategy, at) => lesson(20 + at, { nextStrategy }));
        const { text, tokens, lessons } = briefOf(
          isLast ? [worked, ...rest, failed] : [worked, failed, ...rest],
          budget,
        );
        expect(tokens).toBeLessThanOrEqual(budget);
        const shown = lessons.map(({ id }) => id);
        const areBoth = shown.includes(worked.id) && shown.includes(failed.id);
        const isRoom = tokens + quarter(noteOn(worked, failed)) < budget;
        if (areBoth && isRoom) expect(notesIn(text)).toEqual([noteOn(worked, failed)]);
        else if (!areBoth) expect(notesIn(text)).toEqual([]);
        if (notesIn(text).length > 0) named++;
      }),
    );
    expect(named).toBeGreaterThan(10);
  });
});

describe('an agent', () => {
  let test: TestCore;
  beforeEach(() => {
    test = new TestCore();
  });
  afterEach(() => test.remove());

  const hook: Caller = agentIn('/work/demo', { door: 'hook', session: 's' });
  const told = async () => {
    const brief = await test.call('memory.brief', { task: TASK, dryRun: true }, agentIn('/work/demo'));
    const reminder = await test.call('memory.remind', { occasion: 'prompt', text: TASK, dryRun: true }, hook);
    return { brief: notesIn(brief.text), reminder: notesIn(reminder.text ?? '') };
  };

  it('is told so in briefs and reminders, until a person leaves both or rejects one', async () => {
    const one = await test.store({ ...WORKED, projectId: undefined }, agentIn('/work/demo'));
    const other = await test.store({ ...FAILED, projectId: undefined }, agentIn('/work/demo'));
    const both = { brief: [expect.stringContaining(one.id)], reminder: [expect.stringContaining(other.id)] };
    expect(await told()).toEqual(both);

    const left = await test.call('reflection.dismissContradiction', { ids: [other.id, one.id] });
    expect(await told()).toEqual({ brief: [], reminder: [] });
    await test.call('operation.undo', { operationId: left.operationId ?? '' });
    expect(await told()).toEqual(both);

    await test.call('reflection.setState', { id: other.id, state: 'rejected' });
    expect(await told()).toEqual({ brief: [], reminder: [] });
  });
});
