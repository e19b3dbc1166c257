import { expect, test } from 'vitest';
import { takeToken } from './token.ts';

function pageAt(hash: string, stored: string | null = null) {
  const storage = new Map(stored === null ? [] : [['twicewise.token', stored]]);
  const shown: unknown[] = [];
  const page = {
    location: { hash, pathname: '/', search: '' },
    history: { replaceState: (...values: unknown[]) => shown.push(values[2]) },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
  };
  return { page: page as unknown as Parameters<typeof takeToken>[0], storage, shown };
}

test('the token is taken from the link and removed from it', () => {
  const { page, storage, shown } = pageAt('#token=abc%2B1');
  expect(takeToken(page)).toBe('abc+1');
  expect(storage.get('twicewise.token')).toBe('abc+1');
  expect(shown).toEqual(['/#/today']);
});

test('a link may name a view', () => {
  const { page, shown } = pageAt('#token=abc&/lessons?outcome=failure');
  expect(takeToken(page)).toBe('abc');
  expect(shown).toEqual(['/#/lessons?outcome=failure']);
});

test('a reload finds it again and leaves the link alone', () => {
  const { page, shown } = pageAt('#/lessons?outcome=failure', 'abc');
  expect(takeToken(page)).toBe('abc');
  expect(shown).toEqual([]);
});

test('a newer link replaces an older token', () => {
  const { page, storage } = pageAt('#token=new', 'old');
  expect(takeToken(page)).toBe('new');
  expect(storage.get('twicewise.token')).toBe('new');
});

test('no token is no token', () => {
  expect(takeToken(pageAt('').page)).toBeNull();
  expect(takeToken(pageAt('#token=').page)).toBeNull();
});
