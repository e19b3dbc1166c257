import { blankAttemptContent, MAX_STATEMENTS, type Outcome, settings } from '@twicewise/contract';
import type { AttemptMeasures, ReflectionMeasures } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import { backAndForth } from '../../src/attempts/back-and-forth.ts';
import { change, hasImproved, rewardChange } from '../../src/attempts/improvement.ts';
import { confidenceKeptBy, flagsOf, judgedByNext, notesOnReflection, qualityOf } from '../../src/attempts/quality.ts';
import { repeatedStatements } from '../../src/attempts/repeated-statements.ts';
import { withReward } from '../../src/attempts/reward.ts';
import { findStuck } from '../../src/attempts/stuck.ts';
import { measured } from './measured.ts';

// How attempts compare with each other, at the edges of each rule.

const WEIGHTS = settings.parse({});
const rewarded = (fields: Partial<AttemptMeasures> = {}) => withReward(measured(fields), WEIGHTS);
const LONG = 'x'.repeat(100);
const said = (fields: Partial<ReflectionMeasures> = {}): ReflectionMeasures => ({
  text: LONG,
  rootCause: 'cause',
  failingActions: [],
  insights: ['do this'],
  lessons: [],
  confidence: null,
  ...fields,
});

describe('one attempt compared with the one before', () => {
  const better = (before: Partial<AttemptMeasures>, now: Partial<AttemptMeasures>) =>
    hasImproved(rewarded(before), rewarded(now));

  it('is by the reward, where that did not change by the failed tests, and where these did not by the outcome', () => {
    expect(better({ reward: 0.4 }, { reward: 0.5, outcome: 'failure', failed: 9 })).toBe(true);
    expect(better({ reward: 0.5, failed: 2 }, { reward: 0.5, failed: 1 })).toBe(true);
    expect(better({ reward: 0.5, failed: 1 }, { reward: 0.5, failed: 2 })).toBe(false);
    expect(better({ reward: 0.5, failed: 1 }, { reward: 0.5, failed: 1, outcome: 'success' })).toBe(true);
    expect(better({ failed: null }, { failed: 1, outcome: 'partial' })).toBe(true);
    expect(better({ failed: 3, outcome: 'partial' }, { failed: null })).toBe(false);
  });

  it('knows which outcome is better than which', () => {
    const order: Outcome[] = ['failure', 'partial', 'success'];
    for (const [at, before] of order.entries())
      for (const [after, now] of order.entries())
        expect(better({ outcome: before }, { outcome: now }), `${before} → ${now}`).toBe(after > at);
  });

  it('is not known where nothing can be compared, and no better where only the reward is known and stayed', () => {
    expect(better({ outcome: 'unknown' }, { outcome: 'success' })).toBeNull();
    expect(better({ outcome: 'success' }, { outcome: 'unknown' })).toBeNull();
    expect(better({ outcome: 'unknown', reward: 0.5 }, { outcome: 'unknown', reward: 0.5 })).toBe(false);
    expect(hasImproved(undefined, rewarded({ reward: 0.5, failed: 1, outcome: 'success' }))).toBeNull();
  });

  it('has no change of a reward that rests on something else, or that is not known', () => {
    const lint = { kind: 'lint', verdict: 'pass', command: null, counts: null } as const;
    const [stated, computed] = [rewarded({ reward: 0.5 }), rewarded({ scoredChecks: [lint] })];
    expect(computed.reward).toBe(1);
    expect(rewardChange(stated, computed)).toBeNull();
    expect(rewardChange(stated, rewarded({ reward: 0.75 }))).toBe(0.25);
    expect(rewardChange(undefined, stated)).toBeNull();
    expect(rewardChange(rewarded(), rewarded())).toBeNull();
    expect([change(2, 5), change(0, 0), change(null, 1), change(undefined, 1), change(1, null)]).toEqual([
      ...[3, 0, null, null, null],
    ]);
  });
});

