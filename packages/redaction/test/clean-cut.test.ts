import { describe, expect, it } from 'vitest';
import { cleanHead, cleanTail, LONGEST_SECRET } from '../src/clean-cut.ts';
import { createRedactor } from '../src/redactor.ts';

const redactor = createRedactor();
const clean = (text: string) => redactor.redactText(text).text;
const TOKEN = `npm_${'a1Bc2Df3Gh4J'}${'k5Lm6Np7Qr8S'}${'t9Uv0Wx1Yz2A'}`;

describe('a text that is cut', () => {
  it('keeps what was asked for of a text without secrets', () => {
    expect([cleanHead('one two three', 7, clean), cleanTail('one two three', 5, clean)]).toEqual(['one two', 'three']);
    expect([cleanHead('one', 7, clean), cleanTail('one', 7, clean)]).toEqual(['one', 'one']);
  });

  it('holds no piece of a secret, wherever it is cut', () => {
    const text = `${'words before '.repeat(5)}${TOKEN}${' words behind'.repeat(5)}`;
    for (let max = 1; max <= text.length; max++) {
      for (const cut of [cleanHead(text, max, clean), cleanTail(text, max, clean)]) {
        expect(cut.length).toBeLessThanOrEqual(max);
        expect([TOKEN.slice(0, 8), TOKEN.slice(-8)].filter((piece) => cut.includes(piece))).toEqual([]);
      }
    }
    expect(cleanTail(`${TOKEN} the end`, 28, clean)).toBe(' the end');
  });

  it('ends with less where a secret became shorter, and with no more than was asked for where it became longer', () => {
    const shorter = (text: string) => text.replace(TOKEN, '*');
    const removed = TOKEN.length - 1;
    const text = `first some words, then ${TOKEN}`;
    expect(cleanTail(text, removed + 3, shorter)).toBe('n *');
    for (const max of [1, removed - 5, removed]) expect(cleanTail(text, max, shorter)).toBe('');
    const longer = (text: string) => text.replace('x', '[redacted]');
    expect(cleanTail('ax', 5, longer)).toBe('cted]');
    expect(cleanHead('xa', 5, longer)).toBe('[reda');
  });

  it('is cleaned as far as the longest secret may reach, and no further', () => {
    const sizes: number[] = [];
    const measured = (text: string) => {
      sizes.push(text.length);
      return text;
    };
    const text = `${'a'.repeat(2 * LONGEST_SECRET)}end`;
    expect(cleanTail(text, 3, measured)).toBe('end');
    expect(cleanHead(`one${text}`, 3, measured)).toBe('one');
    expect(sizes).toEqual([LONGEST_SECRET + 3, LONGEST_SECRET + 3]);
  });
});
