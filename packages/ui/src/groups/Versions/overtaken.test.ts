import type { Change, Operation } from '@twicewise/contract';
import { expect, it } from 'vitest';
import { overtaken } from './overtaken.ts';

type Fields = NonNullable<Change['after']>;

const changed = (entityId: string, after: Fields, entity: Change['entity'] = 'reflection'): Change => ({
  entity,
  entityId,
  before: {},
  after,
});
const made = (entityId: string, entity: Change['entity'] = 'reflection'): Change => ({
  entity,
  entityId,
  before: null,
  after: { revision: 1, deletedAt: null, nextStrategy: 'a' },
});

function write(id: string, changes: Change[], more: Partial<Operation> = {}): Operation {
  const plain = { kind: 'do', jobId: null, reversedById: null, changeCount: changes.length };
  return { id, changes, ...plain, ...more } as unknown as Operation;
}

const late = (...newestFirst: Operation[]) => [
  ...overtaken(newestFirst.map((newest) => ({ newest, changes: newest.changes }))),
];

it('a deletion is overtaken once the record is restored, and the restore is not', () => {
  const deleted = write('deleted', [changed('a', { deletedAt: 'then', revision: 2 })]);
  const restored = write('restored', [changed('a', { deletedAt: null, revision: 3 })]);
  expect(late(restored, deleted)).toEqual(['deleted']);
  expect(late(deleted)).toEqual([]);
});

it('a change of other fields, or of another record, overtakes nothing', () => {
  const edited = write('edited', [changed('a', { nextStrategy: 'b', revision: 2, contentHash: '2' })]);
  const pinned = write('pinned', [changed('a', { pinned: true, revision: 3, contentHash: '3' })]);
  const other = write('other', [changed('b', { nextStrategy: 'c', revision: 4 })]);
  expect(late(other, pinned, edited)).toEqual([]);
});

it('the making of a record is overtaken by any change, until that is undone', () => {
  const stored = write('stored', [made('a')]);
  const edited = write('edited', [changed('a', { nextStrategy: 'b', revision: 2 })]);
  const undone = write('undone', [changed('a', { nextStrategy: 'a', revision: 1 })], { kind: 'undo' });
  expect(late(edited, stored)).toEqual(['stored']);
  expect(late(undone, edited, stored)).not.toContain('stored');
});

it('a write that was undone overtakes nothing, also where its undo is not listed, or lists others of its changes', () => {
  const stored = write('stored', [made('a')]);
  const archived = write('archived', [changed('a', { state: 'archived', revision: 2 })], {
    reversedById: 'u' as Operation['id'],
  });
  expect(late(archived, stored)).toEqual([]);
});

it('what was undone and redone is as before', () => {
  const stored = write('stored', [made('a')]);
  const gone = { ...made('a'), before: made('a').after, after: null };
  const undone = write('undone', [gone], { kind: 'undo' });
  const redone = write('redone', [made('a')], { kind: 'redo' });
  expect(late(redone, undone, stored)).toEqual([]);
});

it('a session that others use does not count as changed', () => {
  const stored = write('stored', [made('s', 'session'), made('a')]);
  expect(late(write('named', [changed('s', { goal: 'g', revision: 2 }, 'session')]), stored)).toEqual([]);
});

it('one record that was changed is enough, but not for a job, which leaves it as it is', () => {
  const both = [changed('a', { pinned: true, revision: 2 }), changed('b', { pinned: true, revision: 2 })];
  const unpinned = write('unpinned', [changed('a', { pinned: false, revision: 3 })]);
  const left = (more: Partial<Operation>) => late(unpinned, write('both', both, more));
  expect(left({})).toEqual(['both']);
  expect(left({ jobId: 'j' as Operation['jobId'] })).toEqual([]);
  expect(left({ reversedById: 'u' as Operation['id'] })).toEqual([]);
});
