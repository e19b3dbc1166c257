import { describe, expect, test } from 'vitest';
import { amongRows, extendedTo, NOTHING, toggledRow } from './selection.ts';

const loaded = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('');

describe('selecting rows', () => {
  test('a range grows and shrinks from where it began, and leaves others alone', () => {
    let selection = toggledRow(NOTHING, 'e', loaded);
    selection = toggledRow(selection, 'b', loaded);
    selection = extendedTo(selection, 'd', 'b', loaded);
    expect(ids(selection)).toBe('bcde');
    selection = extendedTo(selection, 'c', 'd', loaded);
    expect(ids(selection)).toBe('bce');
    selection = extendedTo(selection, 'a', 'c', loaded);
    expect(ids(selection)).toBe('abe');
  });

  test('a range without a beginning begins at the current row', () => {
    expect(ids(extendedTo(NOTHING, 'c', 'b', loaded))).toBe('bc');
    expect(ids(extendedTo(NOTHING, 'c', null, loaded))).toBe('c');
  });

  test('one taken out of everything leaves what is loaded', () => {
    expect(toggledRow({ ...NOTHING, all: true }, 'c', loaded)).toMatchObject({ all: false });
    expect(ids(toggledRow({ ...NOTHING, all: true }, 'c', loaded))).toBe('abde');
  });

  test('of what was selected the rows that are listed are left, also where a range is changed, and nothing of everything', () => {
    let selection = toggledRow(NOTHING, 'e', loaded);
    selection = extendedTo(toggledRow(selection, 'a', loaded), 'c', 'a', loaded);
    const left = amongRows(selection, ['a', 'c', 'd']);
    expect(ids(left)).toBe('ac');
    expect(ids(extendedTo(left, 'd', 'c', ['a', 'c', 'd']))).toBe('acd');
    expect(amongRows({ ...NOTHING, all: true }, loaded)).toBe(NOTHING);
  });
});
