import { expect, test } from 'vitest';
import { toldApart } from './names.ts';

test('rows of one name are numbered from the second on', () => {
  expect(toldApart(['a', 'b', 'a', 'a'])).toEqual(['a', 'b', 'a (2)', 'a (3)']);
  expect(toldApart([])).toEqual([]);
});
