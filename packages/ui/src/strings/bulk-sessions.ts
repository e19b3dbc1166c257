import type { OutputOf } from '@twicewise/contract';
import { plural } from './numbers.ts';
import { alongWith, sessionsWith } from './sessions-with.ts';

type Preview = OutputOf<'episode.previewMany'>;

/** Selecting many sessions and changing them; the rest is as for lessons. */
export const bulkSessions = {
  label: 'Selected sessions',
  changeName: (kind: 'delete' | 'restore') => (kind === 'delete' ? 'Delete' : 'Restore'),
  changed: (kind: 'delete' | 'restore', value: number) =>
    `${kind === 'delete' ? 'Deleted' : 'Restored'} ${plural(value, 'session', 'sessions')}`,
  changes: (kind: 'delete' | 'restore', { changes, unrecorded }: Pick<Preview, 'changes' | 'unrecorded'>) => {
    if (changes === 0) return 'Nothing would change.';
    const isDelete = kind === 'delete';
    const whose = changes === 1 ? 'Its' : 'Their';
    // What is deleted of a session with a log is the log.
    if (unrecorded.sessions === changes) {
      const what = sessionsWith(changes, unrecorded);
      return isDelete ? `Deletes ${what}. ${whose} lessons stay.` : `Restores ${what}.`;
    }
    const sessions = plural(changes, 'session', 'sessions');
    if (!isDelete) return `Restores ${sessions}.${alongWith(unrecorded, 'bring')}`;
    const others = unrecorded.attempts > 0 ? 'all other attempts' : 'attempts';
    return `Deletes ${sessions}.${alongWith(unrecorded, 'take')} ${whose} lessons and ${others} stay.`;
  },
  missing: 'Nothing is left of these.',
  conflict: 'Some of these sessions changed since the preview. Nothing was done; this is what it would do now.',
  filtered: 'What filters match cannot be purged at once: select the sessions, or empty the whole bin.',
};
