import { named } from './numbers.ts';

/** Texts about the versions of a lesson and how to take a change back. */
export const versions = {
  loading: 'Reading its history…',
  failed: 'The history could not be read.',
  older: 'Show older',
  undoImport: 'Undo the whole import',
  undoImportSure: 'It takes away every lesson that came with it.',
  redoImport: 'Redo the whole import',
  undoSessionSure: 'It takes away the record of the session and every draft that came with it.',
  undoGroup: 'Undo all of it',
  undoGroupSure: 'It was done to many at once; all of them go back.',
  redoGroup: 'Redo all of it',
  undone: 'Undone',
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  client: (name: string) => `with ${name}`,
  revert: {
    start: 'Go back to this version',
    label: 'Going back to an earlier version',
    reading: 'Looking what that would change…',
    failed: 'The earlier version could not be read.',
    changes: 'This would change:',
    none: 'Nothing would change: the lesson is like this now.',
    run: 'Go back',
    conflict: 'The lesson changed since this was shown. Nothing was done; this is what it would change now.',
    done: (title: string) => named('Went back to an earlier version', title),
  },
};
