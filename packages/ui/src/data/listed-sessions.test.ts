import { expect, test } from 'vitest';
import { type ListedSession, mergeRows } from './listed-sessions.ts';

const day = (value: number) => new Date(Date.UTC(2026, 0, value)).toISOString();
const recorded = (at: number) => ({ id: `epis ${at}`, occurredAt: null, createdAt: day(at) }) as ListedSession;
const unrecorded = (at: number) =>
  ({ id: `sess_01ARZ3NDEKTSV4RRFFQ69G5F${String(at).padStart(2, '0')}`, startedAt: day(at) }) as ListedSession;
const days = (rows: readonly ListedSession[]) =>
  rows.map((row) => Number(('startedAt' in row ? row.startedAt : (row.occurredAt ?? row.createdAt)).slice(8, 10)));

test('two lists are one, the latest first', () => {
  const merged = mergeRows(
    { rows: [recorded(9), recorded(5), recorded(1)], hasMore: false },
    { rows: [unrecorded(7), unrecorded(5)], hasMore: false },
  );
  expect(days(merged)).toEqual([9, 7, 5, 5, 1]);
});

test('the best matches come first, the latest of equal ones', () => {
  const matching = (row: ListedSession, match: number): ListedSession => ({ ...row, match });
  const rows = [matching(recorded(2), 7), matching(recorded(9), 2), matching(recorded(1), 2)];
  const others = [matching(unrecorded(3), 6), matching(unrecorded(5), 2)];
  expect(days(mergeRows({ rows, hasMore: false }, { rows: others, hasMore: false }))).toEqual([2, 3, 9, 5, 1]);
  expect(days(mergeRows({ rows, hasMore: false }, { rows: others.slice(0, 1), hasMore: true }))).toEqual([2, 3]);
});

test('in the bin the last deleted comes first, the latest of those deleted at once', () => {
  const binned = (row: ListedSession, at: number): ListedSession => ({ ...row, match: null, deletedAt: day(at) });
  const rows = [binned(recorded(1), 20), binned(recorded(9), 10)];
  const others = [binned(unrecorded(5), 15), binned(unrecorded(2), 10)];
  expect(days(mergeRows({ rows, hasMore: false }, { rows: others, hasMore: false }))).toEqual([1, 5, 9, 2]);
  expect(days(mergeRows({ rows: rows.slice(0, 1), hasMore: true }, { rows: others, hasMore: false }))).toEqual([1]);
  // A search has its own order there.
  const found = rows.map((row) => ({ ...row, match: 2 }));
  expect(days(mergeRows({ rows: found, hasMore: false }, { rows: [], hasMore: false }))).toEqual([9, 1]);
});

test('what may come after rows that were not read yet is held back', () => {
  const rows = [recorded(9), recorded(5)];
  const others = [unrecorded(7), unrecorded(3), unrecorded(2)];
  expect(days(mergeRows({ rows, hasMore: true }, { rows: others, hasMore: false }))).toEqual([9, 7, 5]);
  expect(days(mergeRows({ rows, hasMore: false }, { rows: others, hasMore: true }))).toEqual([9, 7, 5, 3, 2]);
  expect(days(mergeRows({ rows, hasMore: true }, { rows: others, hasMore: true }))).toEqual([9, 7, 5]);
  expect(mergeRows({ rows: [], hasMore: false }, { rows: [], hasMore: false })).toEqual([]);
});
