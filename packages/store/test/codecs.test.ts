import { MAX_ANSWER_BYTES } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { type CursorKind, decodeCursor, toPage } from '../src/index.ts';
import { parseList } from '../src/sql/json-cell.ts';
import {
  added,
  type Codec,
  type Column,
  DECODE,
  decodeForLog,
  document,
  encode,
  flag,
  isJson,
  list,
  object,
  plain,
  required,
} from '../src/tables/columns.ts';
import { isRowHash, rowHash } from '../src/tables/row-hash.ts';
import { checkedCells } from '../src/tables/table.ts';
import { view } from '../src/tables/view.ts';

// What is written to a cell, and what is read of it: files of years ago are read with these rules.

describe('a column', () => {
  it.each<[Codec, Column, boolean]>([
    ['plain', plain('c'), false],
    ['flag', flag('c'), false],
    ['list', list('c'), true],
    ['object', object('c'), true],
    ['document', document('c'), true],
    ['required', required('c'), true],
  ])('of kind %s says how it is stored, and whether its cells are JSON', (codec, column, json) => {
    expect(column).toEqual({ name: 'c', codec });
    expect(added(column)).toEqual({ name: 'c', codec, isAdded: true });
    expect(isJson(column)).toBe(json);
  });

  it.each<[Codec, unknown, unknown]>([
    ['plain', 'text', 'text'],
    ['plain', 0, 0],
    ['flag', true, 1],
    ['flag', false, 0],
    ['list', [], '[]'],
    ['list', ['a', 1], '["a",1]'],
    ['object', {}, '{}'],
    ['object', { a: 1 }, '{"a":1}'],
    ['document', 'text', '"text"'],
    ['document', false, 'false'],
    ['required', { a: null }, '{"a":null}'],
  ])('of kind %s keeps %j as the cell %j, and shows it as it was', (codec, value, cell) => {
    expect(encode(value, codec)).toBe(cell);
    expect(decodeForLog(encode(value, codec), codec)).toEqual(value);
    if (codec !== 'plain') expect(DECODE[codec](cell)).toEqual(value);
  });

  it.each<Codec>(['plain', 'flag', 'list', 'object', 'document', 'required'])(
    'of kind %s has an empty cell for nothing',
    (codec) => {
      expect([encode(null, codec), encode(undefined, codec)]).toEqual([null, null]);
      expect(decodeForLog(null, codec)).toBeNull();
    },
  );

  it('shows a cell that cannot be read as empty, throws where the row is useless without it, and logs it as it is', () => {
    expect([DECODE.list('[1'), DECODE.object('{'), DECODE.document('nan')]).toEqual([[], {}, null]);
    expect(DECODE.document(null)).toBeNull();
    expect(() => DECODE.required('{')).toThrow(SyntaxError);
    for (const codec of ['list', 'object', 'document', 'required'] as const)
      expect(decodeForLog('[1', codec)).toEqual({ unreadable: '[1' });
  });

  it('gives each row a list and an object of its own', () => {
    for (const [codec, cell] of [['list', '[]'] as const, ['object', '{}'] as const, ['list', '['] as const])
      expect(DECODE[codec](cell)).not.toBe(DECODE[codec](cell));
  });
});

describe('a cell with a list of texts', () => {
  it.each<[string, string[]]>([
    ['["a","b"]', ['a', 'b']],
    ['["a",1]', ['a', '1']],
    ['[]', []],
    ['{"a":"b"}', []],
    ['["a', []],
  ])('%s is read as %j', (cell, texts) => {
    expect(parseList(cell)).toEqual(texts);
  });
});

