import { expect, test } from 'vitest';
import { withoutTitle } from './said.ts';

const TITLE = 'Fix the login: the token expires while the clock of the other host is wrong';

test('a summary says what was done; the title of the lesson stands above it already', () => {
  expect(withoutTitle(`Stored: ${TITLE}`, [TITLE])).toBe('Stored');
  expect(withoutTitle(`Undid: Edited: ${TITLE}`, [TITLE])).toBe('Undid: Edited');
  expect(withoutTitle(`Edited: ${TITLE.slice(0, 40)}`, [TITLE])).toBe('Edited');
  expect(withoutTitle('Edited: Before', ['After', 'Before'])).toBe('Edited');
});

test('what names something else stays whole', () => {
  for (const summary of [`Merged: ${TITLE} into Another`, 'Load the sample', 'Stored: Another', 'Stored: ']) {
    expect(withoutTitle(summary, [TITLE])).toBe(summary);
  }
});

test('a title that was cut in the log is known by its beginning', () => {
  expect(withoutTitle(`Edited: ${TITLE.slice(0, 40)}…`, [TITLE])).toBe('Edited');
});
