import type {
  ChangeResult,
  EpisodesResult,
  LessonsResult,
  LoopsResult,
  TurnsResult,
  UndoResult,
} from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** How many files could not be used, with the reason for the first of them. */
function skippedFiles({ bad, badFiles: [first] }: Pick<LoopsResult, 'bad' | 'badFiles'>): string[] {
  if (bad === 0) return [];
  const why = first === undefined ? '' : `: ${first.file}: ${first.reason}`;
  return [`${plural(bad, 'file', 'files')} skipped${bad > 1 && why !== '' ? ', the first' : ''}${why}`];
}

/** Long work: how far it is, and what it did. */
export const jobs = {
  progress: (done: number, total: number | null) =>
    total === null ? count(done) : `${count(done)} of ${count(total)}`,
  stop: (title: string) => `Stop: ${title}`,
  done: (title: string, done: number) => `${title}: ${plural(done, 'lesson', 'lessons')}`,
  /** The title of a change says how many it should be. */
  changed: (title: string, { changed, changedMeanwhile }: ChangeResult) =>
    changedMeanwhile === 0 ? title : `${title}: ${count(changed)} done, ${count(changedMeanwhile)} kept, changed since`,
  imported: (title: string, { imported, alreadyThere, bad }: LessonsResult) =>
    [
      `${title}: ${plural(imported, 'new lesson', 'new lessons')}`,
      ...(alreadyThere > 0 ? [`${count(alreadyThere)} already there`] : []),
      ...(bad > 0 ? [`${plural(bad, 'line', 'lines')} skipped`] : []),
    ].join(', '),
  read: (title: string, { made, changed, ...left }: EpisodesResult) =>
    [`${title}: ${plural(made, 'new session', 'new sessions')}, ${count(changed)} updated`, ...skippedFiles(left)].join(
      ', ',
    ),
  loops: (title: string, { attempts, attemptsChanged, loopsChanged, ...left }: LoopsResult) =>
    [
      `${title}: ${plural(attempts, 'new attempt', 'new attempts')}, ${count(attemptsChanged + loopsChanged)} updated`,
      ...skippedFiles(left),
    ].join(', '),
  turns: (title: string, { turns, alreadyThere, other }: TurnsResult) =>
    [
      `${title}: ${plural(turns, 'new turn', 'new turns')}`,
      ...(alreadyThere > 0 ? [`${count(alreadyThere)} already there`] : []),
      ...(other > 0 ? [`${count(other)} left out, stored with other texts`] : []),
    ].join(', '),
  undone: (title: string, { undone, conflicts }: UndoResult) =>
    [
      `${title}: ${plural(undone, 'write', 'writes')} undone`,
      ...(conflicts > 0 ? [`${count(conflicts)} kept, changed since`] : []),
    ].join(', '),
  cancelled: (title: string) => `${title}: stopped`,
};
