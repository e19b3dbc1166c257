import { describe, expect, it } from 'vitest';
import { MOST_PER_TEXT, work } from '../src/finding.ts';
import { pem } from '../src/private-key.ts';
import { createRedactor } from '../src/redactor.ts';
import { leftBy } from './rest.ts';

const armour = (word: string, kind: string) => `-----${word} ${kind}-----`;
const KIND = `RSA PRIVATE ${'KEY'}`;
const [BEGIN, END] = [armour('BEGIN', KIND), armour('END', KIND)];
const LINE = `MIIEpAIB${'aB3+/x9Z'.repeat(7)}`;
const SHORT = 'Qx7+a==';
const left = (text: string) => leftBy(pem, text);

describe('the block of a private key', () => {
  it.each([
    `PRIVATE ${'KEY'}`,
    `EC PRIVATE ${'KEY'}`,
    `OPENSSH PRIVATE ${'KEY'}`,
    `X25519 PRIVATE ${'KEY'}`,
    `PGP PRIVATE ${'KEY'} BLOCK`,
    `${'K'.repeat(40)}PRIVATE ${'KEY'}`,
  ])('goes whole: %s', (kind) => {
    const block = [armour('BEGIN', kind), 'Comment: of the build, no key', LINE, armour('END', kind)].join('\n');
    expect(left(`before ${block} after`)).toBe('before * after');
    expect(createRedactor().redactText(`before ${block} after`)).toEqual({
      text: 'before [redacted:private_key] after',
      kinds: ['private_key'],
    });
  });

  it.each([`PUBLIC ${'KEY'}`, 'CERTIFICATE', `private ${'key'}`, `${'K'.repeat(41)}PRIVATE ${'KEY'}`])(
    'is not begun by %s',
    (kind) => {
      const text = `${armour('BEGIN', kind)}\n${LINE}`;
      expect(left(text)).toBe(text);
    },
  );

  it('goes up to a closing line that is near, and else without what stands between', () => {
    const near = '.'.repeat(11_999);
    expect(left(`${BEGIN}${near}${END}!`)).toBe('*!');
    expect(left(`${BEGIN}${near}.${END}!`)).toBe(`*${near}.${END}!`);
    expect(left(`${BEGIN}\n${LINE}${near}${END}!`)).toBe('*!');
  });

  it('ends with its own closing line, also where that follows at once', () => {
    expect(left(`${END} ${BEGIN}${END} ${END}`)).toBe(`${END} * ${END}`);
    const two = [BEGIN, LINE, END, 'and', BEGIN, LINE, END].join('\n');
    expect(left(two)).toBe('*\nand\n*');
    expect(left([BEGIN, LINE, END].join('').repeat(2))).toBe('**');
  });

  it('goes once where another one begins in it', () => {
    expect(left(`${BEGIN} see ${BEGIN}\n${LINE}\n${END}.`)).toBe('*.');
  });

  it('goes with the rest of the text from the thousandth on', () => {
    const ranges = pem.find(`${BEGIN} `.repeat(MOST_PER_TEXT + 2));
    expect(ranges).toHaveLength(MOST_PER_TEXT);
    expect(ranges.at(-1)?.end).toBe((BEGIN.length + 1) * (MOST_PER_TEXT + 2));
  });

  it('costs what is counted as work', () => {
    work.examined = 0;
    left(`${BEGIN} ${BEGIN}`);
    expect(work.examined).toBe(2);
  });
});

