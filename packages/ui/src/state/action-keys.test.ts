import { describe, expect, test, vi } from 'vitest';
import { type Focus, isRepeated, type KeyPress, mapActionOf, matching } from './action-keys.ts';
import { ACTIONS } from './actions.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const ids = (key: string, focus: Focus = 'list', more: Partial<KeyPress> = {}) =>
  matching(press(key, more), focus, true);

describe('matching', () => {
  test('single keys work outside fields only', () => {
    expect(ids('j')).toEqual(['down']);
    expect(ids('j', 'other')).toEqual(['down']);
    expect(ids('j', 'field')).toEqual([]);
    expect(ids('#', 'field', { shiftKey: true })).toEqual([]);
  });

  test('Escape and Mod+Enter work in fields', () => {
    expect(ids('Escape', 'field')).toEqual(['cancel', 'leaveField', 'back']);
    expect(ids('Enter', 'field', { ctrlKey: true })).toEqual(['save']);
    expect(ids('Enter', 'field', { metaKey: true })).toEqual(['save']);
  });

  test('a search field has keys of its own, before those of any field', () => {
    expect(ids('Escape', 'search')).toEqual(['clear', 'cancel', 'leaveField', 'back']);
    expect(ids('+', 'list', { shiftKey: true })).toEqual(['helpful']);
    expect(ids('+', 'search')).toEqual([]);
    expect(ids('ArrowDown', 'search')).toEqual(['toHits']);
    expect(ids('Enter', 'search')).toEqual(['openHit']);
    expect(ids('ArrowDown', 'field')).toEqual([]);
    expect(ids('j', 'search')).toEqual([]);
  });

  test('arrows and Enter belong to whatever has the focus, unless it is the list', () => {
    expect(ids('ArrowDown', 'list')).toEqual(['arrowDown']);
    expect(ids('ArrowDown', 'other')).toEqual([]);
    expect(ids('Enter', 'other')).toEqual([]);
  });

  test('undo in a field is the field’s own', () => {
    expect(ids('z', 'list', { ctrlKey: true })).toEqual(['undo']);
    expect(ids('Z', 'list', { ctrlKey: true, shiftKey: true })).toEqual(['redo']);
    expect(ids('z', 'field', { ctrlKey: true })).toEqual([]);
  });

  test('a letter with a modifier is the browser’s', () => {
    expect(ids('p', 'list', { ctrlKey: true })).toEqual([]);
    expect(ids('e', 'list', { altKey: true })).toEqual([]);
  });

  test('Shift that a character needs is no obstacle', () => {
    expect(ids('?', 'other', { shiftKey: true })).toEqual(['sheet']);
    expect(ids('#', 'list', { shiftKey: true })).toEqual(['delete']);
    expect(ids('#', 'list')).toEqual(['delete']);
  });

  test('switched off, single characters mean nothing; named keys stay', () => {
    expect(matching(press('e'), 'list', false)).toEqual([]);
    expect(matching(press('Delete'), 'list', false)).toEqual(['delete']);
    expect(matching(press('z', { ctrlKey: true }), 'list', false)).toEqual(['undo']);
  });
});

test('while a change waits to be confirmed, undo and redo are not offered', () => {
  for (const key of ['z', 'Z']) {
    expect(ids(key, 'other', { ctrlKey: true, shiftKey: key === 'Z' })).not.toEqual([]);
    expect(ids(key, 'asked', { ctrlKey: true, shiftKey: key === 'Z' })).toEqual([]);
  }
  expect(ids('k', 'asked', { ctrlKey: true })).toEqual(['palette']);
});

test('the palette opens from everywhere, with one key', () => {
  for (const focus of ['field', 'search', 'list', 'other'] as const) {
    expect(ids('k', focus, { ctrlKey: true })).toEqual(['palette']);
  }
  expect(ids('k', 'field')).toEqual([]);
});

test('Alt and an arrow go back and forward, from fields too; without Alt they do not', () => {
  expect(ids('ArrowLeft', 'field', { altKey: true })).toEqual(['goBack']);
  expect(ids('ArrowRight', 'list', { altKey: true })).toEqual(['goForward']);
  expect(ids('ArrowLeft', 'list')).toEqual([]);
  // Command is a key of the Mac; elsewhere `metaKey` belongs to the system.
  expect(ids('[', 'list', { metaKey: true })).toEqual([]);
});

test('on a Mac a character may need Option, as [ does on a German one', async () => {
  expect(ids('[', 'list', { altKey: true })).toEqual([]);
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  vi.resetModules();
  const mac = await import('./action-keys.ts');
  vi.unstubAllGlobals();
  expect(mac.matching(press('[', { altKey: true }), 'list', true)).toEqual(ids('['));
  expect(ids('[')).not.toEqual([]);
  expect(mac.matching(press('å', { altKey: true }), 'list', true)).toEqual([]);
  expect(mac.matching(press('ArrowDown', { altKey: true }), 'list', true)).toEqual([]);
});

test('the map has the arrows for itself while it has the focus, with Shift or without', () => {
  expect(mapActionOf(press('ArrowRight'))).toBe('effect');
  expect(mapActionOf(press('ArrowLeft', { shiftKey: true }))).toBe('cause');
  expect(mapActionOf(press('Enter'))).toBe('expandOrCollapse');
  expect(mapActionOf(press('ArrowLeft', { altKey: true }))).toBeUndefined();
  expect(mapActionOf(press('h'))).toBe('nodeHide');
  expect(mapActionOf(press('H', { shiftKey: true }))).toBe('showHidden');
  expect(mapActionOf(press('j'))).toBeUndefined();
  expect(ids('h', 'other')).toEqual(['archive']);
  for (const focus of ['list', 'other', 'field'] as const) expect(ids('ArrowRight', focus)).toEqual([]);
});

test('no two actions of one group share a key, but for those that are never offered together', () => {
  const used = Object.values(ACTIONS).flatMap(({ group, keys }) => keys.map((key) => `${group} ${key}`));
  const shared = used.filter((key, at) => used.indexOf(key) !== at);
  // All drafts are decided, or a group where they are grouped; duplicates and contradictions are two tabs.
  expect(shared).toEqual(['today s', 'today A', 'today R']);
});

test('a key held down moves and undoes again and again, and does anything else once', () => {
  expect((Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).filter(isRepeated)).toEqual([
    'down',
    'up',
    'arrowDown',
    'arrowUp',
    'pageDown',
    'pageUp',
    'extendDown',
    'extendUp',
    'arrowExtendDown',
    'arrowExtendUp',
    'undo',
    'redo',
  ]);
});
