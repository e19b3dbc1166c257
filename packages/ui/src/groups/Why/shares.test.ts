import type { HitReason } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { sharesOf } from './shares.ts';

const term = (query: string, score: number): HitReason['terms'][number] => ({
  query,
  term: query,
  match: 'exact',
  words: [query],
  fields: ['taskDescription'],
  score,
});
const why = (more: Partial<HitReason>): HitReason => ({
  terms: [],
  proximity: 0,
  session: 0,
  vector: null,
  priors: [],
  ...more,
});

test('shares are parts of one whole, whatever the priors', () => {
  const priors = [{ name: 'pinned', factor: 1.1 }];
  const shares = sharesOf(why({ terms: [term('clock', 6), term('skew', 2)], proximity: 2, priors }), ['clock', 'skew']);
  expect(shares.words.map(({ word, share }) => [word, share])).toEqual([
    ['clock', 0.6],
    ['skew', 0.2],
  ]);
  expect([shares.near, shares.session, shares.vector, shares.missing]).toEqual([0.2, 0, 0, []]);
});

test('words of the search that a lesson does not have are named', () => {
  expect(sharesOf(why({ terms: [term('clock', 1)] }), ['clock', 'drift']).missing).toEqual(['drift']);
});

test('no score is no share, not a division by zero', () => {
  expect(sharesOf(why({ terms: [term('a', 0)] }), ['a']).words[0]?.share).toBe(0);
});
