import { expect, test } from 'vitest';
import { named } from './numbers.ts';

test('what was done names its lesson, in one line and cut where it is long', () => {
  expect(named('Accepted', 'Fix the login')).toBe('Accepted: Fix the login');
  expect(named('Pinned', 'Two\n lines')).toBe('Pinned: Two lines');
  expect(named('Pinned', '**Mend** `2 ** i`')).toBe('Pinned: Mend 2 ** i');
  const said = named('Saved', 'x'.repeat(100));
  expect(said).toHaveLength('Saved: '.length + 60);
  expect(said.endsWith('x…')).toBe(true);
  // A character is never cut in half.
  expect(named('Saved', '🙂'.repeat(50)).isWellFormed()).toBe(true);
});
