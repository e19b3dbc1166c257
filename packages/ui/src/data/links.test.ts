import { describe, expect, it } from 'vitest';
import { understoodSearch } from './links.ts';
import { SCREENS } from './screens.ts';

const BAD =
  '?ask=deadEnds&outcome=great&tab=x&days=12&budget=12&by=nobody&show=all&waiting=x&sort=best&since=soon&weight=900&other=1';

describe('the parameters of a link', () => {
  it.each(Object.values(SCREENS))('are left out where $path does not understand them', ({ path: pathname }) => {
    expect(understoodSearch(pathname, BAD)).toBe('');
  });

  it('stay where they are understood, one beside one that is not', () => {
    expect(understoodSearch('/causes', '?ask=why&from=slow+payment&relation=leads')).toBe('?ask=why&from=slow+payment');
    expect(understoodSearch('/sessions', '?outcome=great&outcome=failure')).toBe('?outcome=failure');
    expect(understoodSearch('/lessons', '?q=a%26b&lesson=refl_1&bin=1')).toBe('?q=a%26b&bin=1&lesson=refl_1');
  });

  it('are no names of what every object has', () => {
    expect(understoodSearch('/toString', '?a=1')).toBe('?a=1');
    expect(understoodSearch('/lessons', '?__proto__=1&constructor=2')).toBe('');
  });
});
