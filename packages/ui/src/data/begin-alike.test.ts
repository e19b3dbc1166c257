import { expect, test } from 'vitest';
import { beginAlike } from './begin-alike.ts';

test('names that have a part before a separator in common begin alike', () => {
  const names = ['sample-invoices', 'sample-checkout', 'shop', 'shop-api', 'shop.app', 'sample-', 'a-b', 'samples'];
  expect([...beginAlike(names)]).toEqual([
    ['sample-invoices', 7],
    ['sample-checkout', 7],
  ]);
});

test('one project alone begins like no other', () => {
  expect(beginAlike(['sample-invoices', 'sample-invoices']).size).toBe(0);
});

test('the end begins where no other name goes on alike', () => {
  expect([...beginAlike(['a/b/app', 'a/b/web', 'a/c/app', 'z'])]).toEqual([
    ['a/b/app', 4],
    ['a/b/web', 4],
    ['a/c/app', 2],
  ]);
});
