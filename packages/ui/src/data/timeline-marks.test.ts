import type { AttemptAnalysis } from '@twicewise/contract';
import { expect, test } from 'vitest';
import type { TimelineItem } from './timeline.ts';
import { timelineMarks, withMarks } from './timeline-marks.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour)).toISOString();
const item = (id: string, hour: number | null, timeQuality: TimelineItem['timeQuality'] = 'exact') =>
  ({ kind: 'event', id, at: hour === null ? null : at(hour), timeQuality }) as TimelineItem;
const attempt = (attemptId: string, from: number | null, to: number | null) =>
  ({
    attemptId,
    startedAt: from === null ? null : at(from),
    at: to === null ? null : at(to),
  }) as AttemptAnalysis['curve'][number];

const analysis = {
  curve: [attempt('a', 2, 3), attempt('b', 4, 5), attempt('c', 6, 7), attempt('d', null, null)],
  stuck: [{ reason: 'same_error' as const, attemptIds: ['a', 'b'], what: 'E' }],
  breakthroughs: [
    { attemptId: 'c', after: 2 },
    { attemptId: 'd', after: 3 },
  ],
};

test('a stretch stands where its first attempt began, a breakthrough where its attempt ended', () => {
  const [stuck, through, undated] = timelineMarks(analysis);
  expect(stuck).toMatchObject({
    mark: 'stuck',
    attemptId: 'a',
    attempts: 2,
    what: 'E',
    at: at(2),
    timeQuality: 'exact',
  });
  expect(through).toMatchObject({ mark: 'breakthrough', attemptId: 'c', after: 2, at: at(7) });
  expect(undated).toMatchObject({ attemptId: 'd', at: null, timeQuality: 'unknown' });
});

test('marks stand among the items by their times, and no item moves', () => {
  const ids = (items: readonly TimelineItem[]) => withMarks(items, timelineMarks(analysis)).map(({ id }) => id);
  const [stuck, through, undated] = ['stuck same_error a', 'breakthrough c', 'breakthrough d'];
  expect(ids([item('1', 1), item('3', 3), item('9', 9)])).toEqual(['1', stuck, '3', through, '9', undated]);
  // Links put an effect behind its cause, whatever their times say.
  expect(ids([item('9', 9), item('1', 1), item('none', null)])).toEqual(['9', '1', stuck, through, 'none', undated]);
  expect(ids([item('day', 1, 'day'), item('8', 8)])).toEqual([stuck, through, 'day', '8', undated]);
  expect(ids([])).toEqual([stuck, through, undated]);
  expect(withMarks([item('1', 1)], [])).toHaveLength(1);
});
