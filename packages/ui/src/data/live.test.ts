import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ChangeEvent, Position } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { follow, goLive, isStale, merge } from './live.ts';
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

  // Tests the test: a follower that trusts every event must miss the gap, otherwise the first test proves nothing.
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
    ['a search, once vectors are there', ['reflection', 'search', {}, 'all'], { vector: [] }, true],
    ['a brief then, too', ['reflection', 'brief', {}], { vector: [] }, true],
    ['dead ends then, too', ['claim', 'deadEnds', null, 'a task'], { vector: [] }, true],
    ['no search of sessions then', ['session', 'search', 'words'], { vector: [] }, false],
    ['no list by date then', ['reflection', 'list', {}], { vector: [] }, false],
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

/** A window on a memory whose single number is answered 300 ms after it was read. */
function slowMemory(meta?: { paced: boolean }, greeted = true, isUpTo: Transport['isUpTo'] = () => false) {
  let emit: (signal: Signal) => void = () => {};
  const transport = {
    subscribe: (listener: typeof emit) => {
      emit = listener;
      return () => {};
    },
    isUpTo,
  } as unknown as Transport;
  const queries = new QueryClient();
  const memory = { stored: 0, asked: 0 };
  const stop = goLive(transport, queries);
  if (greeted) emit({ kind: 'hello', epoch: 'e1', revision: 0 });
  const write = (revision: number) => {
    memory.stored = revision;
    emit(change(revision, { reflection: [] }));
  };
  const greet = () => emit({ kind: 'hello', epoch: 'e1', revision: memory.stored });
  const watch = (...queryKey: string[]) => {
    const queryFn = async () => {
      memory.asked += 1;
      const seen = memory.stored;
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (queryKey.includes('fails once') && memory.asked === 1) throw new Error('no host yet');
      return seen;
    };
    const options = { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY, retry: false };
    const observer = new QueryObserver(queries, meta ? { ...options, meta } : options);
    const shown: unknown[] = [];
    observer.subscribe(({ data }) => shown.push(data));
    return { shown, latest: () => observer.getCurrentResult().data };
  };
  /** A list in pages; each answers what was stored when it was read. */
  const watchPages = () => {
    const observer = new InfiniteQueryObserver(queries, {
      queryKey: ['reflection', 'list'],
      queryFn: async () => {
        const seen = memory.stored;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return seen;
      },
      initialPageParam: 0,
      getNextPageParam: (_last: number, pages: number[]) => pages.length,
      staleTime: Number.POSITIVE_INFINITY,
      ...(meta ? { meta } : {}),
    });
    observer.subscribe(() => {});
    return { more: () => void observer.fetchNextPage(), pages: () => observer.getCurrentResult().data?.pages };
  };
  const end = () => {
    stop();
    queries.clear();
  };
  return { write, greet, watch, watchPages, end, asked: () => memory.asked };
}