describe('a private key whose end was cut off', () => {
  it('goes up to the last line that reads as one', () => {
    expect(left(`Look:\n${BEGIN}\n${LINE}\n${LINE}\nThen I restarted`)).toBe('Look:\n*\nThen I restarted');
    expect(left(`Look:\n${BEGIN}\n${LINE}`)).toBe('Look:\n*');
    expect(left(`Look:\n${BEGIN}`)).toBe('Look:\n*');
    expect(left(`Look:\n${BEGIN}\n\n`)).toBe('Look:\n*\n\n');
  });

  it.each(['ABCDEFGHabcdefgh', '0123456789abcdef', '0123456789ABCDEF', `${'a'.repeat(250)}Z7`])(
    'has a line of 16 characters or more with letters and digits, or with both cases: %s',
    (line) => expect(left(`${BEGIN}\n${line}.`)).toBe('*.'),
  );

  it.each(['authenticationmiddleware', 'AUTHENTICATIONMIDDLEWARE', '0123456789012345', 'ABCDEFGHabcdef7'])(
    'has no line %s',
    (line) => expect(left(`${BEGIN}\n${line}.`)).toBe(`*\n${line}.`),
  );

  it.each(['', '"', "'", '`', ',', '\r', '\n', '\\n'])('may end with a short line before %j', (after) => {
    expect(left(`${BEGIN}\n${LINE}\n${SHORT}${after}`)).toBe(`*${after}`);
  });

  it('does not end with a word of the next sentence, nor begin with a short line', () => {
    expect(left(`${BEGIN}\n${LINE}\nThen it ran`)).toBe('*\nThen it ran');
    expect(left(`${BEGIN}\n${SHORT}\n${LINE}`)).toBe(`*\n${SHORT}\n${LINE}`);
  });

  it('ends with its short line, whatever follows', () => {
    expect(left(`${BEGIN}\n${LINE}\n${SHORT}\n${LINE}`)).toBe(`*\n${LINE}`);
    expect(left(`${BEGIN}\n${LINE}\nABCDEFGHabcdefgh\n${SHORT}\n!`)).toBe('*\n!');
  });

  it.each([...' \t"\'`,;*>|#()[]-', '\\', '\\n', '\\r', '\\t', '//', '// ', '+ ', '+++'])(
    'goes with lines behind %j',
    (mark) => expect(left(`${BEGIN}\n${mark}${LINE}\n${mark}${LINE}.`)).toBe('*.'),
  );

  it.each(['=>', '.', ':', '{', 'a ', 'é'])('goes without what stands behind %j', (mark) => {
    const rest = `\n${mark}${LINE}.`;
    expect(left(`first\n${BEGIN}${rest}`)).toBe(`first\n*${rest}`);
    expect(left(`first\n${BEGIN}\n${LINE}${rest}`)).toBe(`first\n*${rest}`);
  });

  it('goes with lines that are less than 40 characters apart', () => {
    const gap = ' '.repeat(39);
    expect(left(`${BEGIN}${gap}${LINE}${gap}${LINE}.`)).toBe('*.');
    expect(left(`${BEGIN}${gap} ${LINE}`)).toBe(`*${gap} ${LINE}`);
    expect(left(`first\n${BEGIN}${LINE}${gap} ${LINE}`)).toBe(`first\n*${gap} ${LINE}`);
  });

  it.each(['\\n', '\\r', '\\t'])('leaves %s behind its last line', (end) => {
    expect(left(`{"key":"${BEGIN}${end}${LINE}${end}"}`)).toBe(`{"key":"*${end}"}`);
  });

  it('goes with the whole of a line that begins like an escaped line end', () => {
    expect(left(`${BEGIN}\nrBCDEFGHabcdefgh.`)).toBe('*.');
    expect(left(`${BEGIN}\\ABCDEFGHabcdefgh. and then`)).toBe('*. and then');
    expect(left(`${BEGIN}\n+BCDEFGHabcdefgh. and then`)).toBe('*. and then');
  });

  it('goes wherever it stands in a text', () => {
    const long = '.'.repeat(40_000);
    expect(left(`${long}${BEGIN}\n${LINE}`)).toBe(`${long}*`);
  });

  it('goes up to 32,768 characters in lines, and whole in one', () => {
    const line = `\n${'aB3+/x9Z'.repeat(8).slice(1)}`;
    expect(left(`${BEGIN}${line.repeat(514)}`)).toBe(`*${line.repeat(2)}`);
    expect(left(`${BEGIN}\n${'aB3+/x9Z'.repeat(5000)}!`)).toBe('*!');
  });
});
