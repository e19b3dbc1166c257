import { expect, it } from 'vitest';
import { MissingLessons } from '../../src/vectors/missing-lessons.ts';

it('names new lessons first, then the newest, each once', () => {
  const missing = new MissingLessons();
  for (const id of ['oldest', 'older', 'newest']) missing.add(id);
  expect(missing.first(2)).toEqual(['newest', 'older']);
  missing.add('written now');
  missing.add('oldest');
  expect(missing.first(9)).toEqual(['oldest', 'written now', 'newest', 'older']);
  missing.delete('oldest');
  missing.delete('newest');
  expect([missing.first(9), missing.size]).toEqual([['written now', 'older'], 2]);
  missing.add('oldest');
  expect(missing.first(1)).toEqual(['oldest']);
  for (const id of missing.first(9)) missing.delete(id);
  expect([missing.first(1), missing.size]).toEqual([[], 0]);
});
