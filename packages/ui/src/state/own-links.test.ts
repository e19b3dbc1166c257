import { expect, it } from 'vitest';
import { OwnLinks } from './own-links.ts';

it('a link that the screen wrote is not one that a person opened, even when it arrives after the next', () => {
  const links = new OwnLinks('a');
  expect([links.noteWritten('b'), links.noteWritten('c')]).toEqual([true, true]);
  expect(['b', 'c'].map((place) => links.noteHeld(place))).toEqual([false, false]);
  expect(links.noteHeld('b'), 'the back button').toBe(true);
});

it('a link of our own that never arrived, because the next one replaced it, is forgotten', () => {
  const links = new OwnLinks(undefined);
  for (const place of ['a', 'b', 'c']) links.noteWritten(place);
  expect(links.noteHeld('c')).toBe(false);
  expect(links.noteHeld('a')).toBe(true);
});

it('a place is written once, and again after another one', () => {
  const links = new OwnLinks('a');
  expect(['a', 'b', 'b', 'a'].map((place) => links.noteWritten(place))).toEqual([false, true, false, true]);
});

it('after a link that a person opened, what was written before no longer counts', () => {
  const links = new OwnLinks('a');
  links.noteWritten('b');
  expect(links.noteHeld('z')).toBe(true);
  expect(links.noteWritten('z')).toBe(false);
  expect(links.noteHeld('b')).toBe(true);
});
