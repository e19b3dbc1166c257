import type { Job } from '@twicewise/contract';
import { named, plural } from './numbers.ts';

/** What came with an import, by its result: lessons and drafts, sessions, attempts. Empty where it does not say. */
function cameWith({ kind, result }: Job): string {
  const of = (...names: string[]) =>
    names.reduce((sum, name) => sum + (typeof result?.[name] === 'number' ? result[name] : 0), 0);
  const [lessons, sessions, attempts] = [of('imported', 'drafts'), of('episodes', 'made', 'loops'), of('attempts')];
  const parts = [
    lessons > 0 ? plural(lessons, 'lesson', 'lessons') : '',
    sessions > 0 ? plural(sessions, 'session', 'sessions') : '',
    attempts > 0 ? plural(attempts, 'attempt', 'attempts') : '',
  ].filter(Boolean);
  // The result of loading the sample counts its lessons alone.
  if (kind === 'sample') parts.push('their sessions and attempts');
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Texts about the versions of a lesson and how to take a change back. */
export const versions = {
  loading: 'Loading its history…',
  failed: 'Could not load the history.',
  older: 'Show older',
  undoImport: 'Undo the whole import',
  /** The question before an import is undone; undefined: what it brought is being read. */
  undoImportSure: (job: Job | undefined) => {
    if (job === undefined) return 'This removes all that came with it.';
    return `${named(job.title, `this removes ${cameWith(job) || 'all that came with it'}`)}.`;
  },
  redoImport: 'Redo the whole import',
  undoSessionSure: 'This removes the session log and every draft that came with it.',
  undoGroup: 'Undo all of it',
  undoGroupSure: 'It changed many at once; all of it is undone.',
  redoGroup: 'Redo all of it',
  undone: 'Undone',
  overtaken: 'Undo later changes first',
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  client: (name: string) => `with ${name}`,
  compare: {
    start: 'Compare…',
    action: 'Compare or restore versions…',
    title: 'Compare two versions',
    before: 'From',
    after: 'To',
    swap: 'Swap',
    restore: 'Restore the earlier version…',
    now: 'now',
    first: (when: string) => `${when} (first version)`,
    version: (when: string, what: string) => `${when}: ${what}`,
    same: 'Both say the same.',
    few: 'It has only one version',
    older: 'Older versions can be chosen once they are shown in the history.',
  },
  revert: {
    start: 'Restore this version',
    label: 'Restoring an earlier version',
    reading: 'Checking what this would change…',
    failed: 'Could not load the earlier version.',
    changes: 'This would change:',
    none: 'Nothing would change: the lesson is like this now.',
    run: 'Restore version',
    conflict: 'The lesson changed since this was shown. Nothing was done; this is what it would change now.',
    done: (title: string) => named('Restored an earlier version', title),
  },
};
