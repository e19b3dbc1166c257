import { describe, expect, it } from 'vitest';
import { keysInList } from '../src/key-in-list.ts';
import { createRedactor } from '../src/redactor.ts';
import { without } from './rest.ts';

const armour = (word: string, kind: string) => `-----${word} ${kind}-----`;
const KIND = `RSA PRIVATE ${'KEY'}`;
const [BEGIN, END] = [armour('BEGIN', KIND), armour('END', KIND)];
const LINE = `MIIEpAIB${'aB3+/x9Z'.repeat(7)}`;
/** What a cut left of a line, and what is no more than a word. */
const REST = 'x9ZaB3+/x9ZaB3+/';
const WORD = 'Identifier';

/** What is left of a list, with `*` for each part of a key. */
function left(...entries: unknown[]): unknown[] {
  const found = keysInList(entries);
  return entries.map((entry, at) => {
    const range = found.get(at);
    return range ? without(String(entry), [range]) : entry;
  });
}

describe('a private key whose lines are entries of a list', () => {
  it.each([`PRIVATE ${'KEY'}`, KIND, `X25519 PRIVATE ${'KEY'}`, `PGP PRIVATE ${'KEY'} BLOCK`])(
    'goes up to its closing line: %s',
    (kind) => {
      const [begin, end] = [armour('BEGIN', kind), armour('END', kind)];
      expect(left('before', `the key: ${begin}`, LINE, 'aB==', `${end} and more`, WORD)).toEqual([
        'before',
        'the key: *',
        '*',
        '*',
        '* and more',
        WORD,
      ]);
    },
  );

  it.each([`PUBLIC ${'KEY'}`, `private ${'key'}`, `${'K'.repeat(41)}PRIVATE ${'KEY'}`])(
    'is neither begun nor ended by %s',
    (kind) => {
      const list = [armour('BEGIN', kind), LINE, LINE, armour('END', KIND)];
      expect(left(...list)).toEqual(list);
      expect(left(BEGIN, LINE, armour('END', kind))).toEqual([BEGIN, LINE, armour('END', kind)]);
    },
  );

  it('has a line in one of its entries, that of the header included', () => {
    expect(left(BEGIN, END, LINE)).toEqual([BEGIN, END, LINE]);
    expect(left(BEGIN, '', END)).toEqual([BEGIN, '', END]);
    expect(left(`${BEGIN}\n${LINE}`, END)).toEqual(['*', '*']);
  });

  it('is one of several, of which each goes', () => {
    expect(left(BEGIN, LINE, END, 'and', BEGIN, LINE, END)).toEqual(['*', '*', '*', 'and', '*', '*', '*']);
    expect(left(BEGIN, LINE, END, BEGIN, LINE, END)).toEqual(['*', '*', '*', '*', '*', '*']);
    expect(left(`${BEGIN} ${BEGIN}`, LINE, END)).toEqual([`${BEGIN} *`, '*', '*']);
  });

  it.each([...' \t"\'`,;*>|#()[]\\+-', '> + '])('may have %j before each line', (mark) => {
    const line = mark.includes('+') ? LINE : `${mark}${LINE}`;
    expect(left(`${BEGIN}\n${mark.replace(/[+ >]+/, '')}`, line, `${mark}${END}!`)).toEqual(['*', '*', '*!']);
  });

  it.each([...' \t"\'`,;*>|#()[]\\-'])('may have %j behind each line', (mark) => {
    expect(left(BEGIN, `${LINE}${mark}`, END)).toEqual(['*', '*', '*']);
  });

  it('may have up to forty such signs around a line, and no more', () => {
    const marks = '-'.repeat(40);
    expect(left(BEGIN, marks, `${marks}${LINE}${marks}`, `${'>'.repeat(40)}${END}`)).toEqual(['*', '*', '*', '*']);
    for (const entry of [`>${marks}`, `>${marks}${LINE}`, `${LINE}${marks}>`]) {
      expect(left(BEGIN, LINE, entry, END)).toEqual([BEGIN, LINE, entry, END]);
    }
    expect(left(BEGIN, LINE, `${'>'.repeat(41)}${END}`)).toEqual([BEGIN, LINE, `${'>'.repeat(41)}${END}`]);
  });

  it.each(['\n', '\r', '\r\n', '\\n', '\\r', '\\r\\n'])(
    'may have several lines in an entry, with %j between',
    (end) => {
      const lines = `${LINE}${end}${LINE}`;
      expect(left(`${BEGIN}${end}${lines}`, lines, `${lines}${end}`)).toEqual(['*', '*', '*']);
    },
  );

  it.each(['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES', 'Version: 1', 'Comment: of the build', 'Hash: SHA1'])(
    'may have the header %j',
    (header) => {
      expect(left(BEGIN, header, LINE, END)).toEqual(['*', '*', '*', '*']);
      for (const other of [`My${header}`, header.replace(': ', ':'), `${header}${'x'.repeat(201)}`]) {
        expect(left(BEGIN, other, LINE, END)).toEqual([BEGIN, other, LINE, END]);
      }
    },
  );

  it.each(['Charset: UTF-8', 'MessageID: 7', `Comment: ${'x'.repeat(200)}`])(
    'may have the header %j, too',
    (header) => {
      expect(left(BEGIN, header, LINE, END)).toEqual(['*', '*', '*', '*']);
    },
  );

  it('has nothing else in its entries', () => {
    for (const entry of ['two words', `${LINE}.`, `see ${LINE}`, 7, null, [LINE]]) {
      expect(left(BEGIN, LINE, entry, LINE, END)).toEqual([BEGIN, LINE, entry, LINE, END]);
    }
    for (const first of [`${BEGIN} is what grep finds`, WORD, 7, null]) {
      expect(left(first, LINE, LINE, END)).toEqual([first, LINE, LINE, END]);
    }
  });

  it('says which kind was removed, and where', () => {
    expect(createRedactor().redact(['first', BEGIN, LINE, END]).found).toEqual(
      [1, 2, 3].map((at) => ({ kind: 'private_key', path: String(at) })),
    );
  });
});

