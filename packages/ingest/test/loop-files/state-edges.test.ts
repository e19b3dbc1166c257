import { describe, expect, it } from 'vitest';
import { isLoopState, loopOutcome, readLoopState } from '../../src/loop-files/read-state.ts';

type Fields = Record<string, unknown>;

const read = (more: Fields = {}) => readLoopState({ task: 'Round prices', max_iterations: 5, ...more });
const attemptsOf = (...iterations: unknown[]) => read({ iterations }).attempts;

describe('the outcome of a loop', () => {
  it.each(['running', 'active', 'in progress', 'InProgress', 'completing', 'started', 'pending'])(
    'is unknown while it is %s',
    (word) => {
      expect(loopOutcome(word).outcome).toBe('unknown');
    },
  );
  it.each(['max_iterations_reached', 'limit reached', 'interrupted', 'Stopped'])('is a failure when %s', (word) => {
    expect(loopOutcome(word).outcome).toBe('failure');
  });
  it.each(['converged', 'finished', 'all - complete'])('is a success when %s', (word) => {
    expect(loopOutcome(word).outcome).toBe('success');
  });
  it.each([['  '], [7], [null]])('has no word of its own for %j', (word) => {
    expect(loopOutcome(word)).toEqual({ outcome: 'unknown', native: null });
  });
  it('keeps its own word without the spaces around it, and no more of it than fits', () => {
    expect(loopOutcome(' done ')).toEqual({ outcome: 'success', native: 'done' });
    expect(loopOutcome('x'.repeat(300)).native).toBe('x'.repeat(256));
  });
});

describe('a file', () => {
  it.each(['current_iteration', 'maxIterations', 'completion_criteria', 'completion'])(
    'with %s is the state of a loop',
    (key) => {
      expect(isLoopState({ [key]: null })).toBe(true);
    },
  );

  it('without a task is called after its loop, and refused where it has no name either', () => {
    const taskOf = (file: Fields) => readLoopState({ completion: 1, ...file }).content.task;
    expect(taskOf({ task: 'T', task_description: 'D', id: 'I' })).toBe('T');
    expect(taskOf({ task: ' ', task_description: 'D', id: 'I' })).toBe('D');
    expect(taskOf({ id: 'I' })).toBe('I');
    expect(() => taskOf({})).toThrow('the state of a loop needs a task, or an id of the loop');
  });

  it.each([
    [{ loop_id: 'L', id: 'I', name: 'N' }, 'L'],
    [{ loop_id: null, id: 'I', name: 'N' }, 'I'],
    [{ name: 'N' }, 'N'],
    [{ id: 7 }, null],
    [{ id: 'i'.repeat(300) }, `${'i'.repeat(253)}…`],
  ])('that says %j is the loop %s', (said, loopId) => {
    expect(read(said).loopId).toBe(loopId);
  });

  it.each([
    [{ started_at: '2026-03-01T09:00:00Z' }, '2026-03-01T09:00:00.000Z', 'exact'],
    [{ start_time: '2026-03-01' }, '2026-03-01T00:00:00.000Z', 'day'],
    [{ started_at: 'once' }, null, 'unknown'],
    [{}, null, 'unknown'],
  ])('that says %j began at %s, known as %s', (said, at, quality) => {
    const { startedAt, content } = read(said);
    expect([startedAt, content.occurredAt, content.timeQuality]).toEqual([at, at, quality]);
  });

  it.each(['completed_at', 'completed_time', 'end_time'])('ended at %s', (name) => {
    expect(read({ [name]: '2026-03-01T09:00:00Z' }).endedAt).toBe('2026-03-01T09:00:00.000Z');
    expect(read().endedAt).toBe(null);
  });

  it('has the outcome of its status; without one nobody said it', () => {
    expect(read({ status: 'done' }).content).toMatchObject({ outcome: 'success', outcomeSource: 'reported' });
    expect(read().content).toMatchObject({ outcome: 'unknown', outcomeSource: 'defaulted', outcomeNative: null });
  });

  it('counts what are numbers, under names that fit', () => {
    const metrics = { ok: 1, text: '2', none: Number.NaN, [`n${'a'.repeat(63)}`]: 3, [`n${'a'.repeat(64)}`]: 4 };
    expect(read({ metrics, current_iteration: 2 }).content.metrics).toEqual({
      iterations: 2,
      max_iterations: 5,
      ok: 1,
      [`n${'a'.repeat(63)}`]: 3,
    });
    expect(read({ metrics: 'none', max_iterations: '5' }).content.metrics).toEqual({});
  });

  it('has at most 500 lessons, none of them empty; one alone may be a text', () => {
    const learnings = ['', ...Array.from({ length: 501 }, (_, n) => `L${n}`), 7];
    expect(read({ learnings }).content.lessons).toHaveLength(500);
    expect(read({ learnings: 'one' }).content.lessons).toEqual(['one']);
    expect(read().content).toMatchObject({ lessons: [], decisions: [], events: [], links: [], memoryRefs: [] });
  });
});

