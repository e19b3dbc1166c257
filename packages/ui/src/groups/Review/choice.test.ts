import type { Reflection } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { mergeInput, usualChoice, usualStay } from './choice.ts';

const lesson = (fields: Partial<Reflection>) =>
  ({
    state: 'accepted',
    taskDescription: 'task',
    whatWorked: [],
    whatDidNotWork: [],
    nextStrategy: '',
    rootCause: null,
    causalReasoning: null,
    text: '',
    tags: [],
    relatedEntityIds: [],
    failureCategory: null,
    confidence: null,
    ...fields,
  }) as unknown as Reflection;

test('without a choice a lesson in use stays, lists of both, and single values of the one that stays', () => {
  const one = lesson({ id: 'a', whatWorked: ['A'], nextStrategy: 'old', rootCause: 'why' });
  const other = lesson({ id: 'b', whatWorked: ['B'], nextStrategy: 'new' });
  expect(usualStay(one, other)).toBe('other');
  expect(usualStay(one, { ...other, state: 'draft' })).toBe('one');
  expect(usualStay({ ...one, state: 'draft' }, other)).toBe('other');
  const pair = { one, other };
  expect(usualChoice(pair, 'other', 'whatWorked')).toBe('both');
  expect(usualChoice(pair, 'other', 'rootCause')).toBe('one');
  expect(mergeInput(pair, 'other', {})).toEqual({
    id: 'a',
    into: 'b',
    choose: { whatWorked: 'both', nextStrategy: 'into', rootCause: 'from' },
  });
});

test('a choice follows its lesson when the other one stays', () => {
  const pair = { one: lesson({ id: 'a', nextStrategy: 'old' }), other: lesson({ id: 'b', nextStrategy: 'new' }) };
  const chosen = { nextStrategy: 'one' } as const;
  expect(mergeInput(pair, 'other', chosen)).toEqual({ id: 'a', into: 'b', choose: { nextStrategy: 'from' } });
  expect(mergeInput(pair, 'one', chosen)).toEqual({ id: 'b', into: 'a', choose: { nextStrategy: 'into' } });
});