describe('the flags of a reflection', () => {
  it('are for what is missing, where the attempt did not succeed', () => {
    expect(flagsOf('failure', said(), null)).toEqual([]);
    for (const insights of [[], [''], [' ', '\n']])
      expect(flagsOf('partial', said({ insights }), null)).toEqual(['no_insights']);
    expect(flagsOf('failure', said({ insights: ['', 'do this'] }), null)).toEqual([]);
    expect(flagsOf('unknown', said({ text: `${' '.repeat(9)}${'x'.repeat(99)} ` }), null)).toEqual(['too_short']);
    for (const rootCause of [null, '', ' ']) {
      expect(flagsOf('failure', said({ rootCause }), null)).toEqual(['no_credit']);
      expect(flagsOf('failure', said({ rootCause, failingActions: [3] }), null)).toEqual([]);
    }
    expect(flagsOf('success', said({ text: '' }), false)).toEqual([]);
    expect(flagsOf('failure', null, false)).toEqual([]);
  });

  it('are overconfidence from 0.8 on, where the next attempt is known to be no better', () => {
    const flags = (confidence: number | null, improved: boolean | null, outcome: Outcome = 'failure') =>
      flagsOf(outcome, said({ confidence }), improved);
    expect(flags(0.8, false)).toEqual(['overconfident']);
    expect(flags(0.8, false, 'unknown')).toEqual(['overconfident']);
    for (const none of [flags(0.79, false), flags(null, false), flags(1, true), flags(1, null)])
      expect(none).toEqual([]);
    expect(flags(1, false, 'success')).toEqual([]);
  });

  it('are told to the author with what to add, and with the places that no action has', () => {
    const { reflection: _, ...rest } = blankAttemptContent();
    const action = { description: 'a', filePath: null, additions: null, deletions: null, diff: null };
    const actor = {
      actions: [0, 1].map(() => ({ ...action, type: 'other', command: null, at: null })),
      rationale: null,
      variant: null,
      filesModified: [],
      totalChanges: null,
    };
    const notes = (fields: Partial<ReflectionMeasures>, outcome: Outcome = 'failure') => {
      const reflection = { ...said(fields), causalReasoning: null, category: null, related: [] };
      return notesOnReflection(outcome, { ...rest, actor, reflection });
    };
    expect(notes({ failingActions: [0, 1] })).toEqual([]);
    expect(notes({ failingActions: [1, 2, 3, 4, 5, 6, 7] })).toEqual([
      'failingActions names places that no action has: 2, 3, 4, 5, 6. There are 2, counted from 0.',
    ]);
    expect(notes({ rootCause: null })).toEqual([
      'The reflection is stored, but weak: it names neither a root cause nor a failing action.',
    ]);
    expect(notes({ text: '', insights: [] })).toEqual([
      'The reflection is stored, but weak: it has no insights, which say what to do in the next attempt; its text has less than 100 characters.',
    ]);
    expect(notes({ text: '', insights: [] }, 'success')).toEqual([]);
    expect(notesOnReflection('failure', { ...rest, actor: null, reflection: null })).toEqual([]);
    const blamed = { ...said({ failingActions: [0] }), causalReasoning: null, category: null, related: [] };
    expect(notesOnReflection('failure', { ...rest, actor: null, reflection: blamed })).toEqual([
      'failingActions names places that no action has: 0. There are 0, counted from 0.',
    ]);
  });
});

