import type { TurnPart } from '@twicewise/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareParts, foldSame } from './compare-parts.ts';

const part = (text: string, kind = 'history', name: string | null = null): TurnPart => ({
  side: 'context',
  kind,
  name,
  bytes: text.length,
  tokens: text.length,
  hash: text,
  about: [],
});
const states = (before: TurnPart[], after: TurnPart[]) =>
  compareParts(before, after).parts.map(({ index, state, before: old }) => [index, state, old]);

describe('the parts of a context beside those of the turn before', () => {
  it('are as before where their texts are equal, and new where they were added', () => {
    const before = [part('be brief', 'system'), part('hello')];
    const after = [part('be brief', 'system'), part('hello'), part('and then?')];
    expect(states(before, after)).toEqual([
      [0, 'same', 0],
      [1, 'same', 1],
      [2, 'new', null],
    ]);
  });

  it('are changed where another text of their kind and name was in their place', () => {
    const before = [part('one file', 'workspace', 'a.ts'), part('hello')];
    const after = [part('one file, edited', 'workspace', 'a.ts'), part('hello')];
    expect(states(before, after)).toEqual([
      [0, 'changed', 0],
      [1, 'same', 1],
    ]);
  });

  it('are new, not changed, where only their kind is the same', () => {
    const { parts, gone } = compareParts([part('x', 'workspace', 'a.ts')], [part('y', 'workspace', 'b.ts')]);
    expect(parts.map(({ state }) => state)).toEqual(['new']);
    expect(gone.map(({ index }) => index)).toEqual([0]);
  });

  it('leave out what the turn answered', () => {
    const reply: TurnPart = { ...part('done'), side: 'result' };
    expect(compareParts([reply], [reply]).parts).toEqual([]);
  });

  it('are all told of, whatever came and went', () => {
    const texts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('history', 'system')));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [before, after] = [one, other].map((list) => list.map(([text, kind]) => part(text, kind)));
        const { parts, gone } = compareParts(before ?? [], after ?? []);
        expect(parts.map(({ index }) => index)).toEqual(other.map((_, index) => index));
        const old = [...parts.flatMap(({ before: place }) => place ?? []), ...gone.map(({ index }) => index)];
        expect(old.sort((a, b) => a - b)).toEqual(one.map((_, index) => index));
        for (const { state, part: now, before: place } of parts)
          if (state === 'same') expect(before?.[place ?? -1]?.hash).toBe(now.hash);
      }),
    );
  });
});

describe('parts as before', () => {
  it('are folded where there are many in a row', () => {
    const parts = Array.from({ length: 6 }, (_, index) => part(`message ${index}`));
    const { parts: compared } = compareParts(parts, [...parts, part('and then?')]);
    expect(foldSame(compared).map((run) => (run.kind === 'same' ? run.parts.length : run.compared.state))).toEqual([
      6,
      'new',
    ]);
  });

  it('are drawn one by one where they are few', () => {
    const parts = [part('one'), part('two'), part('three')];
    expect(foldSame(compareParts(parts, parts).parts).every(({ kind }) => kind === 'part')).toBe(true);
  });
});
