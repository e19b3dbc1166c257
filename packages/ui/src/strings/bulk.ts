import type { LessonChange, OutputOf } from '@twicewise/contract';
import { state } from './names.ts';
import { count, plural } from './numbers.ts';
import { sessionsWith } from './sessions-with.ts';

const tagged = (tags: readonly string[]) => tags.map((tag) => `#${tag}`).join(', ');

/** The name of a change of many lessons. `project` is the name of the project to which they move. */
function changeName(change: LessonChange, project: string): string {
  switch (change.kind) {
    case 'tags':
      if (change.add.length === 0) return `Remove ${tagged(change.remove)}`;
      return `Add ${tagged(change.add)}${change.remove.length > 0 ? `; remove ${tagged(change.remove)}` : ''}`;
    case 'state':
      return `Set to ${state[change.state].toLowerCase()}`;
    case 'pin':
      return change.pinned ? 'Pin' : 'Unpin';
    case 'move':
      return `Move to ${project}`;
    case 'delete':
      return 'Delete';
    case 'restore':
      return 'Restore';
  }
}

/** What a change of many lessons did, in the past tense. */
function changed(change: LessonChange, project: string, value: number): string {
  const lessons = plural(value, 'lesson', 'lessons');
  switch (change.kind) {
    case 'tags':
      if (change.add.length === 0) return `Removed ${tagged(change.remove)} from ${lessons}`;
      if (change.remove.length === 0) return `Added ${tagged(change.add)} to ${lessons}`;
      return `Added ${tagged(change.add)} to ${lessons}, removed ${tagged(change.remove)}`;
    case 'state':
      // The other states are named by what was done.
      return change.state === 'draft' ? `Set ${lessons} to draft` : `${state[change.state]} ${lessons}`;
    case 'pin':
      return `${change.pinned ? 'Pinned' : 'Unpinned'} ${lessons}`;
    case 'move':
      return `Moved ${lessons} to ${project}`;
    case 'delete':
      return `Deleted ${lessons}`;
    case 'restore':
      return `Restored ${lessons}`;
  }
}

/** Selecting many lessons and changing them. */
export const bulk = {
  label: 'Selected lessons',
  selected: (value: number) => `${count(value)} selected`,
  all: (value: number) => `all ${count(value)} matching selected`,
  selectAll: (value: number) => `Select all ${count(value)} matching`,
  tooMany: (most: number) => `At most ${count(most)} can be changed one by one. Select all matching, or fewer.`,
  exportSelected: 'Export these…',
  clear: 'Clear the selection',
  tags: 'Tags…',
  addTags: 'Add',
  removeTags: 'Remove',
  tagsHint: 'tags, with commas between',
  preview: 'Preview',
  state: 'State',
  pin: 'Pin',
  move: 'Move',
  delete: 'Delete…',
  restore: 'Restore…',
  changeName,
  changed,
  kept: (value: number) => `Kept ${plural(value, 'lesson', 'lessons')}`,
  reading: 'Checking what this would change…',
  failed: 'Could not preview the change.',
  changes: (value: number) => (value === 0 ? 'Nothing would change.' : `Changes ${plural(value, 'lesson', 'lessons')}`),
  toBin: (value: number) => (value === 0 ? 'Nothing would change.' : `Deletes ${plural(value, 'lesson', 'lessons')}`),
  already: (value: number) => `${count(value)} already ${value === 1 ? 'is' : 'are'}.`,
  refused: (value: number, why: string) => `${count(value)} cannot: ${why}`,
  such: 'Such as',
  others: (value: number) => `and ${count(value)} more`,
  asJob: 'Runs in the background. You can stop it, and undo it as a whole.',
  conflict: 'Some of these lessons changed since the preview. Nothing was done; this is what it would do now.',
};

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
  /** What is in the bin of an open session is named apart from the session. */
  label: {
    reflection: 'Purge',
    episode: 'Purge',
    session: 'Purge',
    attempt: 'Purge attempts',
    turn: 'Purge turns',
  } satisfies Record<Purgeable, string>,
  one: 'Purge…',
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
  filtered: 'What filters match cannot be purged at once: select the lessons, or empty the whole bin.',
};
