import { describe, expect, it } from 'vitest';
import { entropy, hasLetterAndDigit, isCodeName, isMixed, isPlaceholder, looksSecret } from '../src/plausible.ts';

// What is taken for a secret once its place says that it may be one.

describe('a placeholder', () => {
  it.each([
    'changeme',
    'change-me',
    'Change_Me_7',
    'placeholder9',
    'place-holder9',
    'your-key-1',
    'your_key_1',
    'your key 1',
    'yourkey123',
    'an-example-7',
    'dummy1234',
    'x-redacted-1',
    'process.env.KEY1',
    'import.meta.KEY1',
    'os.environ.KEY1',
    'getenv1234',
    'secrets.KEY1',
    'vault:kv/key1',
    '<token-1>',
    '<>abc123',
    `a${'$'}{KEY1}b`,
    'a{{key1}}b',
    'a$(cat key1)',
    'a%KEY_ONE%b',
    `a%${'K'.repeat(30)}%b`,
    'abcxxxx1',
    'XXXX1234',
    'abc***12',
    'abc...12',
    'abc…12',
    '[a-z]{8}',
    '[0-9]{8}',
    '[A-Z]{8}',
    '$KEY_1',
    '$key',
    '$KEY$1x',
    'password',
    'PassWord',
    'root',
    'hidden',
  ])('is %s', (value) => expect(isPlaceholder(value)).toBe(true));

  it.each([
    'chang7me',
    'chXXange12me',
    'secretsXKEY1',
    'processXenv1',
    'importXmeta1',
    'osXenviron1',
    'place--holder',
    'change--me12',
    'a<k7Gq9xZ2',
    `<${'k'.repeat(81)}>`,
    'a{k7Gq9xZ2',
    'a%K%bk7Gq9xZ2',
    `a%${'K'.repeat(31)}%b`,
    'a%4%bk7Gq9xZ2',
    'xxx7Gq9Z2',
    'k**7Gq9Z2',
    'k..7Gq9Z2',
    '[k7Gq9xZ2]',
    '[b-z]k7Gq9x',
    '[a-k7Gq9xZ2',
    '$2b$12$k7Gq9xZ2',
    'a$KEY_1',
    'mypassword1',
    'k7Gq9xZ2',
  ])('is not %s', (value) => expect(isPlaceholder(value)).toBe(false));

  it.each(
    (
      'password passwd pass pwd secret token postgres root admin user username guest test testing mysql mongo redis ' +
      'mypassword mysecret null undefined true false none string number boolean required optional hidden masked'
    ).split(' '),
  )('is the common word %s', (word) => expect(isPlaceholder(word)).toBe(true));
});

it('entropy is counted in bits per character', () => {
  expect(entropy('aaaa')).toBe(0);
  expect(entropy('abab')).toBe(1);
  expect(entropy('abcdefgh')).toBe(3);
  expect(entropy('aaab')).toBeCloseTo(0.8113, 4);
});

describe('a name in code', () => {
  it.each([
    'getToken2Async',
    'read_secret',
    'config.token',
    'getUser',
    '$store',
    '_token',
    'token4Env',
    'get1token2from3user',
  ])('may be %s', (value) => expect(isCodeName(value, false)).toBe(true));

  it.each([
    ['2token', 'a digit first'],
    ['get-token', 'a sign of no name'],
    ['get token', 'a blank'],
    ['a1b2c3d4', 'four numbers'],
    ['token123456', 'six digits'],
    ['kqzx_vbnt', 'words that nobody can say'],
    ['xk_get_qz_vb', 'mostly such words'],
    ['at_of_in_to', 'words of two letters'],
    ['parseHTML', 'one of two words'],
    ['XKCD_TOKEN', 'one of two words in capitals'],
    ['get1token2from3user4', 'four numbers between words'],
  ])('is not %s: %s', (value) => expect(isCodeName(value, false)).toBe(false));

  it('may have three numbers, five digits, and three words of five that can be said', () => {
    expect(isCodeName('get1_token2_from3', false)).toBe(true);
    expect(isCodeName('token12345', false)).toBe(true);
    expect(isCodeName('get_token_from_qz_xk', false)).toBe(true);
    expect(isCodeName('get_token_qz_xk_vb', false)).toBe(false);
    expect(isCodeName('sky', false)).toBe(true);
  });

  it('has capitals in a row for one word, and the last of them for the beginning of the next', () => {
    expect(isCodeName('URLToken', false)).toBe(true);
    expect(isCodeName('XKCDToken', false)).toBe(false);
    expect(isCodeName('USER_NAME', false)).toBe(true);
    expect(isCodeName('getURL', false)).toBe(true);
  });

  it('has two words at least where it must be told from a password', () => {
    for (const name of ['getToken', 'get2Token', 'read_all', 'config.read']) expect(isCodeName(name, true)).toBe(true);
    for (const name of ['hunter2abc', 'base64encode', 'Token', 'TOKEN']) expect(isCodeName(name, true)).toBe(false);
  });
});

