import type { UnrecordedSession } from '@twicewise/contract';
import { plural } from './numbers.ts';
import { endedSo } from './outcomes.ts';

/** Texts for an unrecorded session: one that has attempts or turns, but no log. */
export const unrecorded = {
  badge: 'no log',
  badgeHint: 'No log of this session was recorded. Deleting it deletes its attempts and turns.',
  /** How its attempts ended, and how many turns it has. */
  contents: (attempts: UnrecordedSession['attempts'], turns: number) =>
    [endedSo(attempts), turns > 0 ? plural(turns, 'turn', 'turns') : ''].filter(Boolean).join(', '),
  /** Where a search found it, of which no line is shown. */
  inTurns: 'The words are in its turns',
  only: 'No log',
  binned: 'No log · in the bin',
  hint: 'No log of this session was recorded. Only its attempts and turns are known, not what was decided in it.',
  /** Its goal, or the tasks that its attempts were at, where nobody stated one; its name where there is neither. */
  title: ({
    goal,
    task,
    tasks,
    nativeId,
    id,
  }: Pick<UnrecordedSession, 'goal' | 'task' | 'tasks' | 'nativeId' | 'id'>) => {
    if (goal !== null) return goal;
    if (task === '') return `Session ${nativeId ?? id}`;
    return tasks > 1 ? `${task}, and ${plural(tasks - 1, 'other task', 'other tasks')}` : task;
  },
  titleHint: 'The task of its latest attempt; nobody stated the goal of the session',
  session: (name: string) => `session ${name}`,
  whyNot: 'This session has no log',
};
