import { expect, test } from 'vitest';
import { instantIn, isOnIn, knownIn, textIn, textsIn } from './link-parts.ts';

test('texts of a link: each once, and nothing else than texts', () => {
  expect(textsIn(['a', '', 'a', 3, null, 'b'])).toEqual(['a', 'b']);
  expect([textIn('a'), textIn(['b', 'c']), textIn(3), textIn(undefined)]).toEqual(['a', 'b', undefined, undefined]);
  expect(knownIn(['z', 'b', 'a'], ['a', 'b', 'c'])).toEqual(['a', 'b']);
});

test('an instant is one of the host, whatever zone it was written in', () => {
  expect(instantIn('2026-11-25T12:00:00+02:00')).toBe('2026-11-25T10:00:00.000Z');
  expect([instantIn('soon'), instantIn(7), instantIn('')]).toEqual([undefined, undefined, undefined]);
});

test('what is on says so by 1 or true', () => {
  expect([true, '1', 'true', ['1'], '0', 'yes', 1, undefined].map(isOnIn)).toEqual([
    ...[true, true, true, true],
    ...[undefined, undefined, undefined, undefined],
  ]);
});
