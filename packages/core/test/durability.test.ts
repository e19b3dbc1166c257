import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  closeStore,
  connection,
  listBackups,
  openReader,
  openStore,
  SCHEMA_VERSION,
  storePaths,
} from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, person, TestCore, tempFolder } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Tasks of all lessons, oldest first. A page may be short if its lessons are long. */
async function tasks(core = test): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await core.call('reflection.list', { limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.items.map((item) => item.taskDescription));
    if (page.nextCursor === null) return found.toReversed();
    cursor = page.nextCursor;
  }
}

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

describe('a full disk', () => {
  verifies('T7');
  it.skipIf(!isRoot)(
    'is said as such; reading works; writing resumes by itself and nothing acknowledged is lost (T7; needs root for a small disk)',
    async () => {
      const folder = tempFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]);
      const small = new TestCore({ folder });
      try {
        const acknowledged: string[] = [];
        const text = 'x'.repeat(20_000);
        const store = async (name: string, key?: string) => {
          const answer = await small.envelope(
            'reflection.store',
            { taskDescription: name, outcome: 'success', projectId: 'p', text },
            person,
            key,
          );
          if (answer.ok) acknowledged.push(name);
          return answer;
        };
        const ballast = join(folder, 'ballast');
        writeFileSync(ballast, Buffer.alloc(3_000_000));
        let failure: unknown;
        for (let n = 0; failure === undefined && n < 500; n++) {
          // Several at once: the one that fills the disk makes the transaction of all of them fail.
          const answers = await Promise.all([0, 1, 2].map((part) => store(`before ${n} ${part}`)));
          failure = answers.find((answer) => !answer.ok);
        }
        expect(failure).toMatchObject({ error: { code: 'unavailable', reason: 'disk_full' } });
        expect(await store('while full')).toMatchObject({ ok: false, error: { reason: 'disk_full' } });
        expect(await small.envelope('backup.create', {})).toMatchObject({ ok: false, error: { reason: 'disk_full' } });
        expect(listBackups(small.paths)).toEqual([]);
        expect((await small.call('reflection.list', { limit: 1 })).items).toHaveLength(1);
        expect((await small.call('host.status', {})).store.state).toBe('ready');
        unlinkSync(ballast);
        expect((await store('after', 'key')).ok).toBe(true);
        expect((await store('after', 'key')).ok).toBe(true);
        acknowledged.pop();
        expect((await tasks(small)).toSorted()).toEqual(acknowledged.toSorted());
        await small.restart();
        expect((await tasks(small)).toSorted()).toEqual(acknowledged.toSorted());
        expect((await small.call('host.check', {})).ok).toBe(true);
      } finally {
        await small.core.close();
        execFileSync('umount', ['-l', folder]);
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});

describe('a read-only memory (T8)', () => {
  verifies('T8');
  it('is read from a copy; every write is refused with advice, and nothing crashes', async () => {
    verifies('P7');
    await test.store({ taskDescription: 'kept' });
    await test.core.close();
    const copy = join(test.folder, 'copy.db');
    copyFileSync(test.paths.database, copy);
    // Even reading it in its place would need to write beside it.
    rmSync(test.paths.database);
    const reader = new TestCore({ readOnlyCopy: copy, folder: test.folder });
    expect(await tasks(reader)).toEqual(['kept']);
    expect(await reader.call('host.status', {})).toMatchObject({
      store: { state: 'read_only' },
      schemaVersion: SCHEMA_VERSION,
    });
    for (const [name, input] of [
      ['reflection.store', { taskDescription: 't', outcome: 'success' }],
      ['settings.set', { changes: { 'ui.theme': 'dark' } }],
      ['import.sample', {}],
      ['backup.create', {}],
      ['backup.restore', { name: 'memory-1.db' }],
    ] as const) {
      const failure = await reader.fail(name, input);
      expect(failure).toMatchObject({ code: 'unavailable', reason: 'read_only' });
      expect(failure.hint).not.toBe('');
    }
    const { counts } = await reader.call('bundle.previewExport', { selection: { everything: true } });
    expect(counts).toContainEqual({ kind: 'reflection', count: 1 });
    await reader.core.maintain();
    expect((await reader.call('host.check', {})).ok).toBe(true);
    expect(await tasks(reader)).toEqual(['kept']);
    await reader.core.close();
  });

  it('of a newer version is not shown', async () => {
    await test.core.close();
    const opened = openStore(test.paths, 0);
    if (opened.state === 'ready') {
      connection(opened.db).pragma('user_version = 999999');
      closeStore(opened.db);
    }
    const reader = new TestCore({ readOnlyCopy: test.paths.database, folder: test.folder });
    expect(await reader.fail('reflection.list', {})).toMatchObject({ code: 'unavailable', reason: 'newer_schema' });
    await reader.core.close();
  });
});

describe('a memory that cannot be opened', () => {
  const damaged = async () => {
    await test.store({ taskDescription: 'kept' });
    await test.call('backup.create', {});
    await test.store({ taskDescription: 'lost' });
    await test.core.close();
    const bytes = readFileSync(test.paths.database);
    bytes.fill(0x55, 4096);
    writeFileSync(test.paths.database, bytes);
    return bytes;
  };

  it('answers with what to do, offers its backups, and comes back from one', async () => {
    verifies('T10', 'P4');
    const bytes = await damaged();
    const broken = new TestCore({ folder: test.folder });
    const failure = await broken.fail('reflection.list', {});
    expect(failure).toMatchObject({ code: 'unavailable', reason: 'damaged' });
    expect(failure.hint).toContain('backup.restore');
    expect(await broken.fail('reflection.store', { taskDescription: 't', outcome: 'success' })).toMatchObject({
      reason: 'damaged',
    });
    const { store } = await broken.call('host.status', {});
    expect(readFileSync(join(store.setAside ?? '', 'memory.db')).equals(bytes)).toBe(true);
    const { items } = await broken.call('backup.list', {});
    expect(items).toHaveLength(1);
    const { before } = await broken.call('backup.restore', { name: items[0]?.name ?? '' });
    expect(before).toBeNull();
    expect(await tasks(broken)).toEqual(['kept']);
    expect((await broken.call('host.status', {})).store.state).toBe('ready');
    await broken.store({ taskDescription: 'again' });
    expect(await tasks(broken)).toEqual(['kept', 'again']);
    await broken.core.close();
  });

  it('becomes an empty one only when a person says so', async () => {
    await damaged();
    const broken = new TestCore({ folder: test.folder });
    await broken.core.close();
    const again = new TestCore({ folder: test.folder });
    expect((await again.call('host.status', {})).store.state).toBe('damaged');
    expect((await again.call('store.startEmpty', {})).store.state).toBe('ready');
    expect(await tasks(again)).toEqual([]);
    expect(await again.fail('store.startEmpty', {})).toMatchObject({ code: 'refused' });
    await again.core.close();
  });

  it('of a newer version or of another program is left as it is', async () => {
    await test.core.close();
    for (const [pragma, state] of [
      ['user_version = 999999', 'newer_schema'],
      ['application_id = 7', 'foreign_file'],
    ] as const) {
      const folder = tempFolder();
      const opened = openStore(storePaths(folder), 0);
      if (opened.state !== 'ready') throw new Error(opened.state);
      connection(opened.db).pragma(pragma);
      closeStore(opened.db);
      const before = readFileSync(storePaths(folder).database);
      const core = new TestCore({ folder });
      expect(await core.fail('reflection.list', {})).toMatchObject({ code: 'unavailable', reason: state });
      expect(await core.fail('store.startEmpty', {})).toMatchObject({ code: 'refused' });
      await core.core.close();
      expect(readFileSync(storePaths(folder).database).equals(before)).toBe(true);
      rmSync(folder, { recursive: true });
    }
  });
});

/** A memory of an older version that cannot be migrated, because it already has the new tables. */
function unmigratable(folder: string): Buffer {
  const { database } = storePaths(folder);
  const bytes = readFileSync(database);
  bytes.writeUInt32BE(40, 60);
  writeFileSync(database, bytes);
  return bytes;
}

describe('a memory that cannot be migrated', () => {
  it('answers with what to do, keeps its bytes, and a backup can be restored in its place', async () => {
    await test.store({ taskDescription: 'kept' });
    await test.call('backup.create', {});
    await test.store({ taskDescription: 'later' });
    await test.core.close();
    const bytes = unmigratable(test.folder);
    for (let start = 0; start < 3; start++) {
      const again = new TestCore({ folder: test.folder });
      const failure = await again.fail('reflection.list', {});
      expect(failure).toMatchObject({ code: 'unavailable', reason: 'migration_failed' });
      expect(`${failure.message} ${failure.hint}`).not.toMatch(/\n|node_modules|\.ts\b/);
      expect(await again.fail('store.startEmpty', {})).toMatchObject({ code: 'refused' });
      await again.core.maintain();
      await again.core.close();
      expect(readFileSync(test.paths.database).equals(bytes)).toBe(true);
    }
    const broken = new TestCore({ folder: test.folder });
    const { items } = await broken.call('backup.list', {});
    expect(items.map(({ cause }) => cause).sort()).toEqual(['migration', 'request']);
    const name = items.find(({ cause }) => cause === 'request')?.name ?? '';
    const { before } = await broken.call('backup.restore', { name });
    expect(before).toBeNull();
    expect(await tasks(broken)).toEqual(['kept']);
    const [aside = ''] = readdirSync(test.paths.setAside);
    expect(readFileSync(join(test.paths.setAside, aside, 'memory.db')).equals(bytes)).toBe(true);
    await broken.core.close();
  });

  it('is not shown where it can only be read', async () => {
    await test.core.close();
    unmigratable(test.folder);
    const reader = new TestCore({ readOnlyCopy: test.paths.database, folder: test.folder });
    expect(await reader.fail('reflection.list', {})).toMatchObject({ reason: 'migration_failed' });
    await reader.core.close();
  });
});

describe('a restored backup', () => {
  it('replaces everything, can be taken back, and loses no write that was acknowledged before it', async () => {
    verifies('P5');
    await test.store({ taskDescription: 'one' });
    const { backup } = await test.call('backup.create', {});
    const stores = Array.from({ length: 30 }, (_, n) => test.store({ taskDescription: `more ${n}` }));
    const restored = test.call('backup.restore', { name: backup.name });
    const late = Array.from({ length: 30 }, (_, n) => test.store({ taskDescription: `late ${n}` }));
    const { before } = await restored;
    const acknowledged = (await Promise.all([...stores, ...late])).map((lesson) => lesson.taskDescription);
    const now = await tasks();
    expect(now[0]).toBe('one');
    const reader = openReader(before?.path ?? '');
    const kept = connection(reader).prepare('SELECT task FROM reflection').all() as { task: string }[];
    closeStore(reader);
    const somewhere = new Set([...now, ...kept.map((row) => row.task)]);
    expect(acknowledged.filter((task) => !somewhere.has(task))).toEqual([]);
    await test.call('backup.restore', { name: before?.name ?? '' });
    expect((await tasks()).length).toBe(kept.length);
  });

  it('is looked into before, beside what there is now, and stays as it is', async () => {
    await test.store({ taskDescription: 'one' });
    const { backup } = await test.call('backup.create', {});
    await test.store({ taskDescription: 'two' });
    const folder = () =>
      readdirSync(test.paths.backups).map((name) => [name, statSync(join(test.paths.backups, name)).size]);
    const before = folder();
    const { holds, now } = await test.call('backup.preview', { name: backup.name });
    expect(holds).toMatchObject({ reflections: 1, projects: 1 });
    expect(now?.reflections).toBe(2);
    expect(folder()).toEqual(before);
    expect(await test.fail('backup.preview', { name: 'none' })).toMatchObject({ code: 'not_found' });
    writeFileSync(backup.path, 'broken');
    expect(await test.fail('backup.preview', { name: backup.name })).toMatchObject({ reason: 'damaged' });
  });

  it('is announced, and refused when it is itself damaged', async () => {
    await test.store();
    const { backup } = await test.call('backup.create', {});
    const before = dump(test);
    writeFileSync(backup.path, 'broken');
    expect(await test.fail('backup.restore', { name: backup.name })).toMatchObject({
      code: 'unavailable',
      reason: 'damaged',
    });
    expect(dump(test)).toBe(before);
    const { backup: good } = await test.call('backup.create', {});
    test.events.length = 0;
    await test.call('backup.restore', { name: good.name });
    expect(test.events.some((event) => event.changed.store)).toBe(true);
  });
});

describe('upkeep', () => {
  it('makes a backup when something changed and the newest is older than the setting', async () => {
    verifies('P5');
    const count = async () => (await test.call('backup.list', {})).items.length;
    await test.core.maintain();
    expect(await count()).toBe(0);
    await test.store();
    await test.core.maintain();
    expect(await count()).toBe(1);
    test.now += MINUTE;
    await test.store();
    await test.core.maintain();
    expect(await count()).toBe(1);
    test.now += 15 * MINUTE;
    await test.core.maintain();
    expect(await count()).toBe(2);
    test.now += 60 * MINUTE;
    await test.core.maintain();
    expect(await count()).toBe(2);
    await test.call('settings.set', { changes: { 'backup.everyMinutes': 1 } });
    test.now += MINUTE;
    await test.core.maintain();
    expect(await count()).toBe(3);
    expect((await test.call('host.status', {})).lastBackup?.cause).toBe('scheduled');
  });

  it('makes one for a change in the same millisecond as the last, and after a clock that ran ahead', async () => {
    await test.store();
    await test.core.maintain();
    await test.store();
    test.now += 16 * MINUTE;
    await test.core.maintain();
    expect((await test.call('backup.list', {})).items).toHaveLength(2);
    test.now += 1000 * DAY;
    await test.store();
    await test.core.maintain();
    test.now -= 1000 * DAY - 16 * MINUTE;
    await test.store();
    test.now += 1;
    await test.core.maintain();
    expect((await test.call('backup.list', {})).items).toHaveLength(4);
    test.now += 16 * MINUTE;
    await test.core.maintain();
    expect((await test.call('backup.list', {})).items).toHaveLength(4);
    await test.store();
    await test.core.maintain();
    expect((await test.call('backup.list', {})).items).toHaveLength(5);
  });

  it('checks after an unclean end at once, else daily, over restarts', async () => {
    const checkedAt = async () => (await test.call('host.status', {})).lastCheck?.at;
    // Nothing was ever written, so nothing can be damaged.
    await test.core.maintain();
    expect(await checkedAt()).toBeUndefined();
    await test.store();
    await test.core.maintain();
    const first = await checkedAt();
    expect(first).toBeDefined();
    await test.restart();
    test.now += DAY / 2;
    await test.core.maintain();
    expect(await checkedAt()).toBeUndefined();
    await test.restart();
    test.now += DAY / 2;
    await test.core.maintain();
    expect(await checkedAt()).toBe(new Date(test.now).toISOString());
    // What a kill leaves behind: the file with its WAL.
    await test.store();
    const killed = tempFolder();
    for (const suffix of ['', '-wal']) copyFileSync(test.paths.database + suffix, storePaths(killed).database + suffix);
    const after = new TestCore({ folder: killed });
    after.now = test.now + 1000;
    await after.core.maintain();
    expect((await after.call('host.status', {})).lastCheck).toMatchObject({ ok: true });
    await after.remove();
  });

  it('shows damage that a check finds, until it is repaired', async () => {
    await test.store({ text: 'as it was' });
    await test.core.close();
    const bytes = readFileSync(test.paths.database);
    const at = bytes.indexOf('as it was');
    expect(at).toBeGreaterThan(0);
    bytes.write('as it WAS', at);
    writeFileSync(test.paths.database, bytes);
    const core = new TestCore({ folder: test.folder });
    const result = await core.call('host.check', {});
    expect(result.ok).toBe(false);
    expect((await core.call('host.status', {})).lastCheck).toMatchObject({ ok: false });
    await core.core.close();
  });
});
