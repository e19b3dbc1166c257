import type { OutputOf } from '@twicewise/contract';
import { plural } from './numbers.ts';

type Preview = OutputOf<'episode.previewMany'>;

/** What is deleted or restored: logs, and the attempts and turns of sessions without one. */
function changing(logs: number, { sessions, attempts, turns }: Preview['unrecorded']): string {
  const some = plural(logs, 'session log', 'session logs');
  if (sessions === 0) return some;
  const own = [
    attempts > 0 ? plural(attempts, 'attempt', 'attempts') : '',
    turns > 0 ? plural(turns, 'turn', 'turns') : '',
  ];
  const unrecorded = `${plural(sessions, 'session', 'sessions')} without a log (${own.filter(Boolean).join(' and ')})`;
  return logs === 0 ? unrecorded : `${some}, and ${unrecorded}`;
}

/** Selecting many sessions and changing them; the rest is as for lessons. */
export const bulkSessions = {
  label: 'Selected sessions',
  changeName: (kind: 'delete' | 'restore') => (kind === 'delete' ? 'Delete' : 'Restore'),
  changed: (kind: 'delete' | 'restore', value: number) =>
    `${kind === 'delete' ? 'Deleted' : 'Restored'} ${plural(value, 'session', 'sessions')}`,
  changes: (kind: 'delete' | 'restore', { changes, unrecorded }: Pick<Preview, 'changes' | 'unrecorded'>) => {
    if (changes === 0) return 'Nothing would change.';
    const what = changing(changes - unrecorded.sessions, unrecorded);
    return kind === 'restore' ? `Restores ${what}` : `Deletes ${what}; lessons stay`;
  },
  missing: 'Nothing is left of these.',
  conflict: 'Some of these sessions changed since the preview. Nothing was done; this is what it would do now.',
  filtered: 'What filters match cannot be purged at once: select the sessions, or empty the whole bin.',
};