describe('the quality of reflections', () => {
  it('counts each flag, the most frequent first, of those that had something to explain', () => {
    const given = [
      rewarded({ reflection: said({ text: 'short' }) }),
      rewarded({ reflection: said({ insights: [] }) }),
      rewarded({ reflection: said({ insights: [], rootCause: null }) }),
      rewarded({ reflection: said({ insights: [] }), outcome: 'success' }),
      rewarded(),
    ];
    const { n, flags } = qualityOf(given);
    expect(n).toBe(3);
    expect(flags.map(({ flag, count }) => [flag, count])).toEqual([
      ['no_insights', 2],
      ['too_short', 1],
      ['no_credit', 1],
    ]);
  });

  it('judges by the next attempt at the same task of the same project, and not by others between them', () => {
    const at = (taskIdentity: string, reward: number, projectId = 'demo') =>
      rewarded({ taskIdentity, reward, projectId, confidence: 0.9 });
    const given = [at('a', 0.5), at('b', 0.9), at('a', 0.1, 'other'), at('a', 0.6), at('b', 0.8)];
    expect(judgedByNext(given).map(({ attempt, improved }) => [given.indexOf(attempt), improved])).toEqual([
      [0, true],
      [1, false],
    ]);
  });

  it('counts an attempt that was sure and followed by one that was no better', () => {
    const sure = rewarded({ reward: 0.5, confidence: 0.9, reflection: said({ confidence: 0.9 }) });
    const [better, worse] = [0.6, 0.4].map((reward) => rewarded({ reward }));
    if (!better || !worse) throw new Error('two attempts');
    expect(qualityOf([sure, worse]).flags).toEqual([{ flag: 'overconfident', count: 1 }]);
    expect(qualityOf([sure, better]).flags).toEqual([]);
    expect(confidenceKeptBy([sure, worse])).toEqual([{ band: 'sure', n: 1, improved: 0 }]);
  });

  it('leaves out successes, attempts that stated no confidence, and those after which nothing can be compared', () => {
    const next = rewarded({ reward: 0.9 });
    const judged = (fields: Partial<AttemptMeasures>) => judgedByNext([rewarded({ reward: 0.5, ...fields }), next]);
    expect(judged({ confidence: 0 })).toHaveLength(1);
    expect(judged({ confidence: null })).toEqual([]);
    expect(judged({ confidence: 1, outcome: 'success' })).toEqual([]);
    expect(judgedByNext([rewarded({ confidence: 1, outcome: 'unknown' }), next])).toEqual([]);
  });

  it('counts by band: from 0.8 sure, below 0.5 in doubt, between them neither', () => {
    const bandOf = (confidence: number) =>
      confidenceKeptBy([rewarded({ confidence, reward: 0.1 }), rewarded({ reward: 0.2 })]);
    for (const [confidence, band] of [
      [1, 'sure'],
      [0.8, 'sure'],
      [0.79, 'middle'],
      [0.5, 'middle'],
      [0.49, 'doubt'],
      [0, 'doubt'],
    ] as const)
      expect(bandOf(confidence), `${confidence}`).toEqual([{ band, n: 1, improved: 1 }]);
  });
});

describe('a statement that is repeated', () => {
  const saying = (...insights: string[]) => measured({ reflection: said({ insights }), category: null });

  it('is of at least two reflections, the most frequent first, and no more than twenty', () => {
    const [one, two, three] = [saying('wait longer', 'check null'), saying('check null'), saying('check null')];
    const both = saying('wait longer');
    expect(repeatedStatements([one, two, three, both]).map(({ text, count }) => [text, count])).toEqual([
      ['check null', 3],
      ['wait longer', 2],
    ]);
    const many = Array.from({ length: MAX_STATEMENTS + 1 }, (_, n) => `statement number ${n}`);
    expect(repeatedStatements([saying(...many), saying(...many)])).toHaveLength(MAX_STATEMENTS);
    expect(repeatedStatements([one])).toEqual([]);
  });

  it('says of which attempts it is, and of which categories these are, where they have one', () => {
    const given = (['logic_error', null, 'other', 'logic_error'] as const).map((category) =>
      measured({ category, reflection: said({ insights: [], lessons: ['check null'] }) }),
    );
    expect(repeatedStatements(given)).toEqual([
      {
        text: 'check null',
        count: 4,
        categories: ['logic_error', 'other'],
        attemptIds: given.map(({ id }) => id),
      },
    ]);
    expect(repeatedStatements([measured(), measured()])).toEqual([]);
  });

  it('is in its latest words; what has no words is none', () => {
    expect(repeatedStatements([saying('checks null'), saying('Check null!')])[0]?.text).toBe('Check null!');
    expect(repeatedStatements([saying('…', ''), saying('…', '')])).toEqual([]);
  });
});