describe('a private key in a list whose closing line is not there', () => {
  it('goes if it has two whole lines, wherever they are', () => {
    expect(left(BEGIN, LINE, LINE)).toEqual(['*', '*', '*']);
    expect(left(`${BEGIN}\n${LINE}`, LINE)).toEqual(['*', '*']);
    expect(left(BEGIN, `${LINE}\n${LINE}`)).toEqual(['*', '*']);
    expect(left(BEGIN, LINE)).toEqual([BEGIN, LINE]);
    expect(left(BEGIN, LINE, REST)).toEqual([BEGIN, LINE, REST]);
  });

  it('has lines of 48 characters or more, with both cases and digits', () => {
    const line = LINE.slice(0, 48);
    expect(left(BEGIN, line, line)).toEqual(['*', '*', '*']);
    for (const other of [LINE.slice(0, 47), 'ab3'.repeat(20), 'abC'.repeat(20), 'AB3'.repeat(20)]) {
      expect(left(BEGIN, other, other)).toEqual([BEGIN, other, other]);
    }
  });

  it('ends with the last entry that is no word', () => {
    expect(left(BEGIN, LINE, LINE, WORD, '')).toEqual(['*', '*', '*', WORD, '']);
    expect(left(BEGIN, LINE, LINE, REST, WORD)).toEqual(['*', '*', '*', '*', WORD]);
    expect(left(BEGIN, LINE, LINE, WORD, '', LINE, WORD)).toEqual(['*', '*', '*', '*', '*', '*', WORD]);
    expect(left(BEGIN, LINE, LINE, REST.slice(1))).toEqual(['*', '*', '*', REST.slice(1)]);
    expect(left(BEGIN, LINE, LINE, 'two words', LINE)).toEqual(['*', '*', '*', 'two words', LINE]);
    expect(left(BEGIN, LINE, LINE, 7, LINE)).toEqual(['*', '*', '*', 7, LINE]);
  });
});

describe('a private key in pieces of several lines', () => {
  it('goes whole, also where its last lines stand with the closing line in one piece', () => {
    expect(left(`${BEGIN}\n${LINE}\n${LINE}`, `${LINE}\naB==\n${END}\nThen it ran`)).toEqual(['*', '*\nThen it ran']);
    expect(left(`${BEGIN}`, `${LINE}\\n${END}`)).toEqual(['*', '*']);
    const pieces = [`${BEGIN}\n${LINE}`, `${LINE}\n${LINE}\n${END}`];
    const { value } = createRedactor().redact({ whatWorked: pieces });
    expect(value.whatWorked).toEqual(['[redacted:private_key]', '[redacted:private_key]']);
  });

  it('goes whole where it begins in the piece that the one before ends in', () => {
    const pieces = [`Keys:\n${BEGIN}\n${LINE}`, `aB==\n${END}\n${BEGIN}\n${LINE}`, `aB==\n${END}\nThen it ran`];
    expect(left(...pieces)).toEqual(['Keys:\n*', '*', '*\nThen it ran']);
  });

  it('ends before what is no line of a key', () => {
    expect(left(BEGIN, LINE, `then look for ${END}`)).toEqual([BEGIN, LINE, `then look for ${END}`]);
  });
});
