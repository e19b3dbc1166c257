import { describe, expect, test } from 'vitest';
import {
  BLANK_LESSON,
  type Content,
  conflicts,
  draftChanges,
  readField,
  settle,
  stage,
  stagedFields,
  startDraft,
  takenOver,
} from './lesson-draft.ts';

const lesson: Content = {
  ...BLANK_LESSON,
  taskDescription: 'Fix login',
  outcome: 'failure',
  whatDidNotWork: ['Clearing cookies'],
  nextStrategy: 'Look at the clock',
  tags: ['auth'],
};

describe('staging', () => {
  test('only changed fields are staged and sent', () => {
    const draft = stage(startDraft(lesson), lesson, 'nextStrategy', 'Use a lock');
    expect(stagedFields(draft)).toEqual(['nextStrategy']);
    expect(draftChanges(draft)).toEqual({ nextStrategy: 'Use a lock' });
  });

  test('typing a value back takes the field out again', () => {
    const there = stage(startDraft(lesson), lesson, 'tags', ['auth', 'cookies']);
    expect(stagedFields(stage(there, lesson, 'tags', ['auth']))).toEqual([]);
  });

  test('null is a value: clearing a root cause is a change', () => {
    const known = { ...lesson, rootCause: 'Clock skew' };
    expect(draftChanges(stage(startDraft(known), known, 'rootCause', null))).toEqual({ rootCause: null });
  });

  test('empty lines of a list are typed but not sent', () => {
    const draft = stage(startDraft(lesson), lesson, 'whatWorked', ['  NTP ', '', '  ']);
    expect(draftChanges(draft)).toEqual({ whatWorked: ['NTP'] });
  });
});

describe('someone else writes meanwhile', () => {
  const mine = stage(startDraft(lesson), lesson, 'nextStrategy', 'Mine');

  test('another field: no conflict, shown live, named as taken over', () => {
    const theirs = { ...lesson, rootCause: 'Clock skew' };
    expect(conflicts(mine, theirs)).toEqual([]);
    expect(readField(mine, theirs, 'rootCause')).toBe('Clock skew');
    expect(readField(mine, theirs, 'nextStrategy')).toBe('Mine');
    expect(takenOver(mine, theirs)).toEqual(['rootCause']);
  });

  test('the same field: a conflict with both values, and the draft is kept', () => {
    const theirs = { ...lesson, nextStrategy: 'Theirs' };
    expect(conflicts(mine, theirs)).toEqual([{ field: 'nextStrategy', theirs: 'Theirs', yours: 'Mine' }]);
    expect(readField(mine, theirs, 'nextStrategy')).toBe('Mine');
  });

  test('the same field to the same value is agreement', () => {
    expect(conflicts(mine, { ...lesson, nextStrategy: 'Mine' })).toEqual([]);
  });

  test('keeping yours settles it until they change it again', () => {
    const theirs = { ...lesson, nextStrategy: 'Theirs' };
    const settled = settle(mine, theirs, 'nextStrategy', 'yours');
    expect(conflicts(settled, theirs)).toEqual([]);
    expect(draftChanges(settled)).toEqual({ nextStrategy: 'Mine' });
    expect(conflicts(settled, { ...lesson, nextStrategy: 'Theirs again' })).toHaveLength(1);
  });

  test('taking theirs drops only that field', () => {
    const both = stage(mine, lesson, 'text', 'Also mine');
    const theirs = { ...lesson, nextStrategy: 'Theirs' };
    const settled = settle(both, theirs, 'nextStrategy', 'theirs');
    expect(draftChanges(settled)).toEqual({ text: 'Also mine' });
    expect(readField(settled, theirs, 'nextStrategy')).toBe('Theirs');
  });

  test('a field begun after their change has their value as its base', () => {
    const theirs = { ...lesson, rootCause: 'Clock skew' };
    const later = stage(mine, theirs, 'rootCause', 'Clock skew of the build machine');
    expect(conflicts(later, theirs)).toEqual([]);
  });
});
