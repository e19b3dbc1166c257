import { plural } from './numbers.ts';

/** Selecting many sessions and changing them; the rest is as for lessons. */
export const bulkSessions = {
  label: 'Selected sessions',
  changeName: (kind: 'delete' | 'restore') => (kind === 'delete' ? 'Delete' : 'Restore'),
  changed: (kind: 'delete' | 'restore', value: number) =>
    `${kind === 'delete' ? 'Deleted' : 'Restored'} ${plural(value, 'session', 'sessions')}`,
  changes: (kind: 'delete' | 'restore', value: number) =>
    value === 0
      ? 'Nothing would change.'
      : kind === 'delete'
        ? `Moves ${plural(value, 'session log', 'session logs')} to the bin; lessons stay`
        : `Changes ${plural(value, 'session', 'sessions')}`,
  missing: 'There is no session with this id.',
  conflict: 'Some of these sessions changed since the preview. Nothing was done; this is what it would do now.',
  onlyRecorded: 'Sessions without a log cannot be selected',
  filtered: 'What filters match cannot be purged at once: select the sessions, or empty the whole bin.',
};
