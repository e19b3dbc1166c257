import type { Client, OutputOf } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { lessonSearch } from './search.ts';

type Late = OutputOf<'reflection.search'>['late'];

/** A question whose answers come one after the other, and the time after which it is asked again. */
function asked() {
  const { refetchInterval } = lessonSearch({} as Client, null, 'all');
  if (typeof refetchInterval !== 'function') throw new Error('It is a function of the last answer.');
  const query = { state: { data: undefined, dataUpdatedAt: 0, status: 'pending' } as Record<string, unknown> };
  let at = 0;
  const next = () => refetchInterval(query as never);
  const answered = (late: Late) => {
    at += 1;
    query.state = { data: { late }, dataUpdatedAt: at, status: 'success' };
    return next();
  };
  const failed = () => {
    query.state = { ...query.state, status: 'error' };
    return next();
  };
  return { next, answered, failed };
}

test('a question that the search by meaning answered late is asked again, later each time, and not for ever', () => {
  const { next, answered } = asked();
  expect(next()).toBe(false);
  expect(answered(['vector'])).toBe(500);
  expect(next(), 'is looked at often between two answers').toBe(500);
  const waits = Array.from({ length: 7 }, () => answered(['vector']));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, false]);
});

test('what was answered in time before, however often, does not shorten that', () => {
  const { answered } = asked();
  for (let count = 0; count < 20; count++) expect(answered([])).toBe(false);
  expect(answered(['vector'])).toBe(500);
  expect(answered([])).toBe(false);
  expect(answered(['vector'])).toBe(500);
});

test('a question that fails is not asked again by itself', () => {
  const { answered, failed } = asked();
  expect(answered(['vector'])).toBe(500);
  expect(failed()).toBe(false);
});
