import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Client, Reflection } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { lessonSearch } from '../../data/queries/search.ts';
import { heldOver, type Rows, type SearchFindings } from './rows.ts';

const rows = (more: Partial<Rows>): Rows => ({
  lessons: [],
  inBin: false,
  listKey: '',
  total: 0,
  ready: false,
  stale: false,
  error: null,
  hasMore: false,
  isReadingMore: false,
  hasFailed: false,
  readMore: () => {},
  retry: () => {},
  found: null,
  heldBack: null,
  ...more,
});

describe('heldOver', () => {
  const last = rows({ listKey: 'a', ready: true, total: 3, hasMore: true });

  test('the rows before stay, marked as such, until there is an answer', () => {
    const shown = heldOver(last, rows({ listKey: 'b' }));
    expect(shown).toMatchObject({ listKey: 'a', total: 3, ready: true, stale: true, hasMore: false });
    const answer = rows({ listKey: 'b', ready: true });
    expect(heldOver(last, answer)).toBe(answer);
  });

  test('an answer without rows is told of at once and shown at the end of the typing', () => {
    const found = { words: 'zeb' } as SearchFindings;
    const none = rows({ listKey: 'b', ready: true, found });
    expect(heldOver(last, none, true)).toMatchObject({ listKey: 'a', stale: true, heldBack: found });
    expect(heldOver(last, rows({ listKey: 'b', found: null }), true).heldBack).toBeNull();
    expect(heldOver(last, none, false)).toBe(none);
    const some = rows({ listKey: 'b', ready: true, lessons: [{ id: 'refl_1' } as Reflection] });
    expect(heldOver(last, some, true)).toBe(some);
  });

  test('a failure is shown, and at the very first there is nothing to hold', () => {
    const failed = rows({ error: new Error('no') });
    expect(heldOver(last, failed)).toBe(failed);
    const first = rows({});
    expect(heldOver(null, first)).toBe(first);
  });
});

/** A host that answers searches in the order given by the test. */
function lateHost() {
  const waiting = new Map<string, () => void>();
  const call = (_: string, { taskDescription }: { taskDescription: string }) =>
    new Promise((resolve) => waiting.set(taskDescription, () => resolve(`answer to ${taskDescription}`)));
  return { client: { call } as unknown as Client, answer: (words: string) => waiting.get(words)?.() };
}

test('a slower earlier answer never replaces a later one', async () => {
  const { client, answer } = lateHost();
  const queries = new QueryClient();
  const options = (taskDescription: string) => lessonSearch(client, { taskDescription }, 'in sight');
  const observer = new QueryObserver(queries, options('lo'));
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ data }) => data !== undefined && seen.push(data));
  observer.setOptions(options('login'));
  answer('login');
  await Promise.resolve();
  answer('lo');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(new Set(seen)).toEqual(new Set(['answer to login']));
  expect(observer.getCurrentResult().data).toBe('answer to login');
  stop();
  queries.clear();
});