describe('the checksum of a row', () => {
  /** Of the row in the first test. It never changes. */
  const CHECKSUM = 156_635_007;

  it('stays what it was: rows that are there were written with it', () => {
    expect(rowHash([])).toBe(0);
    expect(rowHash([null, 'a', 1, 0.5, ''])).toBe(CHECKSUM);
    expect(isRowHash(CHECKSUM, [null, 'a', 1, 0.5, ''])).toBe(true);
    for (const other of [CHECKSUM + 1, String(CHECKSUM), null])
      expect(isRowHash(other, [null, 'a', 1, 0.5, ''])).toBe(false);
  });

  it('tells nothing, an empty text, 0 and "0" from each other, and where a cell ends', () => {
    const rows = [[null], [''], [0], ['0'], [1], ['1'], ['ab'], ['a', 'b'], ['b', 'a'], [null, null]];
    expect(new Set(rows.map(rowHash)).size).toBe(rows.length);
  });

  it('leaves out empty cells at the end that came later, and no other', () => {
    const columns = { id: plain('id'), note: plain('note'), late: added(plain('late')), last: added(plain('last')) };
    const table = { table: 't', key: 'id', columns };
    expect(checkedCells(table, ['a', null, null, null])).toEqual(['a', null]);
    expect(checkedCells(table, ['a', null, null, 'x'])).toEqual(['a', null, null, 'x']);
    expect(checkedCells(table, ['a', null, 'x', null])).toEqual(['a', null, 'x']);
    const late = { ...table, columns: { late: columns.late } };
    expect(checkedCells(late, [null])).toEqual([]);
  });
});

describe('a view', () => {
  interface Row {
    id: string;
    name: string;
    author: unknown;
    tags: string[];
  }
  const schema = { shape: { id: 0, name: 0, author: 0, tags: 0 }, parse: (value: unknown) => value as Row };
  const table = { table: 'thing', key: 'id', columns: { id: plain('id'), tags: list<string>('tags') } };

  it('takes columns of its table from there, and all else from where it says', () => {
    const also = { other: plain('o.name'), sum: plain('a + b'), own: flag('own') };
    const shown = view(schema, table, { from: 'thing t JOIN o', alias: 't', computed: { name: plain('name') }, also });
    expect(shown.select).toBe(
      "SELECT t.id AS id, name AS name, t.author_kind || ' ' || t.author_name AS author, t.tags AS tags, " +
        'o.name AS other, a + b AS sum, t.own AS own FROM thing t JOIN o',
    );
    const row = { id: '1', name: 'n', author: 'agent a b', tags: '["x"]', other: 'o', sum: 'ab', own: 1 };
    expect(shown.decode(row as never)).toEqual({
      id: '1',
      name: 'n',
      author: { kind: 'agent', name: 'a b' },
      tags: ['x'],
      other: 'o',
      sum: 'ab',
      own: true,
    });
  });
});

describe('a page', () => {
  const KIND: CursorKind = ['things', 'text', 'number'];
  const rows = (...texts: string[]) => texts.map((text, seq) => ({ text, seq }));
  const page = (given: ReturnType<typeof rows>, limit = 10) =>
    toPage(
      given,
      limit,
      KIND,
      ({ text, seq }) => [text, seq],
      ({ seq }) => seq,
    );

  it('has as many items as were asked for, and a cursor that says where the next one begins', () => {
    expect(page(rows('a', 'b'), 2)).toEqual({ items: [0, 1], nextCursor: null });
    const { items, nextCursor } = page(rows('a', 'b', 'c'), 2);
    expect(items).toEqual([0, 1]);
    expect(decodeCursor(nextCursor ?? undefined, KIND)).toEqual(['b', 1]);
    expect(decodeCursor(undefined, KIND)).toBeNull();
  });

  it('has what fits into one answer to the last byte, and at least one item', () => {
    const half = 'x'.repeat(MAX_ANSWER_BYTES / 2);
    expect(page(rows(half, half))).toEqual({ items: [0, 1], nextCursor: null });
    expect(page(rows(half, `${half}x`)).items).toEqual([0]);
    expect(page(rows(`${half}${half}x`, 'x')).items).toEqual([0]);
    expect(page(rows(`${half}${half}x`)).nextCursor).toBeNull();
  });

  it('refuses a cursor that it did not make, and says what to do', () => {
    const made = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
    expect(decodeCursor(made('things', 'a', 1), KIND)).toEqual(['a', 1]);
    for (const cursor of ['', '%', made('others', 'a', 1), made('things', 1, 'a'), made('things', 'a'), made()])
      expect(() => decodeCursor(cursor, KIND), cursor).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          message: 'This cursor was not made by this list.',
          hint: 'Pass nextCursor of the page before, or leave it out to start at the beginning.',
        }),
      );
  });
});
