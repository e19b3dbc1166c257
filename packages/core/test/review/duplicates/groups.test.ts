import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copiesOf, groupsOf } from '../../../src/review/duplicates/groups.ts';

/** Pairs named like `ab`; those in capitals are exact. */
const pairs = (...names: string[]) =>
  names.map((name) => {
    const [one = '', other = ''] = name.toLowerCase();
    return { one, other, projectId: 'p', score: 1, exact: name !== name.toLowerCase() };
  });
type Pair = ReturnType<typeof pairs>[number];
const isExact = ({ exact }: Pair) => exact;
const grouped = (...names: string[]) =>
  groupsOf(pairs(...names), isExact).map(({ ids, isExact: exact }) => ids.join('') + (exact ? '!' : ''));

describe('groups of duplicates', () => {
  it('hold lessons that are each like every other', () => {
    expect(grouped('ab', 'bc', 'ac', 'de')).toEqual(['abc', 'de']);
  });

  it('are not chains: what is like a part of a group only is a group of its own with that', () => {
    expect(grouped('ab', 'bc')).toEqual(['ab', 'bc']);
    expect(grouped('ab', 'bc', 'ac', 'cd')).toEqual(['abc', 'cd']);
  });

  it('take copies as one lesson, whichever of them was compared', () => {
    expect(grouped('AB', 'BC')).toEqual(['abc!']);
    expect(grouped('AB', 'bc')).toEqual(['abc']);
    expect(copiesOf(pairs('AB', 'bc', 'DE', 'BF'), isExact)).toEqual([
      ['a', 'b', 'f'],
      ['d', 'e'],
    ]);
  });

  it('hold every pair exactly once, and nothing that was not found', () => {
    const letter = fc.constantFrom(...'abcdefgh');
    const pair = fc.tuple(letter, letter, fc.boolean()).filter(([one, other]) => one < other);
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([one, other]) => one + other, maxLength: 20 }), (found) => {
        const asked = found.map(([one, other, exact]) => ({ one, other, projectId: 'p', score: 1, exact }));
        const groups = groupsOf(asked, isExact);
        expect(new Set(groups.flatMap((group) => group.pairs))).toEqual(new Set(asked));
        expect(groups.flatMap((group) => group.pairs)).toHaveLength(asked.length);
        const copies = copiesOf(asked, isExact);
        const setOf = (id: string) => copies.find((ids) => ids.includes(id)) ?? [id];
        const linked = (a: string, b: string) =>
          setOf(a).includes(b) ||
          asked.some(
            ({ one, other }) =>
              (setOf(a).includes(one) && setOf(b).includes(other)) ||
              (setOf(b).includes(one) && setOf(a).includes(other)),
          );
        for (const { ids } of groups)
          for (const a of ids) for (const b of ids) expect(linked(a, b) || a === b).toBe(true);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});
