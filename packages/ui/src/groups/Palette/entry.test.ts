import { describe, expect, test } from 'vitest';
import { answering, likeness } from './entry.ts';

describe('likeness', () => {
  test('every word that was typed must be found', () => {
    expect(likeness('copy id', 'Copy this id')).toBeGreaterThan(0);
    expect(likeness('copy pin', 'Copy this id')).toBe(0);
    expect(likeness('id copy', 'Copy this id')).toBeGreaterThan(0);
  });

  test('beginnings of words count more than their insides, a single letter has no inside', () => {
    expect(likeness('bin', 'Empty the bin')).toBeGreaterThan(likeness('bin', 'Cabinet'));
    expect(likeness('b', 'Cabinet')).toBe(0);
    expect(likeness('pin', 'Pin or unpin')).toBeGreaterThan(likeness('pin', 'Drop the pin'));
  });

  test('words that a sign ties together are one name', () => {
    expect(likeness('web-s', 'Pick web address')).toBe(0);
    expect(likeness('web-s', 'sample-web-shop')).toBeGreaterThan(0);
    expect(likeness('web s', 'Pick web address share')).toBeGreaterThan(0);
  });

  test('two words of a name are found written as one', () => {
    expect(likeness('backup', 'Back up now')).toBeGreaterThan(likeness('backup', 'Restore from backups'));
    expect(likeness('backu', 'Back up now')).toBe(0);
    expect(likeness('upback', 'Back up now')).toBe(0);
  });

  test('nothing but signs answers nothing', () => {
    expect(likeness('…', 'Edit')).toBe(0);
  });
});

test('what answers best comes first, the rest in its order', () => {
  const names = ['Undo all of it', 'Go to Today', 'Today', 'Go to Lessons'];
  expect(answering(names, 'today', (name) => name)).toEqual(['Today', 'Go to Today']);
  expect(answering(names, 'go', (name) => name)).toEqual(['Go to Today', 'Go to Lessons']);
  expect(answering(names, ' ', (name) => name)).toEqual(names);
});

test('what is called so goes before what only other words find', () => {
  const actions = [
    { title: 'Go to Data', alsoCalled: 'mcp programs' },
    { title: 'Copy the MCP command', alsoCalled: 'connect' },
  ];
  const found = (typed: string) =>
    answering(
      actions,
      typed,
      ({ title }) => title,
      ({ alsoCalled }) => alsoCalled,
    ).map(({ title }) => title);
  expect(found('mcp')).toEqual(['Copy the MCP command', 'Go to Data']);
  expect(found('copy connect')).toEqual(['Copy the MCP command']);
});

test('a name that is all that was typed comes first, a place that only has it last', () => {
  const actions = [
    { title: 'Go to Today', alsoCalled: 'connect inbox', isPlace: true },
    { title: 'Copy the MCP command', alsoCalled: 'connect agent', isPlace: false },
    { title: 'Connect an agent', alsoCalled: '', isPlace: false },
    { title: 'Connect', alsoCalled: '', isPlace: false },
    { title: 'Go to connections', alsoCalled: '', isPlace: true },
  ];
  const found = answering(
    actions,
    'connect',
    ({ title }) => title,
    ({ alsoCalled }) => alsoCalled,
    ({ isPlace }) => isPlace,
  );
  expect(found.map(({ title }) => title)).toEqual([
    'Connect',
    'Connect an agent',
    'Go to connections',
    'Copy the MCP command',
    'Go to Today',
  ]);
});
