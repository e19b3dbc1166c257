import { describe, expect, it } from 'vitest';
import { contextRules } from '../src/context-rules.ts';
import { MOST_PER_TEXT, marker, patternRule, work } from '../src/finding.ts';
import { emails, homePaths } from '../src/personal.ts';
import { tokenRules } from '../src/token-rules.ts';
import { vendorContext } from '../src/vendor-context.ts';
import { vendorTokens } from '../src/vendor-tokens.ts';
import { leftBy } from './rest.ts';

describe('a rule made from an expression', () => {
  const digits = patternRule('digits', [''], /\d{3}/g, (found) => found !== '666');

  it('finds each match that it accepts, and says which kind it is', () => {
    expect(digits.find('123 666 789')).toEqual([
      { kind: 'digits', start: 0, end: 3 },
      { kind: 'digits', start: 8, end: 11 },
    ]);
    expect(patternRule('any', [''], /666/g).find('666')).toHaveLength(1);
  });

  it('finds the part that is called secret, the last of its kind in the match', () => {
    const named = patternRule('named', [''], /pin \d{3} (?<secret>\d{3})/g, (found) => found === '123');
    expect(leftBy(named, 'a pin 123 123, a pin 123 456')).toBe('a pin 123 *, a pin 123 456');
  });

  it('takes the rest of the text from the thousandth on, and looks no further', () => {
    const count = MOST_PER_TEXT + 20;
    work.examined = 0;
    const found = digits.find('123 '.repeat(count));
    expect(found).toHaveLength(MOST_PER_TEXT);
    expect(found.at(-2)).toEqual({ kind: 'digits', start: 4 * 998, end: 4 * 998 + 3 });
    expect(found.at(-1)).toEqual({ kind: 'digits', start: 4 * 999, end: 4 * count });
    expect(work.examined).toBe(MOST_PER_TEXT);
    expect(digits.find('123 '.repeat(MOST_PER_TEXT - 1))).toHaveLength(MOST_PER_TEXT - 1);
  });
});

describe('rules', () => {
  it('run where a text has a sign of their own: two of them on any text', () => {
    const rules = [...tokenRules, ...vendorTokens, ...contextRules, ...vendorContext, emails, homePaths];
    const text = 'we had a look at it, and it went well';
    expect(rules.filter(({ marks }) => marks.some((mark) => text.includes(mark)))).toHaveLength(2);
    expect(rules.length).toBeGreaterThan(100);
  });

  it('leave their markers alone', () => {
    expect(marker('npm_token')).toBe('[redacted:npm_token]');
    for (const rule of [...tokenRules, ...vendorTokens, ...contextRules, ...vendorContext])
      expect(rule.find('password = [redacted:secret_value] [redacted:npm_token]')).toEqual([]);
  });
});
