import { afterAll, expect, it } from 'vitest';
import { closeStore, countRows, insertRecord, openReader, transaction } from '../src/index.ts';
import { freshPaths, open, projectRecord, removeFolders } from './harness.ts';

afterAll(removeFolders);

it('counts anew after a change, by whichever connection, and only then', () => {
  const paths = freshPaths();
  const db = open(paths);
  const reader = openReader(paths.database);
  const empty = countRows(db);
  expect([empty.projects, countRows(reader).projects]).toEqual([0, 0]);
  expect(countRows(db)).toBe(empty);
  insertRecord(db, 'project', projectRecord(db));
  expect([countRows(db).projects, countRows(reader).projects]).toEqual([1, 1]);
  const counts = countRows(reader);
  expect(countRows(reader)).toBe(counts);
  closeStore(reader);
  closeStore(db);
});

it('keeps no count of what was rolled back', () => {
  const db = open(freshPaths());
  const failed = () =>
    transaction(db, () => {
      insertRecord(db, 'project', projectRecord(db));
      expect(countRows(db).projects).toBe(1);
      throw new Error('no');
    });
  expect(failed).toThrow('no');
  expect(countRows(db).projects).toBe(0);
  closeStore(db);
});
