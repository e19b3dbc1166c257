import { describe, expect, it } from 'vitest';
import { work } from '../src/finding.ts';
import { Repeats } from '../src/repeats.ts';

const SECRET = 'k7Gq9xZ2';
const unlike = (n: number) => `${String(n).padStart(4, '0')}kGq!x9Zp`;
const alike = (n: number) => `${SECRET}.${n}bX`;

/** The text with `*` in place of each of these values that is found. */
function left(text: string, ...values: string[]): string {
  const repeats = new Repeats(new Set());
  for (const value of values) repeats.add(value, 'secret_value');
  let [rest, from] = ['', 0];
  for (const { start, end } of repeats.find(text)) {
    rest += `${text.slice(from, start)}*`;
    from = end;
  }
  return rest + text.slice(from);
}

describe('a secret that stands again in a record', () => {
  it('is found at the end, and each of two that only a comma parts', () => {
    expect(left(`at last ${SECRET}`, SECRET)).toBe('at last *');
    expect(left(`${SECRET},${SECRET}`, SECRET)).toBe('*,*');
  });

  it('is found whole although it begins with another one, whichever was named first', () => {
    const whole = `${SECRET}.Xy9`;
    expect(left(`see ${whole} and ${SECRET}`, SECRET, whole)).toBe('see * and *');
    expect(left(`see ${whole} and ${SECRET}`, whole, SECRET)).toBe('see * and *');
  });

  it('that ends in a sign stands alone whatever follows', () => {
    expect(left(`${SECRET}!abc`, `${SECRET}!`)).toBe('*abc');
  });

  it('is part of a word that only begins behind an escaped sign', () => {
    expect(left(`p%3Dmy${SECRET}`, SECRET)).toBe(`p%3Dmy${SECRET}`);
  });

  it('is not looked for where it may as well be a word', () => {
    expect(left('the workshop of the app', 'workshop')).toBe('the workshop of the app');
  });
});

describe('secrets of one record', () => {
  it('are looked for up to a thousand', () => {
    const values = Array.from({ length: 1001 }, (_, n) => unlike(n));
    expect(left(`${unlike(0)} ${unlike(999)} ${unlike(1000)}`, ...values)).toBe(`* * ${unlike(1000)}`);
  });

  it('are looked for up to eight with the same beginning, however often one is named', () => {
    const values = Array.from({ length: 9 }, (_, n) => alike(n));
    expect(left(`${alike(0)} ${alike(7)} ${alike(8)}`, ...values)).toBe(`* * ${alike(8)}`);
    const named = Array.from({ length: 9 }, () => alike(0));
    expect(left(alike(1), ...named, alike(1))).toBe('*');
  });

  it('cost what is counted as work', () => {
    work.examined = 0;
    left(`${SECRET} k k`, SECRET);
    expect(work.examined).toBe(1);
  });
});
