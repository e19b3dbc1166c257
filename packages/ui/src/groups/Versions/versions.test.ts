import type { Operation, Reflection } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { earlierVersions, knownVersions } from './versions.ts';

type Change = Operation['changes'][number];

const ID = 'refl_1';
const lesson = {
  id: ID,
  nextStrategy: 'c',
  state: 'accepted',
  pinned: false,
  deletedAt: null,
} as unknown as Reflection;

function change(before: Change['before'], after: Change['after']): Change {
  return { entity: 'reflection', entityId: ID, before, after };
}

function write(id: string, ...changes: Change[]): Operation {
  return { id, changes, changeCount: changes.length } as unknown as Operation;
}

const made = write('made', change(null, { ...(lesson as object), nextStrategy: 'a' }));
const found = (...operations: Operation[]) => [...earlierVersions(lesson, operations)];

test('one can go back to what differs from now, and the newest write never does', () => {
  const edits = [write('toC', change({ nextStrategy: 'b' }, { nextStrategy: 'c' }))];
  edits.push(write('toB', change({ nextStrategy: 'a' }, { nextStrategy: 'b' })));
  expect(found(...edits, made)).toEqual(['toB', 'made']);
});

test('what is as it is now again is no other version', () => {
  const back = write('back', change({ nextStrategy: 'x' }, { nextStrategy: 'c' }));
  const away = write('away', change({ nextStrategy: 'c' }, { nextStrategy: 'x' }));
  const pin = write('pin', change({ pinned: true }, { pinned: false }));
  expect(found(back, away, pin)).toEqual(['away']);
});

test('the place of a lesson is no part of its version, and that it was in the bin is none', () => {
  const moved = write('moved', change({ projectId: 'p' }, { projectId: 'q' }));
  const restored = write('restored', change({ deletedAt: '2026-01-01' }, { deletedAt: null }));
  const deleted = write('deleted', change({ deletedAt: null }, { deletedAt: '2026-01-01' }));
  expect(found(moved, restored, deleted)).toEqual([]);
});

test('the word of the source for its outcome is part of a version, what bundles know of the lesson is not', () => {
  const word = write('word', change({ outcomeNative: 'passed' }, { outcomeNative: null }));
  const carried = write('carried', change({ extra: { '@bundle': { ancestors: ['0f'] } } }, { extra: {} }));
  expect(found(word, write('older'))).toEqual(['older']);
  expect(found(carried, write('older'))).toEqual([]);
});

test('after an undone store there was no lesson, and what was purged is no version', () => {
  const redone = write('redone', change(null, { ...(lesson as object) }));
  const undone = write('undone', change({ ...(lesson as object), nextStrategy: 'a' }, null));
  expect(found(redone, undone, made)).toEqual(['made']);
  expect(found(write('now'), write('purged', change(null, null)), made)).toEqual([]);
});

test('before a write on too many lessons to name them all, every version may be another', () => {
  const many = { ...write('many'), changeCount: 900 };
  expect(found(many, made)).toEqual(['made']);
});

test('any two versions can be compared: each is known whole, as far back as writes tell what they changed', () => {
  const toC = write('toC', change({ nextStrategy: 'b' }, { nextStrategy: 'c' }));
  const toB = write('toB', change({ nextStrategy: 'a', pinned: true }, { nextStrategy: 'b', pinned: false }));
  const known = (...operations: Operation[]) =>
    knownVersions(lesson, operations).map(({ operation, content }) => [
      operation.id,
      content.nextStrategy,
      content.pinned,
    ]);
  expect(known(toC, toB, made)).toEqual([
    ['toC', 'c', false],
    ['toB', 'b', false],
    ['made', 'a', true],
  ]);
  const untold = { ...write('many'), changeCount: 900 } as Operation;
  expect(known(toC, untold, toB, made)).toEqual([['toC', 'c', false]]);
  const undone = write('undone', change({ ...(lesson as object), nextStrategy: 'b' }, null));
  const redone = write('redone', change(null, { ...(lesson as object) }));
  expect(known(redone, undone, toB).map(([id]) => id)).toEqual(['redone', 'toB']);
});
