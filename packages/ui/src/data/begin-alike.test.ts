import { expect, test } from 'vitest';
import { beginAlike } from './begin-alike.ts';

test('names that have a part before a separator in common begin alike', () => {
  const names = ['sample-invoices', 'sample-checkout', 'shop', 'shop-api', 'shop.app', 'sample-', 'a-b', 'samples'];
  expect([...beginAlike(names)]).toEqual(['sample-invoices', 'sample-checkout']);
});

test('one project alone begins like no other', () => {
  expect(beginAlike(['sample-invoices', 'sample-invoices']).size).toBe(0);
});
