import { type InputOf, MAX_OUTPUT_BYTES, settings, textProblem, utf8Bytes } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAgain, cutOutput } from '../../src/attempts/cut-output.ts';
import { TestCore } from '../harness.ts';

const DEFAULT = settings.parse({})['attempts.outputBytes'];

describe('an output', () => {
  it('of up to 4 KB is kept whole', () => {
    const text = 'x'.repeat(DEFAULT);
    expect(cutOutput(text, DEFAULT)).toEqual({ head: text, tail: '', bytes: DEFAULT });
  });

  it('that is longer keeps its beginning and its end, and says how long it was (S4-06, B4-07, X6)', () => {
    verifies('S4-06', 'B4-07', 'X6');
    const { head, tail, bytes } = cutOutput(`first line\n${'noise '.repeat(20_000)}\nlast line`, DEFAULT);
    expect(head.startsWith('first line\n')).toBe(true);
    expect(tail.endsWith('\nlast line')).toBe(true);
    expect(bytes).toBe(120_021);
    expect(utf8Bytes(head) + utf8Bytes(tail)).toBe(DEFAULT);
  });

  it('loses the colours of a terminal, and what no text may hold is replaced', () => {
    expect(cutOutput('\u001b[31m1 failed\u001b[0m\u0000\ud800!', DEFAULT).head).toBe('1 failed\ufffd\ufffd!');
  });

  it('of any characters and any length can be stored, within its bound', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\u001b[1m', '\ud83d\ude42', '\udc00'),
    );
    fc.assert(
      fc.property(unit, fc.nat(9000), fc.nat(MAX_OUTPUT_BYTES), (text, times, most) => {
        const once = cutOutput(text.repeat(times), most);
        const { head, tail, bytes } = once;
        expect([textProblem(head), textProblem(tail)]).toEqual([null, null]);
        expect(utf8Bytes(head) + utf8Bytes(tail)).toBeLessThanOrEqual(most);
        expect(cutAgain(once, most)).toEqual(once);
        const less = cutAgain(once, most >> 1);
        expect(utf8Bytes(less.head) + utf8Bytes(less.tail)).toBeLessThanOrEqual(most >> 1);
        expect(less.bytes).toBe(bytes);
        expect(bytes).toBe(utf8Bytes(text.repeat(times)));
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('of ten megabytes keeps its beginning and its end', () => {
    const { head, tail, bytes } = cutOutput(`\u001b[2J${'\u001b[3'.repeat(3_000_000)}\nend`, DEFAULT);
    expect(bytes).toBe(9_000_008);
    expect(tail.endsWith('\nend')).toBe(true);
    expect(head).not.toBe('');
  });

  it('is kept as far as the setting says, cut elsewhere or not, and its size in any case', async () => {
    const test = new TestCore();
    const whole = `first${'x'.repeat(9000)}last`;
    const cut = { head: `first${'x'.repeat(3000)}`, tail: `${'x'.repeat(3000)}last`, bytes: 70_000 };
    const record = async () => {
      const check = { kind: 'tests', verdict: 'fail' as const, output: whole, errorOutput: cut };
      const content: InputOf<'attempt.record'>['content'] = {
        checks: [check],
        calls: [{ tool: 'a', outcome: 'failure', output: whole }],
        errors: [{ message: 'm', stackTrace: whole }],
      };
      const input = { projectId: 'demo', task: 't', outcome: 'failure' as const, content };
      const stored = (await test.call('attempt.record', input)).attempt.content;
      const outputs = [stored.checks[0]?.output, stored.checks[0]?.errorOutput, stored.calls[0]?.output];
      return [...outputs, stored.errors[0]?.stackTrace].map((one) => [
        (one?.head ?? '') + (one?.tail ?? ''),
        one?.bytes,
      ]);
    };
    const sizes = [9009, 70_000, 9009, 9009];
    const lengths = async () => (await record()).map(([kept]) => String(kept).length);
    try {
      expect(await lengths()).toEqual([4096, 4096, 4096, 4096]);
      await test.call('settings.set', { changes: { 'attempts.outputBytes': 11 } });
      expect(await record()).toEqual(sizes.map((size) => ['firstxxlast', size]));
      await test.call('settings.set', { changes: { 'attempts.outputBytes': 0 } });
      expect(await record()).toEqual(sizes.map((size) => ['', size]));
      await test.call('settings.set', { changes: { 'attempts.outputBytes': MAX_OUTPUT_BYTES } });
      expect(await lengths()).toEqual([9009, 6009, 9009, 9009]);
      const changes = { 'attempts.outputBytes': MAX_OUTPUT_BYTES + 1 };
      expect(await test.fail('settings.set', { changes })).toMatchObject({ code: 'invalid_input' });
    } finally {
      await test.remove();
    }
  });
});
