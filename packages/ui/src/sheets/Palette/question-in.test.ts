import { expect, test } from 'vitest';
import { questionIn } from './question-in.ts';

test.each([
  ['why rate limit', 'why', 'rate limit'],
  ['Why did the build fail?', 'why', 'the build fail'],
  ['what led to the outage', 'why', 'the outage'],
  ['what if we retry', 'whatif', 'we retry'],
])('%s is a question about causes', (typed, ask, about) => {
  expect(questionIn(typed)).toEqual({ ask, about });
});

test.each(['', 'why', 'why ', 'whynot works', 'the reason why', 'what is a cache'])('“%s” is none', (typed) => {
  expect(questionIn(typed)).toBeNull();
});
