import type { OutputOf } from '@twicewise/contract';
import { count, plural } from './numbers.ts';
import { sessionsWith } from './sessions-with.ts';

/** What is purged, in words. */
const PURGED = {
  reflection: (value: number) => plural(value, 'lesson', 'lessons'),
  episode: (value: number) => plural(value, 'session log', 'session logs'),
  attempt: (value: number) => plural(value, 'attempt', 'attempts'),
  turn: (value: number) => plural(value, 'turn', 'turns'),
  session: (value: number) => plural(value, 'session', 'sessions'),
};
type Purgeable = keyof typeof PURGED;

/** What goes with every kind of records. */
const IN_EACH = {
  operation_change: 'Entries of their history',
  operation: 'Summaries that quote them',
  request_key: 'Kept answers to requests',
  told_text: 'Texts that agents were shown',
};
const OF_TURNS = {
  turn: 'Turns',
  turn_part: 'Their texts',
  turn_chunk: 'Pieces of texts that no other turn has',
};

/** Texts for removing records in the bin for good. */
export const purge = {
  bin: 'Empty the bin…',
  wholeBin: 'Empty the whole bin…',
  /** What an empty bin loses where the list shows only a part of it. */
  whole: (kind: Exclude<Purgeable, 'episode'>) =>
    `Every ${kind === 'reflection' ? 'lesson' : kind} in the bin, of all projects: also those that are not listed here.`,
  why: 'Purging is the only action that cannot be undone.',
  reading: 'Checking what this would remove…',
  failed: 'Could not check what this would remove.',
  /** `rows`: what goes with sessions. */
  removes: (kind: Purgeable, value: number, { attempt = 0, turn = 0 }: Readonly<Record<string, number>>) =>
    kind === 'session'
      ? `Removes ${sessionsWith(value, { attempts: attempt, turns: turn }, ' for good')}. ${value === 1 ? 'Its' : 'Their'} lessons stay.`
      : `Removes ${PURGED[kind](value)} for good.`,
  none: 'There is nothing to purge.',
  refused: (value: number) =>
    value === 1
      ? '1 of them is not in the bin; nothing of it is removed.'
      : `${count(value)} of them are not in the bin; nothing of them is removed.`,
  rows: {
    reflection: {
      reflection: 'Lessons',
      feedback: 'Feedback on them',
      exposure_release: 'Notes of who was shown them',
      ...IN_EACH,
    } satisfies Record<keyof OutputOf<'reflection.previewPurge'>['rows'], string>,
    episode: {
      episode: 'Session logs',
      session: 'Goals of sessions that only repeat their task',
      ...IN_EACH,
    } satisfies Record<keyof OutputOf<'episode.previewPurge'>['rows'], string>,
    attempt: {
      attempt: 'Attempts',
      ...IN_EACH,
    } satisfies Record<keyof OutputOf<'attempt.previewPurge'>['rows'], string>,
    turn: {
      ...OF_TURNS,
      ...IN_EACH,
    } satisfies Record<keyof OutputOf<'turn.previewPurge'>['rows'], string>,
    session: {
      episode: 'Session logs',
      attempt: 'Attempts',
      ...OF_TURNS,
      session: 'Goals that only repeat the task of a log or an attempt',
      ...IN_EACH,
    } satisfies Record<keyof OutputOf<'session.previewPurge'>['rows'], string>,
  } satisfies Record<Purgeable, unknown>,
  rowsTitle: 'What goes',
  stays: 'What stays',
  backups: 'Backups that still hold some of them',
  yes: (kind: Purgeable, value: number) => `Purge ${PURGED[kind](value)}`,
  sure: 'No undo brings them back.',
  done: (kind: Purgeable, value: number) => `Purged ${PURGED[kind](value)} for good`,
  notErased: 'The file is being read right now; their text is erased as soon as that ends.',
  conflict: 'The bin changed since this was shown. Nothing was removed; this is what it would remove now.',
};
