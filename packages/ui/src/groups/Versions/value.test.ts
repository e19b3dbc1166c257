import { expect, test } from 'vitest';
import { exact } from '../../elements/RelativeTime/relative.ts';
import { fieldChanges, valueText } from './value.ts';

test('values of every kind become text', () => {
  expect([null, true, 0.5, 'text', ['a', 'b'], { k: 1 }].map(valueText)).toEqual([
    '',
    'yes',
    '0.5',
    'text',
    'a\nb',
    '{"k":1}',
  ]);
});

test('bookkeeping and equal values are no changes', () => {
  expect(
    fieldChanges(
      { revision: 1, tags: ['a'], text: 'x', rootCause: null },
      { revision: 2, tags: ['a'], text: 'y', rootCause: null },
    ),
  ).toEqual([{ field: 'text', before: 'x', after: 'y' }]);
});

test('a field that appears or goes is a change from or to nothing', () => {
  expect(fieldChanges({}, { rootCause: 'clock' })).toEqual([{ field: 'rootCause', before: '', after: 'clock' }]);
});

test('a moment is told as people read it', () => {
  const [change] = fieldChanges({ deletedAt: null }, { deletedAt: '2026-03-04T05:06:07.000Z' });
  expect(change?.after).toBe(exact('2026-03-04T05:06:07.000Z'));
  expect(change?.after).not.toContain('T05');
});

test('a value with a word of ours is told by it, as elsewhere', () => {
  const before = { outcome: 'failure', state: 'draft', failureCategory: 'edge_case_miss' };
  const after = { outcome: 'success', state: 'unheard of', failureCategory: null };
  expect(fieldChanges(before, after)).toEqual([
    { field: 'outcome', before: 'Failure', after: 'Success' },
    { field: 'state', before: 'Draft', after: 'unheard of' },
    { field: 'failureCategory', before: 'Missed edge case', after: '' },
  ]);
});

test('tags stand side by side, and each entry of another list on a line of its own', () => {
  const lists = { tags: ['shop', 'night'], whatWorked: ['Ask.', 'Wait.'] };
  const after = fieldChanges({}, lists).map((change) => change.after);
  expect(after).toEqual(['shop, night', 'Ask.\nWait.']);
});

test('what a bundle keeps beside the extra data of a lesson is no change of it', () => {
  const kept = { '@bundle': { ancestors: ['0f'] } };
  expect(fieldChanges({ extra: {} }, { extra: kept })).toEqual([]);
  expect(fieldChanges({ extra: kept }, { extra: { ...kept, own: 1 } })).toEqual([
    { field: 'extra', before: '', after: '{"own":1}' },
  ]);
});
