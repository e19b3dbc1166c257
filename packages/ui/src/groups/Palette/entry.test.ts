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

/** The titles of the entries that these words find. */
const titles = (entries: Parameters<typeof answering>[0], typed: string) =>
  answering(entries, typed).map(({ title }) => title);

test('what answers best comes first, the rest in its order', () => {
  const names = ['Undo all of it', 'Go to Today', 'Today', 'Go to Lessons'];
  const entries = names.map((title) => ({ title }));
  expect(titles(entries, 'today')).toEqual(['Today', 'Go to Today']);
  expect(titles(entries, 'go')).toEqual(['Go to Today', 'Go to Lessons']);
  expect(titles(entries, ' ')).toEqual(names);
});

test('one word for what is called by it alone, in the plural too, finds that first', () => {
  const entries = ['Filters', 'Filter by outcome: Failure'].map((title) => ({ title }));
  expect(titles(entries, 'filter')).toEqual(['Filters', 'Filter by outcome: Failure']);
  expect(titles(entries, 'filter by')).toEqual(['Filter by outcome: Failure']);
  expect(titles(entries, 'failures')).toEqual(['Filter by outcome: Failure']);
});

test('what is called so goes before what only other words find, unless these are not asked for', () => {
  const actions = [
    { title: 'Go to Data', alsoCalled: 'mcp programs' },
    { title: 'Copy the MCP command', place: 'Window', alsoCalled: 'connect' },
  ];
  expect(titles(actions, 'mcp')).toEqual(['Copy the MCP command', 'Go to Data']);
  expect(titles(actions, 'copy connect')).toEqual(['Copy the MCP command']);
  expect(titles(actions, 'copy window')).toEqual(['Copy the MCP command']);
  expect(answering(actions, 'copy connect', () => '')).toEqual([]);
});

test('a name that is all that was typed comes first, a place that only has it last', () => {
  const actions = [
    { title: 'Go to Today', alsoCalled: 'connect inbox', isPlace: true },
    { title: 'Copy the MCP command', alsoCalled: 'connect agent' },
    { title: 'Connect an agent' },
    { title: 'Connect' },
    { title: 'Go to connections', isPlace: true },
  ];
  expect(titles(actions, 'connect')).toEqual([
    'Connect',
    'Connect an agent',
    'Go to connections',
    'Copy the MCP command',
    'Go to Today',
  ]);
});

test('what cannot be done now goes behind what can be done and has the words as well', () => {
  const why = 'Not now';
  const actions = [
    { title: 'Merge', why },
    { title: 'Merge this project into another', why },
    { title: 'Review what emerges' },
    { title: 'Merge all exact duplicates' },
    { title: 'Show merged lessons' },
    { title: 'Pin or unpin', alsoCalled: 'merge', why },
    { title: 'Connect', alsoCalled: 'merge' },
  ];
  expect(titles(actions, 'merge')).toEqual([
    'Merge all exact duplicates',
    'Show merged lessons',
    // What is called so goes before what only has the letters, or other words.
    'Merge',
    'Merge this project into another',
    'Review what emerges',
    'Connect',
    'Pin or unpin',
  ]);
});

test('of a sentence that nothing matches, the words count that name something', () => {
  const entries = [
    { title: 'Back up now', alsoCalled: 'backup' },
    { title: 'Connect a program…', alsoCalled: 'claude code' },
    { title: 'Make a note' },
  ];
  expect(titles(entries, 'make a backup')).toEqual(['Back up now']);
  expect(titles(entries, 'how do I connect Claude Code')).toEqual(['Connect a program…']);
  expect(titles(entries, 'make a')).toEqual(['Make a note']);
  expect(titles(entries, 'how do I')).toEqual([]);
  expect(titles(entries, 'how do I fly')).toEqual([]);
  // The beginning of a word, and a name with a sign in it, are none.
  expect(titles(entries, 'how do i b')).toEqual([]);
  expect(titles(entries, 'make-up')).toEqual([]);
});

test('a place is found by the name of one thing in it, and not by words of several', () => {
  const review = {
    title: 'Settings: Review',
    holds: ['All lessons of agents start as drafts', 'Projects with drafts'],
  };
  const all = { title: 'All projects' };
  expect(answering([review, all], 'lessons of agents')).toEqual([review]);
  expect(answering([review, all], 'all projects')).toEqual([all]);
});
