import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, LONGEST_CHUNK, SHORTEST_CHUNK } from '../../src/turns/chunks.ts';
import { seeded } from '../harness.ts';

/** Lines of random words; with `width` 0 one line without end. */
function linesOf(seed: number, length: number, width: number): string {
  const random = seeded(seed);
  let text = '';
  let line = '';
  while (text.length + line.length < length) {
    line += `${Math.floor(random() * 1e9).toString(36)} `;
    if (width === 0 || line.length < width) continue;
    text += `${line.trimEnd()}\n`;
    line = '';
  }
  return text + line;
}

/** Chunks of the second text that the first has not. */
function newChunks(before: string, after: string): number {
  const known = new Set(chunksOf(before));
  return chunksOf(after).filter((chunk) => !known.has(chunk)).length;
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((some) => some.repeat(900)),
  fc
    .record({ seed: fc.nat(), length: fc.nat(80_000), width: fc.constantFrom(0, 30, 120, 5000, 20_000) })
    .map((one) => linesOf(one.seed, one.length, one.width)),
);

describe('the chunks of a text', () => {
  it('are the text when they are joined, the same each time, and within their bounds', () => {
    verifies('B2-12');
    fc.assert(
      fc.property(texts, (text) => {
        const chunks = chunksOf(text);
        expect(chunks.join('')).toBe(text);
        expect(chunksOf(text)).toEqual(chunks);
        const lengths = chunks.map((chunk) => chunk.length);
        expect(lengths.every((length) => length > 0 && length <= LONGEST_CHUNK)).toBe(true);
        if (text.isWellFormed()) expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('are few, and never a crumb of a long text', () => {
    for (const width of [0, 30, 120, 5000, 20_000]) {
      const chunks = chunksOf(linesOf(width + 1, 400_000, width));
      expect(chunks.length).toBeLessThan(200);
      const crumbs = chunks.slice(0, -1).filter((chunk) => chunk.length < SHORTEST_CHUNK);
      // A chunk that would grow too long ends before the line that is too much for it.
      expect(crumbs.length).toBeLessThanOrEqual(width === 5000 || width === 20_000 ? 30 : 0);
    }
  });

  it('stay as they are but for a few, wherever something is inserted, replaced or left out', () => {
    verifies('B2-12');
    const edit = fc.record({
      seed: fc.nat(),
      width: fc.constantFrom(0, 30, 120, 5000),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      without: fc.nat(300),
      more: fc.string({ maxLength: 300 }),
    });
    const worst = { chunks: 0 };
    fc.assert(
      fc.property(edit, ({ seed, width, at, without, more }) => {
        const text = linesOf(seed, 150_000, width);
        const from = Math.floor(at * text.length);
        const edited = text.slice(0, from) + more + text.slice(from + without);
        worst.chunks = Math.max(worst.chunks, newChunks(text, edited));
        expect(newChunks(text, edited)).toBeLessThanOrEqual(8);
      }),
      { numRuns: 60, seed: 5 },
    );
    expect(worst.chunks).toBeGreaterThan(0);
  });

  it('are none of the empty text', () => {
    expect(chunksOf('')).toEqual([]);
  });
});
