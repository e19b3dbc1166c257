import type { ChangeEvent } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { follow, isStale, merge, type Position } from './live.ts';
import type { Signal } from './transport.ts';

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