describe('attempts that are stuck', () => {
  const reasons = (...measures: AttemptMeasures[]) =>
    findStuck(measures).map(({ reason, attemptIds, what }) => [
      reason,
      attemptIds.map((id) => measures.findIndex((one) => one.id === id)),
      what,
    ]);
  const failing = (failed: number, fields: Partial<AttemptMeasures> = {}) => measured({ failed, ...fields });

  it('are told in the order in which they began, each as long as it is, and what follows anew', () => {
    const repeats = [{ call: 'npm run deploy', times: 3 }];
    const declared = { progress: 'stuck' } as const;
    const given = [
      measured({ repeats, outcome: 'unknown' }),
      failing(1, declared),
      failing(2, declared),
      failing(3, declared),
      measured({ outcome: 'success' }),
      failing(1),
      failing(2),
      failing(3),
      failing(4),
    ];
    expect(reasons(...given)).toEqual([
      ['repeated_call', [0], 'npm run deploy'],
      ['declared', [1, 2, 3], null],
      ['more_failures', [1, 2, 3], null],
      ['more_failures', [5, 6, 7, 8], null],
    ]);
  });

  it('may overlap with nothing of the same reason: the next stretch begins after the one before', () => {
    const error = { errors: ['E'] };
    const other = { errors: ['F'] };
    expect(reasons(...[error, error, error, other, other, other].map((fields) => measured(fields)))).toEqual([
      ['same_error', [0, 1, 2], 'E'],
      ['same_error', [3, 4, 5], 'F'],
    ]);
    // The second begins where the first ended, not within it.
    const both = { errors: ['E', 'F'] };
    expect(reasons(...[error, error, both, other, other].map((fields) => measured(fields)))).toEqual([
      ['same_error', [0, 1, 2], 'E'],
    ]);
  });

  it('do not begin or go on with a success, or with an error that is gone', () => {
    const done = { outcome: 'success' as const };
    expect(reasons(failing(1, done), failing(2), failing(3))).toEqual([]);
    expect(reasons(failing(1), failing(2), failing(3, done), failing(4), failing(5))).toEqual([]);
    const declared = (progress: AttemptMeasures['progress'], fields = {}) => measured({ progress, ...fields });
    expect(reasons(declared('stuck'), declared('stuck'), declared(null), declared('stuck'))).toEqual([]);
    expect(reasons(declared('stuck'), declared('stuck'), declared('stuck', { taskIdentity: 'b' }))).toEqual([]);
    expect(reasons(declared('regressing'), declared('regressing'), declared('regressing'))).toHaveLength(1);
  });

  it('fail in more and more tests only where the same tests ran', () => {
    const inTests = (failed: number, failedIn: string | null) => failing(failed, { failedIn });
    expect(reasons(inTests(1, 'a'), inTests(2, 'b'), inTests(3, 'b'))).toEqual([]);
    expect(reasons(inTests(1, null), inTests(2, null), inTests(3, null))).toHaveLength(1);
    expect(reasons(failing(1), failing(1), failing(1))).toEqual([]);
    expect(reasons(failing(3), failing(2), failing(1))).toEqual([]);
    expect(reasons(failing(0), failing(1), measured(), failing(2), failing(3))).toEqual([]);
  });

  it('are told with the call that was repeated most, unless they succeeded', () => {
    const repeats = [
      { call: 'npm run deploy', times: 3 },
      { call: 'npm run seed', times: 5 },
      { call: 'npm run check', times: 4 },
    ];
    expect(reasons(measured({ repeats }), measured())).toEqual([['repeated_call', [0], 'npm run seed']]);
    expect(reasons(measured({ repeats, outcome: 'success' }))).toEqual([]);
  });

  it('say nothing of those of another project', () => {
    const inProject = (projectId: string, failed: number) =>
      measured({ projectId, failed, errors: ['E'], progress: 'stuck' });
    expect(reasons(inProject('a', 1), inProject('b', 2), inProject('a', 3), inProject('b', 4))).toEqual([]);
  });

  it('have an error in common under other requests, too', () => {
    const asked = (taskIdentity: string) => measured({ errors: ['E'], taskIdentity });
    expect(reasons(asked('a'), asked('b'), asked('c'))).toEqual([['same_error', [0, 1, 2], 'E']]);
  });
});

