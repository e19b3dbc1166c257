import type { Operation } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { isPurged, taskChanges, taskRecords, tasksOf } from './tasks.ts';

const write = (id: string, jobId: string | null, kind: Operation['kind'] = 'do') => {
  const change = { entity: 'reflection', entityId: id, before: null, after: {} };
  return { id, jobId, kind, changeCount: 60, changes: Array(50).fill(change) } as unknown as Operation;
};

describe('what was done', () => {
  it('stands once per job, at its newest step, and its undo apart', () => {
    const tasks = tasksOf([
      write('e', 'j', 'undo'),
      write('d', 'j'),
      write('c', null),
      write('b', 'j'),
      write('a', null),
    ]);
    expect(tasks.map(({ steps }) => steps.map(({ id }) => id))).toEqual([['e'], ['d', 'b'], ['c'], ['a']]);
  });

  it('counts the changes of all its steps and lists the newest fifty', () => {
    const [task] = tasksOf([write('b', 'j'), write('a', 'j')]);
    const { count, changes } = taskChanges(task ?? { newest: write('x', null), steps: [] });
    expect(count).toBe(120);
    expect(changes.map(({ entityId }) => entityId)).toEqual(Array(50).fill('b'));
  });

  it('counts the whole job while only some of its steps are read', () => {
    const step = { ...write('b', 'j'), jobChangeCount: 5000 };
    expect(taskChanges({ newest: step, steps: [step] }).count).toBe(5000);
  });
});

describe('the records of a task', () => {
  const of = (recordCounts: Operation['recordCounts']) =>
    taskRecords({ newest: { ...write('a', null), ...(recordCounts ? { recordCounts } : {}) }, steps: [] });

  it('are those that it was about, and not what came along', () => {
    const counted = of({ project: 1, source: 1, reflection: 2 });
    expect(counted?.about).toEqual([['reflection', 2]]);
    expect(counted?.all).toHaveLength(3);
  });

  it('are all where nothing else was changed', () => {
    expect(of({ project: 1 })?.about).toEqual([['project', 1]]);
  });

  it('are unknown to a host that does not count them', () => {
    expect(of(undefined)).toBeNull();
  });

  it('is purged when each record that it was about is, and all of them are known', () => {
    const of = (after: object | null, changeCount = 2) => {
      const changes = [
        { entity: 'project', entityId: 'p', before: null, after: {} },
        { entity: 'reflection', entityId: 'a', before: null, after },
      ];
      return {
        newest: write('a', null),
        steps: [{ ...write('a', null), changeCount, changes } as unknown as Operation],
      };
    };
    expect(isPurged(of(null))).toBe(true);
    expect(isPurged(of({}))).toBe(false);
    expect(isPurged(of(null, 3))).toBe(false);
  });
});
