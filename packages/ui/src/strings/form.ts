import { UNSORTED_PROJECT } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** Editing a lesson. */
export const form = {
  label: 'Edit lesson',
  newLabel: 'New lesson',
  project: 'Project',
  unsorted: `None yet (${UNSORTED_PROJECT})`,
  keptNew: 'A new lesson, not saved',
  store: 'Save the lesson',
  fieldsWritten: (value: number) =>
    value === 0 ? 'Nothing written yet' : plural(value, 'field written', 'fields written'),
  continue: 'Continue editing',
  discard: 'Discard',
  discardSure: 'Discard this edit?',
  changed: 'changed',
  fieldsChanged: (value: number) =>
    value === 0 ? 'Nothing changed yet' : plural(value, 'field changed', 'fields changed'),
  entry: (field: string, position: number) => `${field}, entry ${position}`,
  removeEntry: (field: string, position: number) => `Remove entry ${position} of ${field}`,
  add: 'Add an entry',
  addTo: (field: string) => `Add an entry to ${field.toLowerCase()}`,
  notStated: 'Not stated',
  revert: (field: string) => `Revert ${field}`,
  meanwhile: (who: string) => `${who} changed this meanwhile.`,
  someone: 'Someone',
  anAgent: 'An agent',
  choose: 'Choose for each field; nothing is lost until you save.',
  merged: (names: string) => `Already updated, as you had not changed it: ${names}.`,
  theirs: 'Theirs',
  yours: 'Yours',
  takeTheirs: 'Take theirs',
  keepYours: 'Keep yours',
  chooseFirst: 'Choose theirs or yours first.',
  failed: 'Not saved.',
  mistakes: {
    noTask: 'A lesson needs a task.',
    tooLong: (bytes: number, most: number) => `is too long: ${count(bytes)} bytes of at most ${count(most)}.`,
    unreadable: 'holds an invisible control character; type it anew.',
    tooMany: (most: number) => `At most ${count(most)} entries; take this one away.`,
    entry: (position: number, wrong: string) => `Entry ${position} ${wrong}`,
    confidence: 'A number from 0 to 1, such as 0.8.',
    attempt: (most: number) => `A whole number from 0 to ${count(most)}.`,
    text: (wrong: string) => `This ${wrong}`,
  },
  mistaken: (fields: number) => `Not saved: check ${plural(fields, 'field', 'fields')}.`,
};
