import { expect, test } from 'vitest';
import { readSettings, SETTINGS_PARTS } from './settings-view.ts';

test('a link leads to each part by its name, and to one that was renamed by its former name', () => {
  for (const part of SETTINGS_PARTS) expect(readSettings({ part })).toEqual({ part });
  expect(readSettings({ part: 'remind' })).toEqual({ part: 'automatic' });
});

test('a name that no part ever had leads to the screen', () => {
  for (const part of [undefined, 'everything', 'constructor', ['limits', 'turns']]) {
    expect(readSettings({ part })).toEqual({});
  }
});
