import { expect, test } from 'vitest';
import { bundleName, proposedPath } from './suggest.ts';

const day = new Date(2026, 0, 5);

test('a bundle is named after what is in it and its day, with nothing that a file name cannot have', () => {
  expect(bundleName('twicewise', day)).toBe('twicewise-2026-01-05.twicewise');
  expect(bundleName('../Shop: web/API ', day)).toBe('Shop-web-API-2026-01-05.twicewise');
  expect(bundleName('///', day)).toBe('twicewise-2026-01-05.twicewise');
  expect(bundleName('x'.repeat(300), day)).toHaveLength(60 + '-2026-01-05.twicewise'.length);
});

test('it is proposed in the home folder, or next to the data folder', () => {
  expect(proposedPath('/home/ada/.local/share/twicewise', 'a')).toBe('/home/ada/a');
  expect(proposedPath('/Users/ada/Library/Application Support/twicewise', 'a')).toBe('/Users/ada/a');
  expect(proposedPath('C:\\Users\\ada\\AppData\\Roaming\\twicewise', 'a')).toBe('C:\\Users\\ada\\a');
  expect(proposedPath('/srv/memory/', 'a')).toBe('/srv/a');
  expect(proposedPath('/memory', 'a')).toBe('/a');
  expect(proposedPath('D:\\memory', 'a')).toBe('D:\\a');
});
