import { expect, test } from 'vitest';
import { errorSignature } from '../src/index.ts';

test('an error is the same whatever its lines and times', () => {
  const one = errorSignature(['cart.ts:12:5 TypeError: total is undefined (after 31 ms)']);
  expect(errorSignature(['cart.ts:140:7 TypeError: total is undefined (after 2 ms)'])).toBe(one);
  expect(errorSignature(['cart.ts:12:5 TypeError: sum is undefined (after 31 ms)'])).not.toBe(one);
});

test('what only counts is no error', () => {
  expect(errorSignature(['3 failed, 12 passed', 'TypeError: total is undefined'])).toBe(
    'TypeError: total is undefined',
  );
  expect(errorSignature(['3 failed, 12 passed'])).toBeNull();
  expect(errorSignature([])).toBeNull();
});
