import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../src/index.ts';

describe('line splitter', () => {
  it('any chunking gives the same lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }).map((line) => line.replaceAll('\n', ' '))),
        fc.integer({ min: 1, max: 9 }),
        (lines, size) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const splitter = new LineSplitter(1_000_000);
          const got: string[] = [];
          for (let at = 0; at < bytes.length; at += size) {
            for (const line of splitter.push(bytes.subarray(at, at + size)) ?? []) got.push(line.toString());
          }
          expect(got).toEqual(lines.map((line) => Buffer.from(line).toString()));
        },
      ),
    );
  });

  it('a line over the limit is refused in one chunk or many, one of the limit is not', () => {
    const full = Buffer.from(`${'x'.repeat(10)}\n`);
    expect(new LineSplitter(10).push(full)).toHaveLength(1);
    expect(new LineSplitter(9).push(full)).toBeNull();
    const slow = new LineSplitter(9);
    let refused = false;
    for (const byte of full.subarray(0, 10)) refused ||= slow.push(Buffer.from([byte])) === null;
    expect(refused).toBe(true);
  });
});
