import { expect, test } from 'vitest';
import { choiceOf, countOf, NO_CHOICES, undecided, withBundleChoice } from './choices.ts';

const kind = { total: 9, new: 1, identical: 2, changedHere: 0, changedThere: 2, conflicting: 4 };
const kinds = [
  { ...kind, kind: 'reflection' as const },
  { ...kind, kind: 'session' as const, conflicting: 1 },
];
const item = { kind: 'reflection' as const, title: 'One', fields: [] };
const items = [
  { ...item, id: 'a', standing: 'conflicting' as const },
  { ...item, id: 'b', standing: 'changedThere' as const },
];

test('what changed only there is taken and a conflict is left, until somebody decides', () => {
  expect(items.map((one) => choiceOf(one, NO_CHOICES))).toEqual([undefined, 'theirs']);
  const forAll = { ...NO_CHOICES, conflicting: 'mine' as const, changedThere: 'both' as const };
  expect(items.map((one) => choiceOf(one, forAll))).toEqual(['mine', 'both']);
  const own = withBundleChoice(withBundleChoice(forAll, 'a', 'theirs'), 'b', 'mine');
  expect(items.map((one) => choiceOf(one, own))).toEqual(['theirs', 'mine']);
  expect(withBundleChoice(own, 'a', undefined).items).toEqual({ b: 'mine' });
});

test('conflicts count as undecided in all kinds, also beyond those that are listed', () => {
  expect(countOf(kinds, 'conflicting')).toBe(5);
  expect(undecided({ kinds, items }, NO_CHOICES)).toBe(5);
  expect(undecided({ kinds, items }, withBundleChoice(NO_CHOICES, 'a', 'both'))).toBe(4);
  expect(undecided({ kinds, items }, withBundleChoice(NO_CHOICES, 'b', 'mine'))).toBe(5);
  expect(undecided({ kinds, items }, { ...NO_CHOICES, conflicting: 'theirs' })).toBe(0);
});
