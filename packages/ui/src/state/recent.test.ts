import { expect, test } from 'vitest';
import { withRecent } from './recent.ts';

test('the latest choice comes first, each is there once, and they stay few', () => {
  expect(withRecent(['a', 'b'], 'c')).toEqual(['c', 'a', 'b']);
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(withRecent(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5']);
});
