import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced-history.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const history = createMemoryHistory({ initialEntries: ['/a'] });
  const writes: string[] = [];
  history.subscribe(({ location, action }) => writes.push(`${action.type} ${location.href}`));
  // Like the browser's back button, which asks no blocker.
  const { back } = history;
  return { history: paced(history), writes, back };
}

test('a single step is written at once, a burst at its beginning and its end', () => {
  const { history, writes } = start();
  for (const step of ['1', '2', '3', '4']) history.replaceSoon(`/a?${step}`);
  expect(writes).toEqual(['REPLACE /a?1']);
  vi.advanceTimersByTime(200);
  expect(writes).toEqual(['REPLACE /a?1', 'REPLACE /a?4']);
  vi.advanceTimersByTime(1000);
  expect(writes).toHaveLength(2);
});

test('a key held down for ten seconds changes the link fifty times at most', () => {
  const { history, writes } = start();
  for (let key = 0; key < 300; key++) {
    history.replaceSoon(`/a?${key}`);
    vi.advanceTimersByTime(33);
  }
  expect(writes.length).toBeLessThanOrEqual(51);
  expect(writes.length).toBeGreaterThan(20);
});

test('what waits is written before another entry, and back leads there', () => {
  const { history, writes } = start();
  history.replaceSoon('/a?1');
  history.replaceSoon('/a?2');
  history.push('/b');
  expect(writes).toEqual(['REPLACE /a?1', 'REPLACE /a?2', 'PUSH /b']);
  history.back();
  expect(history.location.href).toBe('/a?2');
});

test('what waits is written before going back, and forward leads there', () => {
  const { history } = start();
  history.push('/b');
  history.replaceSoon('/b?1');
  history.replaceSoon('/b?2');
  history.back();
  expect(history.location.href).toBe('/a');
  history.replaceSoon('/a?1');
  history.replaceSoon('/a?2');
  history.forward();
  expect(history.location.href).toBe('/b?2');
  history.go(-1);
  expect(history.location.href).toBe('/a?2');
});

test('what waits is dropped when the browser goes back by itself, and by another replacement', () => {
  const { history, back } = start();
  history.push('/b');
  history.replaceSoon('/b?1');
  history.replaceSoon('/b?2');
  back();
  vi.advanceTimersByTime(500);
  expect(history.location.href).toBe('/a');
  history.replaceSoon('/a?1');
  history.replaceSoon('/a?2');
  history.replace('/a?chosen');
  vi.advanceTimersByTime(500);
  expect(history.location.href).toBe('/a?chosen');
});

test('a screen that the link has left changes it no more', () => {
  const { history, writes } = start();
  history.push('/b');
  history.replaceSoon('/a?1');
  vi.advanceTimersByTime(1000);
  expect(writes).toEqual(['PUSH /b']);
  expect(history.isOn('/b?1')).toBe(true);
  expect(history.isOn('/a?1')).toBe(false);
});
