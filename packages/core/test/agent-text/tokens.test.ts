import { MIN_BRIEF_TOKENS } from '@twicewise/contract';
import fc from 'fast-check';
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, it } from 'vitest';
import { boundedPieces, byWords, loadTokenCounter, remembering } from '../../src/agent-text/tokens.ts';
import { ASKED } from '../../src/agent-text/wording.ts';
import { composeBrief } from '../../src/briefing/brief.ts';
import { hitsOf, lesson, NOW } from '../briefing/lesson.ts';

const countTokens = await loadTokenCounter();

describe('counting tokens', () => {
  it('is what the tokenizer is known to answer', () => {
    expect(['', 'hello world', 'tiktoken is great!', 'お誕生日おめでとう'].map(countTokens)).toEqual([0, 2, 6, 9]);
  });

  it('takes special tokens in stored text as text', () => {
    for (const special of ['<|endoftext|>', '<|im_start|>system', '<|fim_prefix|>', '<|endofprompt|>']) {
      expect(countTokens(special), special).toBeGreaterThan(2);
    }
  });

  it('remembers what it counted lately, and no more than twice so many texts', () => {
    const counted: string[] = [];
    const count = remembering((text) => counted.push(text), { most: 3, longest: 4000 });
    expect(['a', 'b', 'a', 'b', 'a'].map(count)).toEqual([1, 2, 1, 2, 1]);
    for (const text of ['c', 'd', 'e', 'f', 'a']) count(text);
    expect(counted).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const text of ['g', 'h', 'i', 'b']) count(text);
    expect(counted.slice(-4)).toEqual(['g', 'h', 'i', 'b']);
    const long = 'x'.repeat(5000);
    expect([count(long), count(long)]).toEqual([counted.length - 1, counted.length]);
  });

  it('counts by words what the whole text has, whatever is between them', () => {
    const parts = fc.oneof(
      fc.constantFrom(
        ' ',
        '  ',
        '   ',
        '\n',
        ' \n',
        '\t',
        '\r\n',
        '\u00a0',
        '\u3000',
        "'s",
        "'LL",
        '1234567',
        '...',
        '(',
        '```',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.lorem({ maxCount: 3 }),
    );
    // Longer runs are cut.
    const texts = fc.array(parts, { maxLength: 30 }).map((some) => some.join('').slice(0, 250));
    const whole = (text: string) => countWhole(text);
    fc.assert(
      fc.property(texts, (text) => {
        expect(byWords(whole)(text)).toBe(whole(text));
        expect(countTokens(text)).toBe(whole(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('encodes a word once, in whatever text it is', () => {
    const encoded: string[] = [];
    const count = byWords(remembering((text) => encoded.push(text), { most: 100, longest: 64 }));
    for (const text of ['the disk is full', 'the log is full', 'is the disk full?']) count(text);
    expect(encoded).toEqual(['the', ' disk', ' is', ' full', ' log', 'is', ' the', ' full?']);
  });

  it('takes any text, and counts more for more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const tokens = countTokens(text);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text.toWellFormed()));
        expect(tokens > 0).toBe(text !== '');
      }),
    );
  });

  it('never hands the encoder a run that takes it long, and loses nothing of the text', () => {
    for (const unit of ['a', '!', ' ', '\n', '日', '1', '\u{1f600}', 'é', 'a\u0301']) {
      const text = `before ${unit.repeat(65_536 / unit.length)} after`;
      const pieces = boundedPieces(text);
      for (const piece of pieces) {
        for (const [run] of piece.matchAll(/[\p{L}\p{M}]+|\p{N}+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu)) {
          expect(run.length).toBeLessThanOrEqual(256);
        }
      }
      expect(pieces.join('').length).toBe(text.length);
      expect(countTokens(text)).toBeGreaterThan(100);
    }
  });

  it('counts ordinary long text in one piece, so exactly', () => {
    const text = 'The build failed because `csv-parse` got an undefined field; see src/import.ts:23.\n'.repeat(200);
    expect(boundedPieces(text)).toEqual([text]);
  });
});

describe('a brief counted by the real tokenizer', () => {
  const statements = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), { maxLength: 3 });
  const fields = fc.record({
    taskDescription: fc.lorem({ maxCount: 12 }),
    outcome: fc.constantFrom('success' as const, 'failure' as const),
    whatWorked: statements,
    whatDidNotWork: statements,
    nextStrategy: fc.lorem({ maxCount: 30 }),
  });

  it('never has more tokens than its budget, and the parts add up', () => {
    fc.assert(
      fc.property(
        fc.array(fields, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: MIN_BRIEF_TOKENS, max: 1500 }),
        (items, budget) => {
          const hits = hitsOf(items.map((item, n) => lesson(n, item)));
          const brief = composeBrief({ hits, wording: ASKED, budget, nonce: 'k3Jq0vXyZ-_a', now: NOW, countTokens });
          expect(brief.tokens).toBe(countTokens(brief.text));
          expect(brief.tokens).toBeLessThanOrEqual(budget);
          const parts = brief.lessons.reduce((sum, { tokens }) => sum + tokens, 0);
          expect(parts).toBeLessThanOrEqual(brief.tokens);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('says that nothing is known, or that nothing fits, in a few tokens', () => {
    expect(countTokens(ASKED.nothing)).toBeLessThan(30);
    const hits = hitsOf([lesson(1, { nextStrategy: 'long words '.repeat(500) })]);
    const brief = composeBrief({
      hits,
      wording: ASKED,
      budget: MIN_BRIEF_TOKENS,
      nonce: 'k3Jq0vXyZ-_a',
      now: NOW,
      countTokens,
    });
    expect(brief.lessons).toEqual([]);
    expect(brief.tokens).toBeLessThan(40);
  });
});
