import type {
  BundleResult,
  ChangeResult,
  EpisodesResult,
  ExportResult,
  Job,
  LessonsResult,
  LoopsResult,
  TurnsResult,
  UndoResult,
} from '@twicewise/contract';
import { bytes, count, percent, plural } from './numbers.ts';

/** What causal graphs among the files claim. */
function claimsOf(graphs: EpisodesResult['graphs']): string[] {
  if (graphs === undefined) return [];
  return [plural(graphs.made, 'new claim about causes', 'new claims about causes'), `${count(graphs.changed)} updated`];
}

/** How many files could not be used, with the reason for the first of them. */
function skippedFiles({ bad, badFiles: [first] }: Pick<LoopsResult, 'bad' | 'badFiles'>): string[] {
  if (bad === 0) return [];
  const why = first === undefined ? '' : `: ${first.file}: ${first.reason}`;
  return [`${plural(bad, 'file', 'files')} skipped${bad > 1 && why !== '' ? ', the first' : ''}${why}`];
}

function importedBundle({ written, left, undecided, redacted }: BundleResult): string {
  const parts = [
    written === 0 ? 'nothing to change' : `${plural(written, 'record', 'records')} written`,
    ...(left > 0 ? [`${count(left)} left as they were`] : []),
    ...(undecided > 0 ? [`${count(undecided)} left undecided`] : []),
    ...(redacted > 0 ? [`${plural(redacted, 'secret', 'secrets')} taken out`] : []),
  ];
  return parts.join(', ');
}

function exportedBundle({ records, bytes: size, redacted }: ExportResult): string {
  const replaced = redacted > 0 ? `, ${plural(redacted, 'place', 'places')} replaced` : '';
  return `${plural(records, 'record', 'records')}, ${bytes(size)}${replaced}`;
}

/** The first words of titles, which say what is to be done, and the same once it is done. */
const DONE: Readonly<Record<string, string>> = { Export: 'Exported', Import: 'Imported', Load: 'Loaded' };

/** Where lessons went; a result names the first 20 projects. */
function into(projects: readonly string[]): string {
  if (projects.length === 0) return '';
  return projects.length === 1
    ? ` in ${projects[0]}`
    : ` in ${count(projects.length)}${projects.length < 20 ? '' : '+'} projects`;
}

/** Long work: how far it is, and what it did. */
export const jobs = {
  /** How the job of a bundle ended, for the line at the bottom. */
  bundle: {
    ended: ({ title }: Job, how: string) => `${title}: ${how}`,
    imported: importedBundle,
    exported: exportedBundle,
    stoppedExport: 'stopped; no file was written',
    stoppedImport: 'stopped; what it had written was undone',
  },
  /** The title of a job that is done. */
  didIt: (title: string) => title.replace(/^\w+/, (verb) => DONE[verb] ?? verb),
  progress: (done: number, total: number | null) =>
    total === null ? count(done) : `${count(done)} of ${count(total)}`,
  /** The same of a job. A change of sessions counts their attempts and turns, and its title sessions: of it, only the share is said. */
  progressOf: ({ kind, done, total }: Pick<Job, 'kind' | 'done' | 'total'>): string =>
    kind === 'changeEpisodes' && total ? percent(Math.floor((100 * done) / total) / 100) : jobs.progress(done, total),
  stop: (title: string) => `Stop: ${title}`,
  done: (title: string, done: number) => `${title}: ${plural(done, 'lesson', 'lessons')}`,
  /** The title of a change says how many it should be. */
  changed: (title: string, { changed, changedMeanwhile }: ChangeResult) =>
    changedMeanwhile === 0 ? title : `${title}: ${count(changed)} done, ${count(changedMeanwhile)} kept, changed since`,
  imported: (title: string, { imported, alreadyThere, bad, projects }: LessonsResult) =>
    [
      `${title}: ${plural(imported, 'new lesson', 'new lessons')}${imported > 0 ? into(projects) : ''}`,
      ...(alreadyThere > 0 ? [`${count(alreadyThere)} already there`] : []),
      ...(bad > 0 ? [`${plural(bad, 'line', 'lines')} skipped`] : []),
    ].join(', '),
  /** People wait for drafts, which only transcripts bring. */
  read: (title: string, { made, changed, graphs, ...left }: EpisodesResult) =>
    [
      `${title}: ${plural(made, 'new session', 'new sessions')}${made > 0 ? ' without drafts' : ''}, ${count(changed)} updated`,
      ...claimsOf(graphs),
      ...skippedFiles(left),
    ].join(', '),
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
  /** Lead to what an import brought. */
  showData: 'Show in Data',
  show: { lessons: 'Show in Lessons', sessions: 'Show in Sessions', today: 'Review drafts' },
  cancelled: (title: string) => `${title}: stopped`,
};
