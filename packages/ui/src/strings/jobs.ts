import type { EpisodesResult, UndoResult } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** Long work: how far it is, and what it did. */
export const jobs = {
  progress: (done: number, total: number | null) =>
    total === null ? count(done) : `${count(done)} of ${count(total)}`,
  stop: (title: string) => `Stop: ${title}`,
  done: (title: string, done: number) => `${title}: ${plural(done, 'lesson', 'lessons')}`,
  sessions: (title: string, done: number) => `${title}: ${plural(done, 'session', 'sessions')}`,
  read: (title: string, { made, changed, bad }: EpisodesResult) =>
    [
      `${title}: ${plural(made, 'new session', 'new sessions')}, ${count(changed)} updated`,
      ...(bad > 0 ? [`${plural(bad, 'file', 'files')} skipped`] : []),
    ].join(', '),
  undone: (title: string, { undone, conflicts }: UndoResult) =>
    [
      `${title}: ${plural(undone, 'write', 'writes')} undone`,
      ...(conflicts > 0 ? [`${count(conflicts)} kept, changed since`] : []),
    ].join(', '),
  cancelled: (title: string) => `${title}: stopped`,
};
