import { expect, test } from 'vitest';
import { summaryLine, undoing } from './undoing.ts';

test('an undo of a job says how much was taken back, and what was left and why', () => {
  expect(undoing.undone('Import logs', true, { records: 9, keptFor: {} })).toBe(
    'Undone: import logs; 9 records undone',
  );
  expect(undoing.undone('Import logs', true, { records: 9, keptFor: { changed_since: 1, in_use: 3 } })).toBe(
    'Undone: import logs; 9 records undone; 4 records were left as they are (1 changed since, 3 used by others)',
  );
  expect(undoing.redone('Import logs', true, { records: 1, keptFor: { place_taken: 1 } })).toBe(
    'Redone: import logs; 1 record redone; 1 record was left as it is (1 replaced by another)',
  );
});

test('an undo of one write is told in one word, unless something had to stay', () => {
  expect(undoing.undone('Pinned', false, { records: 1, keptFor: {} })).toBe('Undone: pinned');
  expect(undoing.undone('Stored', false, { records: 1, keptFor: { in_use: 1 } })).toBe(
    'Undone: stored; 1 record undone; 1 record was left as it is (1 used by others)',
  );
});

test('what one write was done to stands in quotes behind it, so that one colon is enough', () => {
  const all = { records: 1, keptFor: {} };
  expect(undoing.undone('Saved: Fix: the login', false, all)).toBe('Undone: saved “Fix: the login”');
  expect(undoing.undone('Redid: Saved: Fix the login', false, all)).toBe('Undone: saved “Fix the login”');
  expect(undoing.undone('Merged: Fix the login into Fix: login', false, all)).toBe(
    'Undone: merged Fix the login into Fix: login',
  );
  expect(undoing.undone('Imported: a file', true, all)).toBe('Undone: imported: a file; 1 record undone');
});

test('the summary of a write has one colon at most', () => {
  expect(summaryLine('Undid: Edited: Fix: the login')).toBe('Undid: edited “Fix: the login”');
  expect(summaryLine('Redid: Merged: A into B')).toBe('Redid: merged A into B');
  expect(summaryLine('Undid: Load the sample')).toBe('Undid: load the sample');
  expect(summaryLine('Edited: Fix: the login')).toBe('Edited: Fix: the login');
});

test('what was changed since is named as it was done', () => {
  expect(undoing.changedSince('undone', 'Pinned: One', false)).toBe(
    'Not undone: pinned “One”. It was changed since by something else.',
  );
  expect(undoing.changedSince('redone', 'Import logs', true)).toBe(
    'Not redone: import logs. It was changed since by something else.',
  );
});
