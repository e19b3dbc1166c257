import type { Job } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { versions } from './versions.ts';

const sure = (title: string, result: Job['result'], kind: Job['kind'] = 'import') =>
  versions.undoImportSure({ title, result, kind } as Job);

test('the question before an import is taken back names it, and counts what came with it', () => {
  expect(sure('Import loops of al', { loops: 7, attempts: 1, files: 8 }, 'loops')).toBe(
    'Import loops of al: this takes away 7 sessions and 1 attempt.',
  );
  expect(sure('Read past sessions', { drafts: 2, episodes: 3, attempts: 4 }, 'history')).toBe(
    'Read past sessions: this takes away 2 lessons, 3 sessions and 4 attempts.',
  );
  expect(sure('Import a.jsonl', { imported: 1 })).toBe('Import a.jsonl: this takes away 1 lesson.');
  expect(sure('Load the sample', { imported: 80 }, 'sample')).toBe(
    'Load the sample: this takes away 80 lessons and their sessions and attempts.',
  );
  expect(sure('Import a.jsonl', null)).toBe('Import a.jsonl: this takes away all that came with it.');
  expect(versions.undoImportSure(undefined)).toBe('This takes away all that came with it.');
});