describe('an edit that is made again', () => {
  type Edit = AttemptMeasures['edits'][number];
  const edit = (before: string, after: string, path = 'a.ts'): Edit => ({ path, before, after });
  const found = (...edits: Edit[][]) =>
    backAndForth(edits.map((made) => measured({ edits: made }))).map(({ attemptIds }) => attemptIds.length);

  it('counts from the attempt that made it first, and then anew', () => {
    const [forth, back] = [edit('x', 'y'), edit('y', 'x')];
    expect(found([edit('q', 'r')], [forth], [back], [forth])).toEqual([3]);
    // What was found is over: it takes another round to be found again.
    expect(found([forth], [back], [forth], [back], [forth])).toEqual([3]);
    expect(found([forth], [back], [forth], [back], [forth], [back])).toEqual([3, 3]);
  });

  it('is taken back by an edit that puts back what it replaced, and by none that only begins or ends with it', () => {
    const forth = edit('x', 'y');
    expect(found([forth], [edit('y', 'z')], [forth])).toEqual([]);
    expect(found([forth], [edit('z', 'x')], [forth])).toEqual([]);
    expect(found([forth], [forth], [forth])).toEqual([]);
    const back = edit('y', 'x');
    expect(found([forth], [back], [edit('x', 'z')])).toEqual([]);
    expect(found([forth], [back], [edit('w', 'y')])).toEqual([]);
    const [first, second, third] = [forth, back, forth].map((one) => measured({ edits: [one] }));
    if (!first || !second || !third) throw new Error('three attempts');
    expect(backAndForth([first, second, third])).toEqual([
      { reason: 'back_and_forth', attemptIds: [first.id, second.id, third.id], what: 'a.ts' },
    ]);
  });

  it('of a whole file is taken back by another whole file, not by an edit within it', () => {
    const whole = edit('', 'x');
    expect(found([whole], [edit('', 'y')], [whole])).toEqual([3]);
    expect(found([whole], [whole], [whole])).toEqual([]);
    expect(found([whole], [edit('x', 'y')], [whole])).toEqual([]);
    expect(found([whole], [edit('x', '')], [whole])).toEqual([]);
  });

  it('is no edit where nothing changed', () => {
    const none = edit('x', 'x');
    expect(found([none], [none], [none])).toEqual([]);
    expect(found([edit('', '')], [edit('', 'y')], [edit('', '')])).toEqual([]);
  });

  it('is remembered for the next two hundred edits of its file', () => {
    const others = (count: number) => Array.from({ length: count }, (_, n) => edit(`${n}`, `${n + 1000}`));
    const [forth, back] = [edit('x', 'y'), edit('y', 'x')];
    expect(found([forth, back, ...others(198)], [forth])).toEqual([2]);
    expect(found([forth, back, ...others(199)], [forth])).toEqual([]);
    // One that is made over and over is one.
    expect(found([forth, back, ...Array<Edit>(300).fill(edit('0', '1'))], [forth])).toEqual([2]);
    // Those of other files do not count.
    const elsewhere = others(300).map((one) => ({ ...one, path: 'b.ts' }));
    expect(found([forth, back, ...elsewhere], [forth])).toEqual([2]);
  });

  it('is no circle where nothing failed since it was made, or where something succeeded', () => {
    const [forth, back] = [edit('x', 'y'), edit('y', 'x')];
    const of = (outcome: Outcome, one: Edit) => measured({ outcome, edits: [one] });
    expect(backAndForth([of('unknown', forth), of('partial', back), of('unknown', forth)])).toEqual([]);
    expect(backAndForth([of('unknown', forth), of('failure', back), of('unknown', forth)])).toHaveLength(1);
    expect(backAndForth([of('failure', forth), of('failure', back), of('success', forth)])).toEqual([]);
    // A failure before the edit was made is not one that came of it.
    const before = measured({ outcome: 'failure' });
    expect(backAndForth([before, of('unknown', forth), of('unknown', back), of('unknown', forth)])).toEqual([]);
  });
});
