import { expect, test } from 'vitest';
import { MOST_AT_ONCE, nextOn, type Reach, type WayToEnd, wayFrom } from './to-end.ts';

const reach: Reach = { listKey: 'a', length: 100, hasMore: true, isReadingMore: false, hasFailed: false };
const way: WayToEnd = { listKey: 'a', until: 1000, askedAt: 100, isRead: false };

test.each([
  ['reads the first page', { askedAt: -1 }, {}, 'read'],
  ['waits until the page that was asked for is being read', {}, {}, 'wait'],
  ['waits while it is', { isRead: true }, { isReadingMore: true }, 'wait'],
  ['reads the next one', { isRead: true }, { length: 600 }, 'read'],
  ['goes to the last row of all', { isRead: true }, { length: 700, hasMore: false }, 'go'],
  ['goes no further at once', { isRead: true }, { length: 1000 }, 'go'],
  ['goes as far as it comes when a page fails', { isRead: true }, { hasFailed: true }, 'go'],
  ['reads a page again that was broken off', { isRead: true }, {}, 'read'],
  ['stops when another list is shown', { isRead: true }, { listKey: 'b' }, 'stop'],
] as [string, Partial<WayToEnd>, Partial<Reach>, string][])('on its way to the end it %s', (_, on, at, expected) => {
  expect(nextOn({ ...way, ...on }, { ...reach, ...at })).toBe(expected);
});

test('one press reads at most ten thousand rows', () => {
  expect(MOST_AT_ONCE).toBe(10_000);
  expect(wayFrom(reach).until).toBe(10_100);
});
