import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`);
const shortly = (before: string, after: string) => lineChanges(before, after)?.map(({ kind, lines }) => [kind, lines]);

describe('two texts line by line', () => {
  it('show a change with the lines around it, and count the others', () => {
    const before = lines(1, 30).join('\n');
    const after = before.replace('line 15', 'line fifteen');
    expect(shortly(before, after)).toEqual([
      ['skipped', 11],
      ['same', 3],
      ['removed', 1],
      ['added', 1],
      ['same', 3],
      ['skipped', 12],
    ]);
  });

  it('have nothing to show where they are equal', () => {
    expect(lineChanges('as it was\n', 'as it was\n')).toEqual([]);
  });

  it('are not compared where too much differs', () => {
    const [one, other] = ['a', 'b'].map((letter) => lines(1, 3000).map((line) => letter + line));
    expect(lineChanges(one?.join('\n') ?? '', other?.join('\n') ?? '')).toBeNull();
  });

  it('account for each line of the later text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((list) => list.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = lineChanges(before, after) ?? [];
        expect(runs.length === 0).toBe(before === after);
        if (before === after) return;
        const later = runs.filter(({ kind }) => kind !== 'removed').reduce((sum, { lines }) => sum + lines, 0);
        expect(later).toBe(after.split('\n').length - 1);
      }),
    );
  });
});
