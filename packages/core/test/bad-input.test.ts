import { contract } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const lesson = { taskDescription: 't', outcome: 'success', projectId: 'demo' };
const big = 'x'.repeat(65_537);
const wide = 'x'.repeat(65_000);
const proto = JSON.parse('{"__proto__": {"polluted": true}}') as object;

const BAD: [what: string, input: unknown, word?: string][] = [
  ['nothing', undefined],
  ['null', null],
  ['a list', []],
  ['text', 'store this'],
  ['no outcome', { taskDescription: 't' }, 'outcome'],
  ['an outcome of another vocabulary', { ...lesson, outcome: 'failed' }, 'outcome'],
  ['an empty task', { ...lesson, taskDescription: '' }, 'taskDescription'],
  ['a misspelt field', { ...lesson, nextStrateggy: 'x' }, 'nextStrateggy'],
  ['a number for a text', { ...lesson, text: 5 }, 'text'],
  ['a text for a list', { ...lesson, tags: 'auth' }, 'tags'],
  ['half an attempt', { ...lesson, attemptNumber: 1.5 }, 'attemptNumber'],
  ['confidence above 1', { ...lesson, confidence: 1.01 }, 'confidence'],
  ['confidence that is not a number', { ...lesson, confidence: Number.NaN }, 'confidence'],
  ['a control character', { ...lesson, text: 'a\u001b[31m' }, 'U+001B'],
  ['NUL', { ...lesson, whatWorked: ['a\0b'] }, 'U+0000'],
  ['half a surrogate pair', { ...lesson, nextStrategy: 'a\ud800' }, 'surrogate'],
  ['half a surrogate pair in a tag', { ...lesson, tags: ['\udc00'] }, 'surrogate'],
  ['a tag of white space', { ...lesson, tags: [' '] }, 'tags'],
  ['a text beyond 64 KB', { ...lesson, text: big }, '65536'],
  ['a text beyond 64 KB in bytes, not in characters', { ...lesson, text: 'ü'.repeat(32_769) }, '65536'],
  ['a lesson beyond 256 KB', { ...lesson, whatWorked: [wide, wide, wide, wide, wide] }, '262144'],
  ['a date without zone', { ...lesson, observedAt: '2026-01-01T00:00:00' }, 'observedAt'],
  ['__proto__ as a field', { ...lesson, ...proto, ['__proto__']: 1 }],
];

describe('bad input', () => {
  for (const [what, input, word] of BAD) {
    it(`is refused with the field named, and changes nothing: ${what}`, async () => {
      await test.store({ taskDescription: 'before' });
      const before = dump(test);
      const failure = await test.fail('reflection.store', input);
      expect(failure.code).toBe('invalid_input');
      if (word) expect(failure.message).toContain(word);
      expect(failure.hint).toContain('nothing was changed');
      expect(failure.message).not.toContain('    at ');
      expect(dump(test)).toBe(before);
      expect((await test.store({ taskDescription: 'after' })).taskDescription).toBe('after');
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });
  }

  it('of size is told apart as too_large, at the exact limit it is not', async () => {
    expect(await test.fail('reflection.store', { ...lesson, text: big })).toMatchObject({ reason: 'too_large' });
    expect(
      await test.fail('reflection.store', { ...lesson, whatWorked: [wide, wide, wide, wide, wide] }),
    ).toMatchObject({
      reason: 'too_large',
    });
    expect((await test.store({ text: 'x'.repeat(65_536) })).text).toHaveLength(65_536);
  });

  it('of an operation that does not exist names those that do', async () => {
    for (const name of ['reflection.fly', '__proto__', 'constructor', 'toString', '']) {
      const failure = await test.fail(name, {});
      expect(failure).toMatchObject({ code: 'invalid_input', reason: 'unknown_operation' });
      expect(failure.hint).toContain('reflection.store');
    }
  });

  it('of a wrong form of id is refused before anything is looked up', async () => {
    for (const id of ['', 'x', 'refl_', 'op_01ARZ3NDEKTSV4RRFFQ69G5FAV', 5, null, 'refl_01arz3ndektsv4rrffq69g5fav']) {
      expect(await test.fail('reflection.get', { id })).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('in extra data: a key __proto__ stays data or is refused, never a prototype', async () => {
    const extra = JSON.parse('{"a": {"__proto__": {"polluted": 1}}}') as Record<string, never>;
    const answer = await test.envelope('reflection.store', { ...lesson, extra });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    if (answer.ok) {
      const { reflection } = answer.value as { reflection: { extra: { a: object } } };
      expect(Object.getPrototypeOf(reflection.extra.a)).toBe(Object.prototype);
    }
  });

  it('for every operation of the contract: junk is an envelope, never a throw', async () => {
    const junk = [
      null,
      [],
      'x',
      5,
      { id: {} },
      { limit: 'all' },
      { operationId: [] },
      { changes: [] },
      { cursor: 5 },
      proto,
    ];
    for (const name of Object.keys(contract)) {
      for (const input of junk) {
        const answer = await test.envelope(name, input);
        if (!answer.ok) expect(['invalid_input', 'refused', 'not_found', 'unavailable']).toContain(answer.error.code);
      }
    }
    expect((await test.store()).taskDescription).toBe('task');
  });
});
