import { type InputOf, settings } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analyseAttempts } from '../../src/attempts/analyse.ts';
import { TestCore } from '../harness.ts';
import { measured } from './measured.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Reflection = NonNullable<NonNullable<InputOf<'attempt.record'>['content']>['reflection']>;
const GOOD: Reflection = {
  text: 'I retried at once, which the server does not like: it counts requests within a second and answers 503 again.',
  rootCause: 'No pause',
  insights: ['Wait longer each time'],
};
async function record(reflection: Reflection | null, fields: Partial<InputOf<'attempt.record'>> = {}) {
  const input = { projectId: 'demo', task: 'retry', outcome: 'failure' as const, content: { reflection }, ...fields };
  const { attempt, notes } = await test.call('attempt.record', input);
  return { id: attempt.id, notes };
}
const flagsOf = async ({ id }: { id: string }) => (await test.call('attempt.get', { id })).flags;
const minute = (n: number) => new Date(Date.UTC(2026, 1, 1, 12, n)).toISOString();

describe('a reflection', () => {
  it('is weak without insights, below 100 characters, and without a cause (S3-61)', async () => {
    verifies('S3-61');
    expect(await flagsOf(await record(GOOD))).toEqual([]);
    expect(await flagsOf(await record({ ...GOOD, insights: [' '] }))).toEqual(['no_insights']);
    expect(await flagsOf(await record({ ...GOOD, text: 'x'.repeat(99) }))).toEqual(['too_short']);
    expect(await flagsOf(await record({ ...GOOD, text: 'x'.repeat(100) }))).toEqual([]);
    expect(await flagsOf(await record({ ...GOOD, rootCause: null }))).toEqual(['no_credit']);
    expect(await flagsOf(await record({ ...GOOD, rootCause: null, failingActions: [0] }))).toEqual([]);
    expect(await flagsOf(await record({ text: '' }))).toEqual(['no_insights', 'too_short', 'no_credit']);
    // A success has nothing to explain, and nobody has to reflect.
    expect(await flagsOf(await record({ text: 'It worked' }, { outcome: 'success' }))).toEqual([]);
    expect(await flagsOf(await record(null))).toEqual([]);
  });

  it('is overconfident when its author was sure and the next attempt was no better; doubt is honest (B3-08, B3-10)', async () => {
    verifies('B3-08', 'B3-10', 'S3-61');
    const step = (n: number, confidence: number, reward: number) =>
      record({ ...GOOD, confidence }, { endedAt: minute(n), content: { reward, reflection: { ...GOOD, confidence } } });
    const sure = await step(1, 0.9, 0.5);
    expect(await flagsOf(sure)).toEqual([]);
    const doubtful = await step(3, 0.2, 0.4);
    expect(await flagsOf(sure)).toEqual(['overconfident']);
    await step(4, 0.5, 0.1);
    // The next one was worse, and it had said that it did not know.
    expect(await flagsOf(doubtful)).toEqual([]);
    // An attempt between them that is recorded later is the next one.
    const between = await step(2, 0.8, 0.6);
    expect(await flagsOf(sure)).toEqual([]);
    expect(await flagsOf(between)).toEqual(['overconfident']);
    await test.call('attempt.delete', { id: between.id });
    expect(await flagsOf(sure)).toEqual(['overconfident']);
    const { quality } = (await test.call('attempt.analysis', { task: 'retry' })).analysis;
    expect(quality).toEqual({ n: 3, flags: [{ flag: 'overconfident', count: 1 }] });
  });

  it('is held against the next attempt in its own project, whatever is called the same in another', async () => {
    const of = (projectId: string, n: number) =>
      record(
        { ...GOOD, confidence: 0.9 },
        { projectId, endedAt: minute(n), content: { reflection: { ...GOOD, confidence: 0.9 } } },
      );
    expect(await flagsOf(await of('one', 1))).toEqual([]);
    await of('two', 2);
    const { quality } = (await test.call('attempt.analysis', { task: 'retry' })).analysis;
    expect(quality).toEqual({ n: 2, flags: [] });
  });

  it('that is weak is stored, and its author is told what is missing (S3-62)', async () => {
    verifies('S3-62', 'B3-17');
    expect((await record(GOOD)).notes).toEqual([]);
    expect((await record(null)).notes).toEqual([]);
    const { notes } = await record({ text: 'It failed', failingActions: [3] });
    expect(notes).toEqual([
      'The reflection is stored, but weak: it has no insights, which say what to do in the next attempt; its text has less than 100 characters.',
      'failingActions names places that no action has: 3. There are 0, counted from 0.',
    ]);
  });
});

describe('the analysis of reflections', () => {
  const analyse = (...measures: AttemptMeasures[]) => analyseAttempts(measures, measures.length, settings.parse({}));
  const blank = { text: '', rootCause: null, failingActions: [], insights: [], lessons: [], confidence: null };

  it('tells by band of confidence how often the next attempt was better, with its n (S3-52, B3-10)', () => {
    verifies('S3-52', 'B3-10');
    const at = (reward: number, confidence: number | null) => measured({ reward, confidence });
    const { confidenceKept } = analyse(at(0.1, 0.9), at(0.3, 0.8), at(0.2, 0.3), at(0.5, 0.6), at(0.4, 0.9));
    expect(confidenceKept).toEqual([
      { band: 'sure', n: 2, improved: 1 },
      { band: 'middle', n: 1, improved: 0 },
      { band: 'doubt', n: 1, improved: 1 },
    ]);
    expect(analyse(at(0.1, null), at(0.3, 0.9)).confidenceKept).toEqual([]);
  });

  it('finds what several of them say, however it is worded, with their categories (S3-45)', () => {
    verifies('S3-45');
    const says = (category: AttemptMeasures['category'], insights: string[], lessons: string[] = []) =>
      measured({ category, reflection: { ...blank, insights, lessons } });
    const all = [
      says('edge_case_miss', ['Check for null', 'Check for null']),
      says('logic_error', ['Wait longer'], ['Checking for null!']),
      says(null, ['Do not check for null']),
      measured(),
    ];
    expect(analyse(...all).statements).toEqual([
      {
        text: 'Checking for null!',
        count: 2,
        categories: ['edge_case_miss', 'logic_error'],
        attemptIds: [all[0]?.id, all[1]?.id],
      },
    ]);
  });

  it('reads long and many texts only in part', async () => {
    const insights = Array.from({ length: 90 }, (_, n) => `insight ${n} ${'x'.repeat(3000)}`);
    for (let n = 0; n < 2; n++) await record({ ...GOOD, insights });
    const { statements } = (await test.call('attempt.analysis', { task: 'retry' })).analysis;
    expect(statements).toHaveLength(20);
    expect(statements.every(({ text }) => text.length <= 400)).toBe(true);
  });
});
