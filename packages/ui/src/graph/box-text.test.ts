import { expect, it } from 'vitest';
import { inBox, oneLine } from './box-text.ts';

it('breaks a text between words, as wide as its letters are', () => {
  expect(inBox('Carts are lost when Redis restarts', 14, 2)).toBe('Carts are lost when Redis\nrestarts');
  expect(inBox('ill still fill till it will', 7, 2)).toBe('ill still fill till\nit will');
  expect(inBox('WIDE WORDS NEED ROOM', 7, 3)).toBe('WIDE WORDS\nNEED ROOM');
});

it('cuts what does not fit, and a word that is longer than a line', () => {
  expect(inBox('long '.repeat(40), 10, 2)).toMatch(/^[a-z ]+\n[a-z ]+…$/);
  expect(inBox('w'.repeat(500), 14, 2)).toMatch(/^w{10,16}\nw{9,15}…$/);
  expect(inBox('漢'.repeat(100), 14, 2)).toMatch(/^漢{12}\n漢{11}…$/);
});

it('shows nothing that nobody sees, and no part of a sign', () => {
  expect(inBox('x\u202e\u0000y', 14, 2)).toBe('x y');
  expect(oneLine('a\n b\u2028c')).toBe('a b c');
  const signs = ['😀', '🇩🇪', '👨‍👩‍👧', 'e\u0301', 'ư\u0303'];
  for (const sign of signs)
    expect(inBox(sign.repeat(100), 14, 2)).toMatch(new RegExp(`^(${sign})+\n(${sign})+…$`, 'u'));
  expect(inBox('می\u200cخواهم', 14, 1)).toBe('می\u200cخواهم');
});

it('has room for as many letters of other alphabets', () => {
  for (const letter of ['ש', 'م', 'ก', 'ữ', 'ž']) expect(inBox(letter.repeat(100), 14, 1).length).toBeGreaterThan(15);
});
