import type { AttemptSummary } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { runsOf, tookOf } from './attempt-runs.ts';

const attempt = (id: string, taskIdentity: string) =>
  ({ id, taskIdentity, task: `Task ${taskIdentity}` }) as AttemptSummary;

test('attempts stand under their task, and a task that is taken up again stands there again', () => {
  const runs = runsOf([attempt('1', 'a'), attempt('2', 'a'), attempt('3', 'b'), attempt('4', 'a')]);
  expect(runs.map(({ key, task, attempts }) => [key, task, attempts.map(({ id }) => id)])).toEqual([
    ['1', 'Task a', ['1', '2']],
    ['3', 'Task b', ['3']],
    ['4', 'Task a', ['4']],
  ]);
  expect(runsOf([])).toEqual([]);
});

test('a duration is known where both ends are, else where its author says it, and is never negative', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
  expect(tookOf({ startedAt: at(0), endedAt: at(90), ms: 5 })).toBe(90_000);
  expect(tookOf({ startedAt: null, endedAt: at(90), ms: 1500 })).toBe(1500);
  for (const [startedAt, endedAt] of [
    [null, at(1)],
    [at(1), null],
    [at(2), at(1)],
    [at(1), at(1)],
  ]) {
    expect(tookOf({ startedAt: startedAt ?? null, endedAt: endedAt ?? null, ms: null })).toBeNull();
  }
});
