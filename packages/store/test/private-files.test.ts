import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  closeStore,
  createBackup,
  listBackups,
  openStore,
  putInPlace,
  requireBackup,
  type StorePaths,
} from '../src/index.ts';
import { freshPaths, furnish, furnished, NOW, open, removeFolders } from './harness.ts';

afterAll(removeFolders);

/** Files that other users could read, whatever the umask of the process. */
function readable(paths: StorePaths): string[] {
  const folder = dirname(paths.database);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
}

describe.skipIf(process.platform === 'win32')('the files of a memory', () => {
  it('are its owner’s alone from the first moment: the database, its WAL, its backups', () => {
    const paths = freshPaths();
    const db = open(paths);
    furnish(db);
    createBackup(db, paths, 'request', NOW);
    expect(readdirSync(dirname(paths.database))).toContain('memory.db-wal');
    expect(readable(paths)).toEqual([]);
    closeStore(db);
  });

  it('become so when they were not: at the next opening, in a restore, and when they are set aside', () => {
    const paths = furnished();
    let db = open(paths);
    createBackup(db, paths, 'request', NOW);
    closeStore(db);
    const [backup] = listBackups(paths);
    const loosen = () => {
      for (const path of [paths.database, backup?.path ?? '']) chmodSync(path, 0o644);
    };
    loosen();
    db = open(paths);
    expect(readable(paths)).toEqual([]);
    closeStore(db);
    loosen();
    putInPlace(paths, requireBackup(paths, backup?.name ?? ''));
    expect(readable(paths)).toEqual([backup?.path]);
    writeFileSync(paths.database, 'x'.repeat(5000));
    loosen();
    expect(openStore(paths, NOW)).toMatchObject({ state: 'damaged' });
    expect(readable(paths)).toEqual([backup?.path]);
  });
});
