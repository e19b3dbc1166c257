import { MAX_OUTPUT_BYTES, textProblem, utf8Bytes } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutOutput } from '../../src/attempts/cut-output.ts';

describe('an output', () => {
  it('of up to 4 KB is kept whole', () => {
    const text = 'x'.repeat(MAX_OUTPUT_BYTES);
    expect(cutOutput(text)).toEqual({ head: text, tail: '', bytes: MAX_OUTPUT_BYTES });
  });

  it('that is longer keeps its beginning and its end, and says how long it was (S4-06, B4-07, X6)', () => {
    verifies('S4-06', 'B4-07', 'X6');
    const { head, tail, bytes } = cutOutput(`first line\n${'noise '.repeat(20_000)}\nlast line`);
    expect(head.startsWith('first line\n')).toBe(true);
    expect(tail.endsWith('\nlast line')).toBe(true);
    expect(bytes).toBe(120_021);
    expect(utf8Bytes(head) + utf8Bytes(tail)).toBe(MAX_OUTPUT_BYTES);
  });

  it('loses the colours of a terminal, and what no text may hold is replaced', () => {
    expect(cutOutput('\u001b[31m1 failed\u001b[0m\u0000\ud800!').head).toBe('1 failed\ufffd\ufffd!');
  });

  it('of any characters and any length can be stored, within its bound', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\u001b[1m', '\ud83d\ude42', '\udc00'),
    );
    fc.assert(
      fc.property(unit, fc.nat(9000), (text, times) => {
        const { head, tail, bytes } = cutOutput(text.repeat(times));
        expect([textProblem(head), textProblem(tail)]).toEqual([null, null]);
        expect(utf8Bytes(head) + utf8Bytes(tail)).toBeLessThanOrEqual(MAX_OUTPUT_BYTES);
        expect(bytes).toBe(utf8Bytes(text.repeat(times)));
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('of ten megabytes keeps its beginning and its end', () => {
    const { head, tail, bytes } = cutOutput(`\u001b[2J${'\u001b[3'.repeat(3_000_000)}\nend`);
    expect(bytes).toBe(9_000_008);
    expect(tail.endsWith('\nend')).toBe(true);
    expect(head).not.toBe('');
  });
});