describe('goLive', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a stream of changes never cuts off the answer that is on its way, and the last change is not lost', async () => {
    const { write, watch, end } = slowMemory();
    const { shown, latest } = watch('reflection', 'list');
    for (let revision = 1; revision <= 60; revision++) {
      write(revision);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(new Set(shown).size).toBeGreaterThan(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(latest()).toBe(60);
    end();
  });

  test.each([undefined, { paced: true }])('a change during the first answer is not lost (%o)', async (meta) => {
    const { write, watch, end } = slowMemory(meta);
    await vi.advanceTimersByTimeAsync(1000);
    const { latest } = watch('reflection', 'list');
    await vi.advanceTimersByTimeAsync(100);
    write(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(latest()).toBe(1);
    end();
  });

  test.each([undefined, { paced: true }])(
    'a page that is asked for loses no change that is being read (%o)',
    async (meta) => {
      const { write, watchPages, end } = slowMemory(meta);
      const { more, pages } = watchPages();
      await vi.advanceTimersByTimeAsync(2000);
      write(1);
      // The refresh has begun, and the page breaks it off.
      await vi.advanceTimersByTimeAsync(200);
      more();
      await vi.advanceTimersByTimeAsync(100);
      more();
      await vi.advanceTimersByTimeAsync(5000);
      expect(pages()).toEqual([1, 1]);
      end();
    },
  );

  test.each([undefined, { paced: true }])('a change cuts off no page that was asked for (%o)', async (meta) => {
    const { write, watchPages, end } = slowMemory(meta);
    const { more, pages } = watchPages();
    await vi.advanceTimersByTimeAsync(2000);
    expect(pages()).toEqual([0]);
    more();
    await vi.advanceTimersByTimeAsync(100);
    write(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(pages(), 'both, and as new as the change').toEqual([1, 1]);
    end();
  });

  test('what is first asked for amid a stream of changes is answered before the stream ends', async () => {
    const { write, watch, end } = slowMemory();
    let latest: (() => unknown) | undefined;
    for (let revision = 1; revision <= 60; revision++) {
      if (revision === 20) latest = watch('reflection', 'list').latest;
      write(revision);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(latest?.()).toBeGreaterThan(30);
    end();
  });

  test('the first greeting cuts no first answer off, and what it may have missed is asked for after it', async () => {
    const { write, greet, watch, end } = slowMemory(undefined, false);
    const { shown, latest } = watch('reflection', 'list');
    await vi.advanceTimersByTimeAsync(100);
    write(1);
    greet();
    await vi.advanceTimersByTimeAsync(250);
    expect(latest(), 'the first answer is shown when it comes').toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(latest()).toBe(1);
    expect(shown).toContain(0);
    end();
  });

  test('a first greeting that is no newer than the answers asks for nothing again', async () => {
    const { greet, watch, asked, end } = slowMemory(undefined, false, ({ revision }) => revision <= 0);
    const early = watch('reflection', 'list');
    await vi.advanceTimersByTimeAsync(250);
    const late = watch('project', 'list');
    await vi.advanceTimersByTimeAsync(100);
    greet();
    await vi.advanceTimersByTimeAsync(5000);
    expect([early.latest(), late.latest(), asked()]).toEqual([0, 0, 2]);
    end();
  });

  test('a change during a slow first answer has nothing asked again that does not show it', async () => {
    const { greet, write, watch, asked, end } = slowMemory(undefined, false, ({ revision }) => revision <= 0);
    const { latest } = watch('insight', 'all');
    greet();
    await vi.advanceTimersByTimeAsync(100);
    write(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect([latest(), asked()]).toEqual([0, 1]);
    end();
  });

  test('a change that comes with the first greeting has nothing asked again that does not show it', async () => {
    const { greet, write, watch, asked, end } = slowMemory(undefined, false, ({ revision }) => revision <= 0);
    const other = watch('setting', 'all');
    await vi.advanceTimersByTimeAsync(400);
    const { latest } = watch('reflection', 'list');
    await vi.advanceTimersByTimeAsync(400);
    greet();
    write(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect([latest(), other.latest(), asked()]).toEqual([1, 0, 3]);
    end();
  });

  test('a first question that failed is asked again after the greeting', async () => {
    const { greet, watch, asked, end } = slowMemory(undefined, false, () => true);
    const { latest } = watch('reflection', 'fails once');
    await vi.advanceTimersByTimeAsync(400);
    expect(latest()).toBeUndefined();
    greet();
    await vi.advanceTimersByTimeAsync(1000);
    expect([latest(), asked()]).toEqual([0, 2]);
    end();
  });

  test('a change that comes with the first greeting is not lost to answers as old as the greeting', async () => {
    const { write, greet, watch, end } = slowMemory(undefined, false, ({ revision }) => revision <= 0);
    const { latest } = watch('reflection', 'list');
    await vi.advanceTimersByTimeAsync(400);
    greet();
    write(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(latest()).toBe(1);
    end();
  });

  test('a first answer that never comes holds up no later greeting', async () => {
    const { write, greet, watch, end } = slowMemory(undefined, false);
    const { latest } = watch('reflection', 'list');
    greet();
    await vi.advanceTimersByTimeAsync(100);
    write(1);
    greet();
    // The second greeting drops the pending answer, so the number arrives after one more answer, not two.
    await vi.advanceTimersByTimeAsync(400);
    expect(latest()).toBe(1);
    end();
  });

  test('a greeting asks everything again but a preview: what was read before one agrees to it stays', async () => {
    const { write, greet, watch, end } = slowMemory();
    await vi.advanceTimersByTimeAsync(1000);
    const list = watch('reflection', 'list');
    const preview = watch('preview', 'read');
    await vi.advanceTimersByTimeAsync(1000);
    // Nobody has read this one yet.
    const next = watch('preview', 'next');
    write(1);
    greet();
    await vi.advanceTimersByTimeAsync(5000);
    expect([list.latest(), preview.latest(), next.latest()]).toEqual([1, 0, 1]);
    end();
  });
});
