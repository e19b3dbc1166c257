import { expect, it } from 'vitest';
import { droppedName } from './dropped-name.ts';

const HASH = '0123456789abcdef0123456789abcdef';

it('knows the copy of a dropped file by its path, and takes no other file for one', () => {
  expect(droppedName(`/home/me/.twicewise/run/files/${HASH}/my lessons.jsonl`)).toBe('my lessons.jsonl');
  expect(droppedName(`C:\\data\\run\\files\\${HASH}\\mine.jsonl`)).toBe('mine.jsonl');
  expect(droppedName('/home/me/run/files/mine.jsonl')).toBeNull();
  expect(droppedName(`/home/me/${HASH}/mine.jsonl`)).toBeNull();
  expect(droppedName(`/data/run/files/${HASH}/deeper/mine.jsonl`)).toBeNull();
});
