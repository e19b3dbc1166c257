import type { UnrecordedSession } from '@twicewise/contract';
import { endedSo } from './attempts.ts';
import { plural } from './numbers.ts';

/** Texts for a session that has attempts, but no record. */
export const unrecorded = {
  badge: (attempts: number) => `${plural(attempts, 'attempt', 'attempts')}, no log`,
  only: 'Attempts, no log',
  hint: 'No log of this session was recorded: what was decided in it, and what happened besides its attempts.',
  /** Its goal, or the tasks that its attempts were at, where nobody stated one. */
  title: ({ goal, task, tasks }: Pick<UnrecordedSession, 'goal' | 'task' | 'tasks'>) =>
    goal ?? (tasks > 1 ? `${task}, and ${plural(tasks - 1, 'other task', 'other tasks')}` : task),
  titleHint: 'The task of its latest attempt; nobody stated the goal of the session',
  session: (name: string) => `session ${name}`,
  ended: endedSo,
  whyNot: 'This session has attempts, and no log',
};
