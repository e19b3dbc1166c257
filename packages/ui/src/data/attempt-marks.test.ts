import { expect, test } from 'vitest';
import { marksOf } from './attempt-marks.ts';

test('an attempt shows the longer of two stretches in which it was stuck, and its breakthrough', () => {
  const marks = marksOf({
    stuck: [
      { reason: 'same_error', attemptIds: ['a', 'b', 'c', 'd'], what: 'E' },
      { reason: 'more_failures', attemptIds: ['b', 'c', 'd'], what: null },
    ],
    breakthroughs: [{ attemptId: 'e', after: 4 }],
  });
  expect(marks.get('a')).toEqual({ stuck: { reason: 'same_error', place: 1, of: 4 } });
  expect(marks.get('c')).toEqual({ stuck: { reason: 'same_error', place: 3, of: 4 } });
  expect(marks.get('e')).toEqual({ breakthroughAfter: 4 });
  expect(marks.get('f')).toBeUndefined();
});
