import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkBackup,
  closeStore,
  createBackup,
  insertRecord,
  lookIntoBackup,
  type StorePaths,
  transaction,
} from '../src/index.ts';
import { migrations, SCHEMA_VERSION } from '../src/migrations/index.ts';
import { freshPaths, furnished, hashOf, NOW, open, projectRecord, raw, removeFolders } from './harness.ts';

afterAll(removeFolders);

const check = (paths: StorePaths, name: string) => checkBackup(paths, name, () => 0);

function backedUp(paths: StorePaths, steps = migrations) {
  const db = open(paths, { steps });
  const backup = createBackup(db, paths, 'request', NOW);
  closeStore(db);
  return { ...backup, change: (sql: string) => raw({ ...paths, database: backup.path }, (file) => file.exec(sql)) };
}

describe('the full check of a backup', () => {
  it('passes a sound one and finds rows that were altered, and leaves it and its folder as they are', () => {
    const paths = furnished();
    const { name, path, change } = backedUp(paths);
    expect(check(paths, name)).toMatchObject({ ok: true, total: 0, rows: 60 });
    change("UPDATE reflection SET task = task || '!' WHERE seq IN (SELECT seq FROM reflection LIMIT 30)");
    const before = hashOf(path);
    expect(check(paths, name)).toMatchObject({ ok: false, total: 30 });
    expect(hashOf(path)).toBe(before);
    expect(readdirSync(paths.backups)).toEqual([name]);
  });

  it.each(migrations.map(({ version }) => version))('copes with one of version %i, altered or not', (version) => {
    const paths = freshPaths();
    const steps = migrations.filter((step) => step.version <= version);
    const db = open(paths, { steps });
    transaction(db, () => insertRecord(db, 'project', projectRecord(db)));
    closeStore(db);
    const { name, path, change } = backedUp(paths, steps);
    const before = hashOf(path);
    expect(check(paths, name)).toMatchObject({ ok: true, total: 0 });
    expect(lookIntoBackup(paths, name).holds).toMatchObject({ projects: 1, episodes: 0 });
    expect(hashOf(path)).toBe(before);
    change("UPDATE project SET name = 'somebody else'");
    expect(check(paths, name)).toMatchObject({
      ok: false,
      total: 1,
      problems: [expect.stringContaining('the project')],
    });
    expect(readdirSync(paths.backups)).toEqual([name]);
  });

  it('of an older version goes on undisturbed when another one begins before it has ended', () => {
    const paths = freshPaths();
    const db = open(paths, { steps: migrations.slice(0, -1) });
    transaction(db, () => insertRecord(db, 'project', projectRecord(db)));
    closeStore(db);
    const { name } = backedUp(paths, migrations.slice(0, -1));
    const seen: string[][] = [];
    const results: unknown[] = [];
    // The clock is read while the copy is open.
    const clock = () => {
      if (seen.length > 0) return 0;
      seen.push(readdirSync(paths.backups));
      results.push(check(paths, name));
      seen.push(readdirSync(paths.backups));
      return 0;
    };
    results.push(checkBackup(paths, name, clock));
    expect(results).toMatchObject([
      { ok: true, total: 0 },
      { ok: true, total: 0 },
    ]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]?.length).toBeGreaterThan(1);
    expect(readdirSync(paths.backups)).toEqual([name]);
  });

  it('passes none that cannot be used: damaged, of a newer version, or one that cannot be migrated', () => {
    for (const [spoil, word] of [
      [`PRAGMA user_version = ${SCHEMA_VERSION + 10}`, 'newer version'],
      ['PRAGMA user_version = 40', 'cannot be brought'],
      ['PRAGMA application_id = 7', 'not sound'],
    ] as const) {
      const paths = furnished(3);
      const { name, change } = backedUp(paths);
      change(spoil);
      expect(check(paths, name), spoil).toMatchObject({
        ok: false,
        total: 1,
        problems: [expect.stringContaining(word)],
      });
      expect(readdirSync(paths.backups)).toEqual([name]);
    }
  });
});
