import { describe, expect, it } from 'vitest';
import { hasTokenRun, mayHoldSecret, PASSWORD_VARIABLES } from '../src/gate.ts';

// A text that these tests do not let through is never looked at by a rule: a limit that is one too high leaks secrets.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

describe('a text that may hold a secret', () => {
  it.each<[string, string]>([
    ['twenty letters in a row', LETTERS.slice(0, 20)],
    ['eight characters, one of them a digit', 'look abcdef7h'],
    ['eight characters, one of them a sign', 'look abcdef!h'],
    ['eight characters, one of them no ASCII', 'abcdefgé'],
    ['eight characters, one of them the first that is no ASCII', 'abcdefg\u0080'],
    ['a header in which anything is a credential', 'Authorization ab'],
    ['such a header in small letters', 'authorization ab'],
    ['such a header in capitals', 'AUTHORIZATION ab'],
    ...PASSWORD_VARIABLES.map((name): [string, string] => [`the variable ${name}`, `${name} ab`]),
  ])('has %s', (_what, text) => {
    expect(mayHoldSecret(text)).toBe(true);
    expect(mayHoldSecret(`before ${text} after`)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['words', 'a sentence of ordinary words'],
    ['nineteen letters in a row', LETTERS.slice(0, 19)],
    ['seven characters with a digit', 'abcdef7'],
    ['a digit in another word', 'v2 abcdefghijk 3 x'],
    ['words in lines and columns', [' ', '\t', '\n'].map((blank) => `${LETTERS.slice(0, 12)}${blank}`).join('')],
  ])('does not have %s alone', (_what, text) => {
    expect(mayHoldSecret(text)).toBe(false);
  });
});

describe('a run that the rules of the library may take for a token', () => {
  it('has at least 20 characters with a digit, wherever it is, or 32 of any kind', () => {
    const words = `${LETTERS}${LETTERS}`;
    expect([19, 20].map((length) => hasTokenRun(`7${words.slice(1, length)}`))).toEqual([false, true]);
    expect([19, 20].map((length) => hasTokenRun(`${words.slice(1, length)}7`))).toEqual([false, true]);
    expect([31, 32].map((length) => hasTokenRun(words.slice(0, length)))).toEqual([false, true]);
  });

  it.each([...'azAZ09_-'])('may have %s in it', (sign) => {
    expect(hasTokenRun(`7bcdefghij${sign}lmnopqrst`)).toBe(true);
  });

  it.each([...'`{@[/:.^ é\n'])('ends at %j', (sign) => {
    expect(hasTokenRun(`7bcdefghij${sign}lmnopqrst7`)).toBe(false);
  });

  it('counts the digits of its own only', () => {
    expect(hasTokenRun(`0123456789/${LETTERS.slice(0, 20)}`)).toBe(false);
    for (const digit of '09') expect(hasTokenRun(`${digit}${LETTERS.slice(1, 20)}`)).toBe(true);
    for (const other of '-_aZ') expect(hasTokenRun(`${other}${LETTERS.slice(1, 20)}`)).toBe(false);
  });
});
