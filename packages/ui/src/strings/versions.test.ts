import type { Job } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { versions } from './versions.ts';

const sure = (title: string, result: Job['result'], kind: Job['kind'] = 'import') =>
  versions.undoImportSure({ title, result, kind } as Job);

test('the question before an import is taken back names it, and counts what came with it', () => {
  expect(sure('Import loops of al', { loops: 7, attempts: 1, files: 8 }, 'loops')).toBe(
    'Import loops of al: this removes 7 sessions and 1 attempt.',
  );
  expect(sure('Import past sessions', { drafts: 2, episodes: 3, attempts: 4 }, 'history')).toBe(
    'Import past sessions: this removes 2 lessons, 3 sessions and 4 attempts.',
  );
  expect(sure('Import a.jsonl', { imported: 1 })).toBe('Import a.jsonl: this removes 1 lesson.');
  expect(sure('Load the sample', { imported: 80 }, 'sample')).toBe(
    'Load the sample: this removes 80 lessons and their sessions and attempts.',
  );
  expect(sure('Import a.jsonl', null)).toBe('Import a.jsonl: this removes all that came with it.');
  expect(versions.undoImportSure(undefined)).toBe('This removes all that came with it.');
});
