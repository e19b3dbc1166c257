import type { LessonChange } from '@twicewise/contract';
import { state } from './names.ts';
import { count, plural } from './numbers.ts';

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
  purgeFiltered: 'What filters match cannot be purged at once: select the lessons, or empty the whole bin.',
};
