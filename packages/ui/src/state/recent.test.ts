import { expect, test } from 'vitest';
import { withChoice } from './recent.ts';

test('the latest choice comes first, each is there once, and they stay few', () => {
  expect(withChoice(['a', 'b'], 'c')).toEqual(['c', 'a', 'b']);
  expect(withChoice(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(withChoice(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5']);
});