describe('where a loop stands', () => {
  it('is said by what is done of it, its strategy, what is known and what is left', () => {
    const said = { current_iteration: 2, status: 'running', strategy: ['a', 'b'], learnings: ['c', 'd'] };
    expect(read({ ...said, phases_pending: ['e'], pending: 'f' }).summary).toEqual({
      goal: 'Round prices',
      progress: 'iteration 2 of 5, running',
      approach: 'a; b',
      known: 'c; d',
      next: 'e; f',
      cleared: [],
    });
    expect(readLoopState({ task: 'T', current_iteration: 2 }).summary.progress).toBe('iteration 2');
    expect(read({ current_iteration: 0 }).summary.progress).toBe('iteration 0 of 5');
    expect(read({ current_iteration: -2 }).summary.progress).toBe(null);
    expect(read({ current_iteration: 1.5 }).summary).toMatchObject({ progress: null, approach: null, known: null });
  });

  it.each(['phases_pending', 'phases_remaining', 'remaining_issues', 'pending'])(
    'has nothing left in an empty %s',
    (name) => {
      expect(read({ [name]: [] }).summary).toMatchObject({ next: null, cleared: ['next'] });
      expect(read({ [name]: ['x'] }).summary).toMatchObject({ next: 'x', cleared: [] });
      expect(read({ [name]: '' }).summary).toMatchObject({ next: null, cleared: [] });
    },
  );

  it('is cut to what a part of it may have', () => {
    const { goal, known } = read({ task: 't'.repeat(2000), learnings: ['k'.repeat(2000)] }).summary;
    expect([goal, known].map((part) => Buffer.byteLength(part ?? ''))).toEqual([1500, 1500]);
  });
});

describe('an iteration of the list', () => {
  it('is its number, else its iteration, else its place', () => {
    const numbers = attemptsOf(
      { number: 7, iteration: 3 },
      { iteration: 3 },
      {},
      { number: -1 },
      'none',
      { number: 7 },
      { number: 0 },
    );
    expect(numbers.map(({ iteration, key }) => [iteration, key])).toEqual([
      [7, '7'],
      [3, '3'],
      [3, '3 2'],
      [4, '4'],
      [7, '7 2'],
      [0, '0'],
    ]);
  });

  it('has the outcome of its status, else its outcome, else none', () => {
    const found = attemptsOf({ status: 'failed', outcome: 'done' }, { outcome: 'done' }, {});
    expect(found.map(({ outcome, outcomeSource, outcomeNative }) => [outcome, outcomeSource, outcomeNative])).toEqual([
      ['failure', 'reported', 'failed'],
      ['success', 'reported', 'done'],
      ['unknown', 'defaulted', null],
    ]);
  });

  it('has times; a beginning after its end is none', () => {
    const [early, late] = ['2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z'];
    const found = attemptsOf(
      { started_at: early, completed_at: late },
      { started_at: late, completed_at: early },
      { start_time: late, end_time: late },
      { started_at: late },
    );
    expect(found.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [early, late],
      [null, early],
      [late, late],
      [late, null],
    ]);
  });

  it('says what was done, what came of it, and which files were touched', () => {
    const [said, silent] = attemptsOf(
      {
        action: 'a',
        description: 'b',
        actions: ['c', ''],
        result: 'r',
        notes: ['n', 'm'],
        files_modified: 'f',
        files_changed: ['g'],
        files: ['h'],
        learnings: Array.from({ length: 101 }, (_, n) => `L${n}`),
      },
      {},
    );
    expect(said).toMatchObject({ task: 'Round prices', strategy: 'a; b; c', original: null });
    expect(said?.content.notes).toBe('r\nn\nm');
    expect(said?.content.actor?.filesModified).toEqual(['f', 'g', 'h']);
    expect(said?.content.reflection?.lessons).toHaveLength(100);
    expect(silent).toMatchObject({ strategy: null, content: { actor: null, reflection: null, notes: null } });
  });

  it('that has more than fits keeps 2,000 files, and is refused for a text that does not fit', () => {
    const files = Array.from({ length: 2001 }, (_, n) => `f${n}`);
    expect(attemptsOf({ files })[0]?.content.actor?.filesModified).toHaveLength(2000);
    const tooLong = { files: ['f'.repeat(5000)] };
    expect(() => attemptsOf({ number: 7 }, { number: 9, ...tooLong })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^iteration 9: actor\.filesModified\.0: /),
        hint: 'Mend the file, or leave it out.',
      }),
    );
  });

  it('is one of the first 2,000', () => {
    expect(attemptsOf(...Array.from({ length: 2001 }, () => ({})))).toHaveLength(2000);
    expect(read({ iterations: { 1: {} } }).attempts).toEqual([]);
  });
});