it('letters and digits are told, in one case and in both', () => {
  expect(['aB3', 'ab3', 'AB3', 'aBc', 'a3', '33', ''].map(isMixed)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['a3', 'A3', 'z9', 'Z0', 'ab', '33', ''].map(hasLetterAndDigit)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('the value of something that is called a secret', () => {
  it.each([
    'k7Gq9xZ2',
    'hunter2abc',
    'kqzxvb1t',
    'a!b@c#d$',
    'Tr0ub4d',
    'aB%c^d&e',
    'aB*c+d=e',
    'aB?c~d|e',
    'xkqz-xkqz1mb',
    'correct-k7Gq9xZ2w',
  ])('looks like one: %s', (value) => expect(looksSecret(value, 7)).toBe(true));

  it.each([
    ['k7Gq9xZ', 'too short'],
    ['k7Gq 9xZ2', 'has a blank'],
    ['changeme7', 'a placeholder'],
    ['k7Gq://9xZ2', 'an address'],
    [`refl_${'0123456789ABCDEFGHJKMNPQRS'}`, 'an id of ours'],
    ['2026-03-01T12:00:00Z', 'a time'],
    ['1.2.3,4/5+6', 'numbers'],
    ['kqzxvbnt', 'letters alone'],
    ['12345678!@', 'no letter'],
    ['k7k7k7k7Gq', 'few signs'],
    ['getToken2', 'a name'],
    ['src/main/k7.ts', 'a path'],
    ['kQzXvBnTkW', 'letters that change their case'],
    ['123-456-789.alphabet', 'numbers and a word'],
    ['aBcdeFgh1', 'a word that changes its case twice'],
    ['read-secret-2', 'words'],
    ['alpha.beta_gamma:delta12', 'words'],
    ['C:\\users\\shop1', 'a path of Windows'],
    ['version123', 'a word and a number'],
  ])('does not look like one: %s, %s', (value) => expect(looksSecret(value)).toBe(false));

  it('has eight characters unless said otherwise, and six different ones', () => {
    expect(looksSecret('k7Gq9xZ2')).toBe(true);
    expect(looksSecret('k7Gq9x', 6)).toBe(true);
    expect(looksSecret('k7Gq9x', 7)).toBe(false);
    expect(looksSecret('k7Gq9xk7')).toBe(true);
    expect(looksSecret('k7Gq9k7Gq9')).toBe(false);
  });

  it('is for two fifths, and six characters, no words', () => {
    expect(looksSecret('alpha-k7Gq9xZ2')).toBe(true);
    expect(looksSecret('alpha-beta-k7Gq9x')).toBe(false);
    expect(looksSecret('alphaa-k7Gq9x')).toBe(true);
    expect(looksSecret('alpha-k7Gq9')).toBe(false);
    // Words may end in up to three digits, and change between cases at one letter in four.
    expect(looksSecret('alpha123-beta456')).toBe(false);
    expect(looksSecret('alpha1234')).toBe(true);
    expect(looksSecret('someCamelCaseName1')).toBe(false);
    expect(looksSecret('sOmEcAmElCaSe1')).toBe(true);
    expect(looksSecret('1234-alpha+beta!')).toBe(true);
  });

  it('is not the same few signs over and over', () => {
    const few = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaab1c2d3';
    expect(entropy(few)).toBeLessThan(2.5);
    expect(looksSecret(few)).toBe(false);
  });
});
