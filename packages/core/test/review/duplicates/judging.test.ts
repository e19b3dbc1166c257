import { oppositionsOf, profileOf, resemblanceOf } from '@twicewise/search';
import type { LessonText } from '@twicewise/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairShelf } from '../../../src/review/duplicates/pair-shelf.ts';

let made = 0;

function lesson(fields: Partial<LessonText> = {}): ReturnType<typeof profileOf> {
  made += 1;
  return profileOf({
    id: `l${made}`,
    seq: made,
    projectId: 'p',
    outcome: 'failure',
    taskDescription: 'Get the end-to-end tests of the checkout green in CI',
    whatWorked: [],
    whatDidNotWork: [],
    nextStrategy: '',
    text: '',
    rootCause: null,
    causalReasoning: null,
    ...fields,
  } as LessonText);
}

const said = {
  whatWorked: ['Starting the gateway stub first and handing its address to the app as GATEWAY_URL'],
  whatDidNotWork: ['Waiting a fixed five seconds for the stub'],
  nextStrategy: 'Wait for a health endpoint, never for time.',
};

describe('two lessons', () => {
  it('in other words resemble each other, and the reasons say by what', () => {
    const again = {
      whatWorked: ['Start the gateway stub first and hand its address to the app as GATEWAY_URL'],
      whatDidNotWork: ['Waiting a fixed five seconds for the stub to come up'],
      nextStrategy: 'Wait for the health endpoint, never for a time.',
    };
    const found = resemblanceOf(lesson(said), lesson(again));
    expect(found?.score).toBeGreaterThan(0.8);
    expect(found).toMatchObject({ sameTask: true, taskOverlap: 1 });
    expect(found?.statements).toEqual([
      { field: 'whatWorked', text: said.whatWorked[0] },
      { field: 'nextStrategy', text: said.nextStrategy },
    ]);
    expect(found?.terms).toContain('checkout');
    expect(found?.onlyOther).toEqual(['come']);
  });

  it('that ended differently are two attempts, and those about different things one template', () => {
    expect(resemblanceOf(lesson(said), lesson({ ...said, outcome: 'success' }))).toBeNull();
    const long = { text: 'Statement, evidence, context, impact, atomicity, category, related skills, see also index.' };
    const one = lesson({ taskDescription: 'Parse each comment', ...long });
    expect(resemblanceOf(one, lesson({ taskDescription: 'Verify the count', ...long }))).toBeNull();
  });

  it('of which one denies what the other states do not resemble each other', () => {
    const one = lesson({ nextStrategy: 'Raise the token lifetime in the gateway' });
    expect(resemblanceOf(one, lesson({ nextStrategy: 'Do not raise the token lifetime in the gateway' }))).toBeNull();
  });

  it('resemble each other the same, whichever is asked about first, and each resembles itself', () => {
    const words = fc.array(fc.constantFrom('cache', 'token', 'retry', 'index', 'queue', 'not', 'v2'), { maxLength: 9 });
    const texts = words.map((some) => some.join(' '));
    const any = fc.record({ taskDescription: texts, whatWorked: fc.array(texts, { maxLength: 3 }), text: texts });
    fc.assert(
      fc.property(any, any, (first, second) => {
        const [one, other] = [lesson(first), lesson(second)];
        const [there, back] = [resemblanceOf(one, other), resemblanceOf(other, one)];
        expect(there?.score).toBe(back?.score);
        expect(there?.onlyOne).toEqual(back?.onlyOther);
        const self = resemblanceOf(one, lesson(first));
        if (one.task.key !== '') expect(self).toMatchObject({ score: 1, onlyOne: [], onlyOther: [] });
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('contradict each other where one says worked what the other says did not, on the same task', () => {
    const fails = lesson({ whatDidNotWork: ['Raising the timeout', 'Retrying'] });
    const works = lesson({ outcome: 'success', whatWorked: ['raise the timeouts', 'Something else'] });
    const expected = {
      worked: { id: works.id, text: 'raise the timeouts' },
      didNot: { id: fails.id, text: 'Raising the timeout' },
    };
    expect(oppositionsOf(fails, works)).toEqual([expected]);
    expect(oppositionsOf(works, fails)).toEqual([expected]);
    const elsewhere = lesson({
      taskDescription: 'Shrink the image of the worker',
      whatWorked: ['Raising the timeout'],
    });
    expect(oppositionsOf(fails, elsewhere)).toEqual([]);
    expect(oppositionsOf(fails, lesson({ whatWorked: ['Not raising the timeout'] }))).toEqual([]);
  });
});

describe('a shelf of pairs', () => {
  const pair = (one: number, other: number, score: number) => {
    const name = (n: number) => `l${String(n).padStart(4, '0')}`;
    return { one: name(one), other: name(other), projectId: 'p', score };
  };

  it('holds a bounded number of pairs of a lesson and in all, the best', () => {
    const shelf = new PairShelf(20);
    for (let n = 1; n <= 9; n++) shelf.add(pair(0, n, n));
    expect(shelf.sorted(null).map(({ score }) => score)).toEqual([9, 8, 7, 6, 5]);
    expect(shelf.hasDropped).toBe(false);
    for (let n = 0; n < 100; n++) shelf.add(pair(100 + 2 * n, 101 + 2 * n, n));
    expect(shelf.size).toBeLessThanOrEqual(22);
    expect(shelf.sorted(null)[0]?.score).toBe(99);
    expect(shelf.hasDropped).toBe(true);
  });

  it('forgets the pairs of a lesson, and says whom it was paired with', () => {
    const shelf = new PairShelf(20);
    shelf.add(pair(1, 2, 0.7));
    shelf.add(pair(2, 3, 0.8));
    shelf.add(pair(4, 5, 0.9));
    expect(shelf.forget('l0002').sort()).toEqual(['l0001', 'l0003']);
    expect(shelf.forget('l0002')).toEqual([]);
    expect(shelf.sorted('p')).toEqual([pair(4, 5, 0.9)]);
    expect(shelf.sorted('q')).toEqual([]);
  });
});
