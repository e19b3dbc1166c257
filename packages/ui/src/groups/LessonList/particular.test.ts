import type { Reflection } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { particularLines } from './particular.ts';

/** The parts of a lesson that its lines are made of. */
function lesson(id: string, taskDescription: string, whatDidNotWork: string[], nextStrategy = ''): Reflection {
  const said = { outcome: 'failure', whatDidNotWork, whatWorked: [], nextStrategy, text: '' };
  return { id, taskDescription, ...said } as Partial<Reflection> as Reflection;
}

describe('the lines of a list of lessons', () => {
  it('put first what is particular where tasks read the same', () => {
    const task = 'Get the end-to-end tests of the checkout green in CI, attempt';
    const lines = particularLines([
      lesson('a', `${task} 1`, ['npm test failed'], 'Wait for the health endpoint'),
      lesson('b', `${task} 2`, ['npm test failed'], 'Seed the database first'),
      lesson('c', 'Rename the queue', ['npm test failed']),
    ]);
    expect(lines.get('a')).toEqual({ lead: { kind: 'next', text: 'Wait for the health endpoint' }, leads: true });
    expect(lines.get('b')).toEqual({ lead: { kind: 'next', text: 'Seed the database first' }, leads: true });
    expect(lines.get('c')).toEqual({ lead: { kind: 'failed', text: 'npm test failed' }, leads: false });
  });

  it('never repeat the task, whatever its case and spaces', () => {
    const lines = particularLines([
      lesson('a', 'Parse the file', ['parse  the FILE'], 'Read it as a stream'),
      lesson('b', 'Other', ['other']),
    ]);
    expect(lines.get('a')?.lead).toEqual({ kind: 'next', text: 'Read it as a stream' });
    expect(lines.get('b')).toEqual({ lead: null, leads: false });
  });

  it('are the most important statement where lessons say exactly the same', () => {
    const lines = particularLines([
      lesson('a', 'Parse', ['It hangs'], 'Stream'),
      lesson('b', 'Parse', ['It hangs'], 'Stream'),
    ]);
    expect(lines.get('a')).toEqual({ lead: { kind: 'failed', text: 'It hangs' }, leads: true });
  });
});
