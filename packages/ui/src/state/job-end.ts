import { type Job, resultOf } from '@twicewise/contract';
import { strings } from '../strings.ts';

function endOfBundle(job: Job): string {
  const { kind, state } = job;
  const words = strings.jobs.bundle;
  if (state === 'cancelled') return kind === 'export' ? words.stoppedExport : words.stoppedImport;
  return kind === 'export' ? words.exported(resultOf('export', job)) : words.imported(resultOf('bundle', job));
}

/** How many records an import of files made or changed; null for jobs of other kinds. */
function importedBy(job: Job): number | null {
  if (job.kind === 'import') return resultOf('import', job).imported;
  if (job.kind === 'history') {
    const { drafts, episodes = 0, episodesChanged = 0, attempts = 0, attemptsChanged = 0 } = resultOf('history', job);
    return drafts + episodes + episodesChanged + attempts + attemptsChanged;
  }
  if (job.kind === 'episodes') {
    const { made, changed, graphs } = resultOf('episodes', job);
    return made + changed + (graphs === undefined ? 0 : graphs.made + graphs.changed);
  }
  if (job.kind === 'loops') {
    const { attempts, attemptsChanged, loops, loopsChanged } = resultOf('loops', job);
    return attempts + attemptsChanged + loops + loopsChanged;
  }
  if (job.kind !== 'turns') return null;
  const { turns, summaries } = resultOf('turns', job);
  return turns + summaries;
}

/**
 * True when there is nothing to undo: exports and vectors change no record, a bundle is imported completely or not at all, and
 * files may hold nothing that is new.
 */
export function leavesNothing(job: Job): boolean {
  const { kind, state } = job;
  if (kind === 'bundle') return state === 'cancelled' || resultOf('bundle', job).written === 0;
  if (kind === 'export' || kind === 'embed') return true;
  return state === 'done' && importedBy(job) === 0;
}

/** Screens that show what an import brought. */
export type Brought = 'lessons' | 'sessions' | 'today';

/** Where what a job brought is seen: none for jobs that bring nothing, or whose records no list shows together. */
export function broughtBy(job: Job): Brought[] {
  if (job.state !== 'done') return [];
  if (job.kind === 'import') return resultOf('import', job).imported > 0 ? ['lessons'] : [];
  if (job.kind === 'episodes') {
    const { made, changed } = resultOf('episodes', job);
    return made + changed > 0 ? ['sessions'] : [];
  }
  if (job.kind === 'loops' || job.kind === 'turns') return leavesNothing(job) ? [] : ['sessions'];
  if (job.kind !== 'history') return [];
  const { drafts, episodes = 0, episodesChanged = 0 } = resultOf('history', job);
  return [...(episodes + episodesChanged > 0 ? ['sessions' as const] : []), ...(drafts > 0 ? ['today' as const] : [])];
}

/** How a job ended, in words. Not all jobs count lessons: past sessions are transcripts, and a merge moves sessions too. */
export function endOf(job: Job): string {
  return job.state === 'cancelled' ? withTitle(job) : withTitle({ ...job, title: strings.jobs.didIt(job.title) });
}

/** The end of a job whose title says that it is done. */
function withTitle(job: Job): string {
  if (job.kind === 'export' || job.kind === 'bundle') return strings.jobs.bundle.ended(job, endOfBundle(job));
  if (job.state === 'cancelled') return strings.jobs.cancelled(job.title);
  if (job.kind === 'history') return strings.pastSessions.result(resultOf('history', job));
  if (job.kind === 'episodes') return strings.jobs.read(job.title, resultOf('episodes', job));
  if (job.kind === 'loops') return strings.jobs.loops(job.title, resultOf('loops', job));
  if (job.kind === 'turns') return strings.jobs.turns(job.title, resultOf('turns', job));
  if (job.kind === 'merge') return job.title;
  if (job.kind === 'change' || job.kind === 'changeEpisodes') {
    return strings.jobs.changed(job.title, resultOf(job.kind, job));
  }
  if (job.kind === 'import') return strings.jobs.imported(job.title, resultOf('import', job));
  return job.kind === 'undo'
    ? strings.jobs.undone(job.title, resultOf('undo', job))
    : strings.jobs.done(job.title, job.done);
}
