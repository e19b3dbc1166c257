import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ChangeEvent } from '@twicewise/contract';
import { describe, expect, test, vi } from 'vitest';
import { follow, goLive, isStale, merge, type Position } from './live.ts';
import type { Signal, Transport } from './transport.ts';

const change = (revision: number, changed: ChangeEvent['changed'] = {}, epoch = 'e1'): Signal => ({
  kind: 'change',
  change: { epoch, revision, changed, cause: null },
});
const at = (revision: number): Position => ({ epoch: 'e1', revision });

describe('follow', () => {
  test('the next revision makes stale what it names', () => {
    const changed = { reflection: ['refl_1'] };
    expect(follow(at(4), change(5, changed))).toEqual({ position: at(5), stale: changed });
  });

  test('a gap makes everything stale', () => {
    expect(follow(at(4), change(6, { job: ['j'] }))).toEqual({ position: at(6), stale: 'everything' });
  });

  test('another epoch makes everything stale, whatever its revision', () => {
    const step = follow(at(4), change(5, {}, 'e2'));
    expect(step).toEqual({ position: { epoch: 'e2', revision: 5 }, stale: 'everything' });
  });

  test('a change that was seen already is nothing new', () => {
    expect(follow(at(4), change(4, { job: ['j'] }))).toEqual({ position: at(4), stale: {} });
    expect(follow(at(4), change(2, { job: ['j'] }))).toEqual({ position: at(4), stale: {} });
  });

  test('a change before any greeting cannot be placed', () => {
    expect(follow(null, change(1)).stale).toBe('everything');
  });

  test('each greeting makes everything stale, the same position too', () => {
    const hello: Signal = { kind: 'hello', epoch: 'e1', revision: 4 };
    expect(follow(at(4), hello)).toEqual({ position: at(4), stale: 'everything' });
    expect(follow(null, hello).stale).toBe('everything');
  });

  // The harness itself: a follower that trusts every event would pass the first test, so it must fail on the gap.
  test('negative control: a follower without positions misses the gap', () => {
    const naive = (_: Position | null, signal: Signal) =>
      signal.kind === 'change' ? signal.change.changed : 'everything';
    expect(naive(at(4), change(6, { job: ['j'] }))).not.toBe('everything');
  });
});

describe('isStale', () => {
  test.each<[string, unknown[], ChangeEvent['changed'], boolean]>([
    ['a list of the topic', ['reflection', 'list', {}], { reflection: ['r1'] }, true],
    ['the record itself', ['reflection', 'one', 'r1'], { reflection: ['r1'] }, true],
    ['another record', ['reflection', 'one', 'r2'], { reflection: ['r1'] }, false],
    ['any record, when too many to name', ['reflection', 'one', 'r2'], { reflection: [] }, true],
    ['project counts', ['project', 'list'], { reflection: ['r1'] }, true],
    ['drafts of a source', ['source', 'list'], { reflection: ['r1'] }, true],
    ['history', ['operation', 'of', 'r1'], { operation: ['op1'] }, true],
    ['a foreign topic', ['setting', 'all'], { reflection: ['r1'] }, false],
    ['a renamed project on its lessons', ['reflection', 'one', 'r1'], { project: ['p1'] }, true],
    ['everything, when the store was replaced', ['operation', 'of', 'r1'], { store: [] }, true],
    ['nothing', ['reflection', 'list', {}], {}, false],
  ])('%s', (_, key, changed, stale) => {
    expect(isStale(key, changed)).toBe(stale);
  });
});

describe('merge', () => {
  test('joins ids; too many to name swallows, everything swallows all', () => {
    expect(merge({ job: ['a'] }, { job: ['b'], reflection: ['r'] })).toEqual({ job: ['a', 'b'], reflection: ['r'] });
    expect(merge({ job: ['a'] }, { job: [] })).toEqual({ job: [] });
    expect(merge({ job: [] }, { job: ['a'] })).toEqual({ job: [] });
    expect(merge({ job: ['a'] }, 'everything')).toBe('everything');
  });
});

describe('goLive', () => {
  test('a stream of changes never cuts off the answer that is on its way, and the last change is not lost', async () => {
    vi.useFakeTimers();
    let emit: (signal: Signal) => void = () => {};
    const transport = {
      subscribe: (listener: typeof emit) => {
        emit = listener;
        return () => {};
      },
    } as unknown as Transport;
    const queries = new QueryClient();
    let stored = 0;
    const queryFn = async () => {
      const seen = stored;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return seen;
    };
    const observer = new QueryObserver(queries, {
      queryKey: ['reflection', 'list'],
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const shown: unknown[] = [];
    const unsubscribe = observer.subscribe(({ data }) => shown.push(data));
    const stop = goLive(transport, queries);
    emit({ kind: 'hello', epoch: 'e1', revision: 0 });
    for (let revision = 1; revision <= 60; revision++) {
      stored = revision;
      emit(change(revision, { reflection: [] }));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(new Set(shown).size).toBeGreaterThan(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(observer.getCurrentResult().data).toBe(60);
    stop();
    unsubscribe();
    queries.clear();
    vi.useRealTimers();
  });
});
