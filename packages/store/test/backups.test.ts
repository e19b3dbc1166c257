import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backup } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkDatabase,
  closeStore,
  countRows,
  createBackup,
  expendable,
  insertRecord,
  listBackups,
  openReader,
  pruneBackups,
  putInPlace,
  RETENTION,
  requireBackup,
  verifyDatabase,
} from '../src/index.ts';
import { freshPaths, furnished, hashOf, NOW, open, projectRecord, raw, removeFolders, seeded } from './harness.ts';

afterAll(removeFolders);

const child = (role: string, folder: string) =>
  spawn(process.execPath, [join(import.meta.dirname, 'backup-child.ts'), role, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** True if every pair of rows written in one transaction is complete. */
function isConsistent(path: string): boolean {
  return raw({ ...freshPaths(), database: path }, (db) => {
    const row = db
      .prepare(
        `SELECT COUNT(*) AS n, SUM(native_id LIKE '%-a') AS a, SUM(native_id LIKE '%-b') AS b FROM project WHERE native_id LIKE 'pair%'`,
      )
      .get() as { n: number; a: number; b: number };
    return row.n === 0 || row.a === row.b;
  });
}

describe('a backup', () => {
  it('is none where a file stands in the place of their folder: a memory is read and tended all the same', () => {
    const paths = furnished(1);
    rmSync(paths.backups, { recursive: true, force: true });
    writeFileSync(paths.backups, '');
    expect(listBackups(paths)).toEqual([]);
    expect(pruneBackups(paths)).toBe(0);
    expect(() => requireBackup(paths, 'any')).toThrow(/backup/i);
  });

  it('made while eight writers run opens, is sound, and holds whole transactions only (T14)', async () => {
    verifies('T14');
    const paths = furnished(300);
    const writers = child('write', join(paths.database, '..'));
    const exited = once(writers, 'exit');
    await once(writers.stdout, 'data');
    const sizes = new Set<number>();
    for (let n = 0; n < 5; n++) {
      const reader = openReader(paths.database);
      const backup = createBackup(reader, paths, 'scheduled', NOW + n);
      closeStore(reader);
      verifyDatabase(backup.path);
      expect(isConsistent(backup.path)).toBe(true);
      sizes.add(
        raw(
          { ...paths, database: backup.path },
          (db) => (db.prepare('SELECT COUNT(*) AS n FROM project').get() as { n: number }).n,
        ),
      );
    }
    writers.kill('SIGKILL');
    await exited;
    expect(sizes.size).toBeGreaterThan(1);
    expect(readdirSync(paths.backups).every((name) => name.endsWith('.db'))).toBe(true);
    const db = open(paths);
    expect(checkDatabase(db, () => 0).ok).toBe(true);
    closeStore(db);
  }, 60_000);

  it('that holds half a transaction would be noticed', () => {
    const paths = furnished(1);
    raw(paths, (db) =>
      db.exec(
        `INSERT INTO project (id, native_id, name, created_at, revision, row_hash) VALUES ('x', 'pair-1-a', '', '', 1, 0)`,
      ),
    );
    expect(isConsistent(paths.database)).toBe(false);
  });

  it('killed on the way leaves no file that looks complete (T14)', async () => {
    verifies('T14');
    const paths = furnished(1500);
    const random = seeded(9);
    // The process may be killed before the first backup creates its folder.
    mkdirSync(paths.backups, { recursive: true });
    let cut = 0;
    for (let n = 0; n < 8; n++) {
      const worker = child('backup', join(paths.database, '..'));
      const exited = once(worker, 'exit');
      await once(worker.stdout, 'data');
      await sleep(random() * 60);
      worker.kill('SIGKILL');
      await exited;
      for (const backup of listBackups(paths)) verifyDatabase(backup.path);
      cut += readdirSync(paths.backups).filter((name) => name.endsWith('.partial')).length;
    }
    console.log(`backups cut short: ${cut} seen`);
    expect(cut).toBeGreaterThan(0);
    pruneBackups(paths, Date.now() + 2 * 3_600_000);
    expect(readdirSync(paths.backups).filter((name) => name.includes('.partial'))).toEqual([]);
  }, 60_000);

  it('under way on another thread is left alone by pruning', () => {
    const paths = furnished(1);
    mkdirSync(paths.backups, { recursive: true });
    const [young, old] = ['a.db.partial', 'b.db.partial'].map((name) => join(paths.backups, name));
    for (const path of [young, old]) writeFileSync(path ?? '', 'x');
    utimesSync(old ?? '', NOW / 1000 - 7200, NOW / 1000 - 7200);
    utimesSync(young ?? '', NOW / 1000, NOW / 1000);
    pruneBackups(paths, NOW);
    expect(existsSync(young ?? '')).toBe(true);
    expect(existsSync(old ?? '')).toBe(false);
  });

  it('under way on another thread since the same millisecond keeps its file', () => {
    const paths = furnished(1);
    const reader = openReader(paths.database);
    const first = createBackup(reader, paths, 'request', NOW);
    rmSync(first.path);
    writeFileSync(`${first.path}.partial`, 'half of it');
    const second = createBackup(reader, paths, 'request', NOW);
    closeStore(reader);
    expect(second.name).not.toBe(first.name);
    expect(readFileSync(`${first.path}.partial`, 'utf8')).toBe('half of it');
  });

  it('of a damaged memory is not kept', () => {
    const paths = furnished(60);
    const bytes = readFileSync(paths.database);
    bytes.fill(0x5a, bytes.length >> 2, (bytes.length >> 2) * 3);
    writeFileSync(paths.database, bytes);
    const reader = openReader(paths.database);
    expect(() => createBackup(reader, paths, 'request', NOW)).toThrow(/malformed|not sound/);
    closeStore(reader);
    expect(readdirSync(paths.backups)).toEqual([]);
  });

  it('is restored exactly, and a damaged or unknown one is refused', () => {
    const paths = furnished(20);
    const db = open(paths);
    const backup = createBackup(db, paths, 'request', NOW);
    insertRecord(db, 'project', projectRecord(db));
    expect(countRows(db).projects).toBe(2);
    closeStore(db);
    putInPlace(paths, requireBackup(paths, backup.name));
    expect(hashOf(paths.database)).toBe(hashOf(backup.path));
    expect(readdirSync(join(paths.database, '..')).filter((name) => name.endsWith('.restoring'))).toEqual([]);
    const restored = open(paths);
    expect(countRows(restored).projects).toBe(1);
    expect(checkDatabase(restored, () => 0).ok).toBe(true);
    closeStore(restored);
    writeFileSync(backup.path, 'not a database');
    expect(() => requireBackup(paths, backup.name)).toThrow(/damaged itself/);
    expect(() => requireBackup(paths, '../memory.db')).toThrow(/no backup of that name/);
  });

  it('is listed newest first; other files in the folder are not', () => {
    const paths = furnished(1);
    const db = open(paths);
    for (const [n, cause] of (['scheduled', 'request', 'restore', 'migration'] as const).entries()) {
      createBackup(db, paths, cause, NOW + n);
    }
    closeStore(db);
    writeFileSync(join(paths.backups, 'notes.txt'), '');
    writeFileSync(join(paths.backups, 'memory-2026-01-01T00-00-00-000Z-scheduled.db.partial'), '');
    expect(listBackups(paths).map((backup) => backup.cause)).toEqual(['migration', 'restore', 'request', 'scheduled']);
  });
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const made = (at: number, cause: Backup['cause'] = 'scheduled'): Backup => ({
  name: `${new Date(at).toISOString()}-${cause}`,
  path: '',
  bytes: 1,
  createdAt: new Date(at).toISOString(),
  cause,
});

const daysOf = (backups: readonly Backup[], length: number) =>
  new Set(backups.map((backup) => backup.createdAt.slice(0, length)));

describe('retention', () => {
  it('keeps the newest, 12 days, 10 weeks and 9 months over years of backups, and stays small', () => {
    verifies('P5');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 15, max: 60 * 24 * 3 }), { minLength: 200, maxLength: 700 }), (pauses) => {
        let kept: Backup[] = [];
        let at = NOW;
        const ever: Backup[] = [];
        for (const minutes of pauses) {
          at += minutes * 60_000;
          const backup = made(at);
          ever.unshift(backup);
          const listed = [backup, ...kept];
          const lost = new Set(expendable(listed));
          kept = listed.filter((one) => !lost.has(one));
          expect(kept[0]).toBe(backup);
        }
        const { newest, daily, weekly, monthly } = RETENTION;
        const recent = newest.scheduled;
        expect(kept.length).toBeLessThanOrEqual(recent + daily + weekly + monthly);
        expect(kept.slice(0, recent)).toEqual(ever.slice(0, recent));
        const days = [...daysOf(ever, 10)].slice(0, daily);
        expect(days.every((day) => daysOf(kept, 10).has(day))).toBe(true);
        const months = [...daysOf(ever, 7)].slice(0, monthly);
        expect(months.every((month) => daysOf(kept, 7).has(month))).toBe(true);
      }),
      { numRuns: 25, seed: 1 },
    );
  });

  it('never loses a backup by request, restore or migration to scheduled ones', () => {
    const scheduled = Array.from({ length: 200 }, (_, n) => made(NOW - n * HOUR));
    const others = (['request', 'restore', 'migration'] as const).map((cause) => made(NOW - 400 * DAY, cause));
    const lost = expendable([...scheduled, ...others]);
    expect(lost.length).toBeGreaterThan(100);
    expect(lost.every((backup) => backup.cause === 'scheduled')).toBe(true);
    expect(expendable([])).toEqual([]);
  });

  it('never loses a backup of another cause to those on request, of which the newest stay', () => {
    const requested = Array.from({ length: 40 }, (_, n) => made(NOW - n, 'request'));
    const others = (['rescue', 'restore', 'migration'] as const).map((cause) => made(NOW - 400 * DAY, cause));
    expect(expendable([...requested, ...others])).toEqual(requested.slice(RETENTION.newest.request));
  });

  it.each(['rescue', 'restore', 'migration'] as const)(
    'keeps the newest few of cause %s, whatever else is made',
    (cause) => {
      const own = Array.from({ length: 20 }, (_, n) => made(NOW - n * HOUR, cause));
      expect(expendable(own)).toEqual(own.slice(RETENTION.newest[cause]));
    },
  );
});
