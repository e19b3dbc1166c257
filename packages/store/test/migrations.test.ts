import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkDatabase,
  closeStore,
  countRows,
  findAgentAnswers,
  insertRecord,
  lastAgentCall,
  listBackups,
  openStore,
  readRecord,
  reclaimExposures,
  recordAgentCall,
  releaseExposures,
  SCHEMA_VERSION,
  type StorePaths,
  tieExposures,
  transaction,
  verifyDatabase,
} from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import {
  copyOf,
  freshPaths,
  furnished,
  hashOf,
  NOW,
  open,
  projectRecord,
  raw,
  removeFolders,
  seeded,
} from './harness.ts';
import { LAST, NEXT, newer } from './newer-steps.ts';

afterAll(removeFolders);

const versionOf = (paths: StorePaths) => raw(paths, (db) => db.pragma('user_version', { simple: true }));

/** All rows of all tables, to compare whole files. */
function content(paths: StorePaths): Record<string, unknown[]> {
  return raw(paths, (db) => {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all() as { name: string }[];
    return Object.fromEntries(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  });
}

/** A migration that fails. */
const BAD = {
  version: LAST,
  name: 'bad',
  sql: "UPDATE reflection SET task = 'x'; CREATE TABLE half (a); SELECT nonsense;",
};

describe('a migration', () => {
  it('makes the whole schema from nothing', () => {
    const paths = freshPaths();
    const db = open(paths);
    expect(countRows(db)).toEqual({ projects: 0, sessions: 0, reflections: 0, episodes: 0, operations: 0 });
    closeStore(db);
    expect(versionOf(paths)).toBe(SCHEMA_VERSION);
    expect(raw(paths, (file) => file.pragma('application_id', { simple: true }))).toBe(0x54775773);
  });

  it('rises in steps of ten, in order', () => {
    const versions = migrations.map((step) => step.version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(versions.every((version) => version % 10 === 0)).toBe(true);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('that was merged is never edited: memories made with it are out there', () => {
    const hashes = migrations.map(({ version, sql }) => [
      version,
      createHash('sha256').update(sql).digest('hex').slice(0, 16),
    ]);
    expect(Object.fromEntries(hashes)).toEqual({
      10: 'c47a3728182a3874',
      20: 'cdbc3d702ed32c6e',
      30: '9d4d7e87af80c612',
      40: '0734599da654ca84',
      50: '69e1c19c365e3673',
      60: 'b7e6ccc610be4267',
      70: 'c91e79ec462558e3',
      80: '3c74a22bf917f831',
      90: 'f2b8c1158302a2e4',
      100: '7e33b980cb4ea55d',
      110: 'c2f383b37a9d0047',
      120: '978b1eb70c3668a3',
      130: '805d20bc210d6a9a',
      140: 'e5e3cdb8bd9e4ed1',
      150: 'af36349ec0ef1bed',
    });
  });

  it('keeps every awkward row, and leaves a backup of before that opens', () => {
    const paths = furnished();
    const before = content(paths);
    const opened = openStore(paths, NOW, { steps: newer });
    expect(opened).toMatchObject({ state: 'ready', version: LAST, migrated: [NEXT, LAST] });
    if (opened.state === 'ready') closeStore(opened.db);
    const { added, reflection, ...rest } = content(paths);
    const { reflection: old, ...others } = before;
    expect(rest).toEqual(others);
    expect(reflection).toEqual(old?.map((row) => ({ ...(row as object), flavour: 'plain' })));
    expect(added).toHaveLength(old?.length ?? -1);
    const [backup] = listBackups(paths);
    expect(backup).toMatchObject({ cause: 'migration' });
    verifyDatabase(backup?.path ?? '');
    expect(content({ ...paths, database: backup?.path ?? '' })).toEqual(before);
    expect(readdirSync(paths.backups)).toHaveLength(1);
  });

  it('makes no backup of a new memory, and does nothing to a current one', () => {
    const paths = freshPaths();
    closeStore(open(paths));
    const hash = hashOf(paths.database);
    closeStore(open(paths));
    expect(hashOf(paths.database)).toBe(hash);
    expect(existsSync(paths.backups)).toBe(false);
  });

  it('that fails leaves the file as it was, steps before it included, and is a state of the memory', () => {
    const paths = furnished();
    const before = hashOf(paths.database);
    const [flavour] = newer.slice(-2);
    const steps = [...migrations, ...(flavour ? [flavour] : []), BAD];
    for (let start = 0; start < 3; start++) {
      expect(openStore(paths, NOW + start, { steps })).toEqual({
        state: 'migration_failed',
        from: SCHEMA_VERSION,
        to: LAST,
        problem: expect.stringContaining('nonsense'),
      });
      expect(hashOf(paths.database)).toBe(before);
    }
    closeStore(open(paths));
  });

  it('that fails again and again leaves one backup for each content of the memory', () => {
    const paths = furnished();
    const steps = [...migrations, BAD];
    const starts = () => [1, 2, 3].map((start) => openStore(paths, NOW + start, { steps }).state);
    expect(starts()).toEqual(Array(3).fill('migration_failed'));
    const [first, ...others] = listBackups(paths);
    expect(others).toEqual([]);
    expect(content({ ...paths, database: first?.path ?? '' })).toEqual(content(paths));
    // The earlier version of the program wrote in the meantime.
    raw(paths, (db) => db.exec("UPDATE project SET name = 'renamed'"));
    starts();
    const [newest, ...older] = listBackups(paths);
    expect(older).toEqual([first]);
    expect(content({ ...paths, database: newest?.path ?? '' })).toEqual(content(paths));
    // A damaged copy does not count.
    for (const { path } of listBackups(paths)) writeFileSync(path, readFileSync(path).fill(0x55, 4096, 8192));
    starts();
    expect(listBackups(paths)).toHaveLength(3);
  });

  it('killed at any moment leaves the old or the new version, never a mixture, with its backup (T12)', async () => {
    verifies('T12', 'P6');
    const origin = furnished(400);
    const random = seeded(5);
    const found = new Map<unknown, number>();
    // On a busy machine fewer kills must be enough; check:durability makes the full number.
    const end = Date.now() + 15_000;
    for (let n = 0; n < 20 && Date.now() < end; n++) {
      const paths = copyOf(origin);
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'migrate-child.ts'), join(paths.database, '..')],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const exited = once(child, 'exit');
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, random() * 200));
      child.kill('SIGKILL');
      await exited;
      const version = versionOf(paths);
      found.set(version, (found.get(version) ?? 0) + 1);
      expect(isWhole(paths, version as number)).toBe(true);
      if (version !== SCHEMA_VERSION) for (const backup of listBackups(paths)) verifyDatabase(backup.path);
      expect(version === SCHEMA_VERSION || listBackups(paths).length > 0).toBe(true);
      const opened = openStore(paths, NOW, { steps: newer });
      expect(opened).toMatchObject({ state: 'ready', version: LAST });
      if (opened.state === 'ready') closeStore(opened.db);
      expect(isWhole(paths, LAST)).toBe(true);
    }
    console.log(`killed migrations: ${JSON.stringify(Object.fromEntries(found))}`);
  }, 60_000);

  it('that is mixed is noticed by the same look at the file', () => {
    const paths = furnished();
    raw(paths, (db) => db.exec('CREATE TABLE added (seq INTEGER)'));
    expect(isWhole(paths, SCHEMA_VERSION)).toBe(false);
    expect(isWhole(furnished(), NEXT)).toBe(false);
  });
});

/** True if the file is exactly as its version requires. */
function isWhole(paths: StorePaths, version: number): boolean {
  return raw(paths, (db) => {
    const columns = (db.pragma('table_info(reflection)') as { name: string }[]).map((column) => column.name);
    const added = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'added'").get() !== undefined;
    const count = (table: string) => (db.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get() as { n: number }).n;
    const isNext = columns.includes('flavour');
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') return false;
    if (version === SCHEMA_VERSION) return !isNext && !added;
    if (version === NEXT) return isNext && !added;
    return isNext && added && count('added') === count('reflection');
  });
}

describe('a memory of step 10', () => {
  /** What differs in the memories of those who ran the step while it was still being edited. */
  const EDITED = `CREATE INDEX agent_call_cut ON agent_call (session_ref, seq) WHERE trigger = 'context_cut';
    ALTER TABLE exposure ADD COLUMN released_from TEXT;
    DROP INDEX exposure_awaiting;
    CREATE INDEX exposure_released ON exposure (released_from) WHERE released_from IS NOT NULL;
    CREATE INDEX exposure_by_session ON exposure (session_ref, seq);`;

  it.each([
    ['as merged', ''],
    ['as edited meanwhile', EDITED],
  ])('%s goes on: what was shown is tied, given back and tied again', (_, edits) => {
    const paths = freshPaths();
    closeStore(open(paths, { steps: migrations.slice(0, 1) }));
    raw(paths, (db) => db.exec(edits));
    const opened = openStore(paths, NOW);
    if (opened.state !== 'ready') throw new Error(opened.state);
    const { db, migrated } = opened;
    expect(migrated).toEqual(migrations.slice(1).map(({ version }) => version));
    const shown = { reflectionId: 'l', rank: 1, score: 1, relevance: 1, tokens: 9 };
    const call = {
      operation: 'memory.brief',
      task: 't',
      projectId: 'p',
      sessionRef: 's',
      client: null,
      tokens: 9,
      tookMs: 1,
    };
    const at = new Date(NOW).toISOString();
    const following = { reflectionId: 'a', projectId: 'p', sessionRefs: ['s'], client: null, used: ['l'], at };
    const tied = () => raw(paths, (file) => file.prepare('SELECT attempt_id, acted_on FROM exposure').raw().all());
    transaction(db, () => {
      recordAgentCall(db, { ...call, trigger: 'context_cut', lessons: [shown] }, ['e'], at);
      tieExposures(db, () => 'e2', following);
    });
    expect(tied()).toEqual([['a', 1]]);
    transaction(db, () => releaseExposures(db, 'a'));
    expect(tied()).toEqual([[null, 0]]);
    transaction(db, () => reclaimExposures(db, 'a'));
    expect(tied()).toEqual([['a', 1]]);
    expect(lastAgentCall(db, { sessionRef: 's', subagent: null }, 'context_cut')).toMatchObject({ at });
    closeStore(db);
  });
});

describe('a memory of step 50', () => {
  it('keeps its claims to the checksum, and takes claims about patterns from then on', () => {
    const paths = freshPaths();
    const before = open(paths, { steps: migrations.slice(0, 5) });
    const project = projectRecord(before);
    const claim = (n: number, relation: string) => ({
      ...{ seq: 100 + n, id: `clm_${n}`, projectId: project.id, sessionId: null, sourceId: null, sourcePointer: null },
      ...{ stance: 'supports', relation, fromKind: 'error', fromText: 'naïve', toKind: 'error', toText: `b ${n}` },
      ...{ basis: 'asserted_by_human', note: 'seen', authorKind: 'person', authorName: 'p', createdAt: '2026' },
      ...{ updatedAt: '2026', revision: n, extra: { deep: [1] }, deletedAt: n === 2 ? '2026' : null },
    });
    const kept = [claim(1, 'causes'), claim(2, 'precedes')];
    transaction(before, () => {
      insertRecord(before, 'project', project);
      for (const record of kept) insertRecord(before, 'claim', record);
    });
    const wide = claim(3, 'calls_for');
    expect(() => transaction(before, () => insertRecord(before, 'claim', wide))).toThrow(/CHECK/);
    closeStore(before);
    const rows = () => raw(paths, (db) => db.prepare('SELECT * FROM claim ORDER BY seq').all());
    const old = rows();
    const db = open(paths);
    expect(rows()).toEqual(old);
    for (const record of kept) expect(readRecord(db, 'claim', record.id)).toEqual(record);
    transaction(db, () => insertRecord(db, 'claim', wide));
    expect(readRecord(db, 'claim', wide.id)).toEqual(wide);
    expect(checkDatabase(db, () => 0)).toMatchObject({ ok: true });
    closeStore(db);
  });
});

describe('a memory of step 20', () => {
  it('keeps its calls, of which nobody knows how long they took', () => {
    const paths = freshPaths();
    closeStore(open(paths, { steps: migrations.slice(0, 2) }));
    raw(paths, (db) =>
      db.exec(`INSERT INTO agent_call (seq, operation, task, project_id, session_ref, client, at, trigger, shown, tokens)
        VALUES (7, 'memory.brief', 'naïve task', 'p', 's', NULL, '2026-01-01T00:00:00.000Z', 'tool', 0, 12)`),
    );
    const db = open(paths);
    for (const projectId of [null, 'p']) {
      const { items } = findAgentAnswers(db, { projectId, empty: true }, 5);
      expect(items).toMatchObject([{ seq: 7, task: 'naïve task', tokens: 12, tookMs: null, lessons: [] }]);
    }
    expect(findAgentAnswers(db, { projectId: null, empty: false }, 5).items).toEqual([]);
    closeStore(db);
  });
});

describe('a file that must not be touched', () => {
  const refused = (paths: StorePaths) => {
    const before = ['', '-wal'].map((suffix) => hashOf(paths.database + suffix));
    const opened = openStore(paths, NOW);
    expect(['', '-wal'].map((suffix) => hashOf(paths.database + suffix))).toEqual(before);
    expect(existsSync(paths.setAside) || existsSync(paths.backups)).toBe(false);
    return opened;
  };

  it('is one of a newer version: refused, hash unchanged (T13)', () => {
    verifies('T13', 'P6');
    const paths = furnished();
    raw(paths, (db) => db.pragma(`user_version = ${SCHEMA_VERSION + 1}`));
    expect(refused(paths)).toEqual({ state: 'newer_schema', version: SCHEMA_VERSION + 1 });
  });

  it('is one whose newer version stands in the WAL only (T13)', () => {
    verifies('T13');
    const origin = furnished();
    const copy = raw(origin, (db) => {
      db.pragma('wal_autocheckpoint = 0');
      db.pragma(`user_version = ${SCHEMA_VERSION + 10}`);
      return copyOf(origin);
    });
    expect(hashOf(`${copy.database}-wal`)).not.toBeNull();
    expect(refused(copy)).toEqual({ state: 'newer_schema', version: SCHEMA_VERSION + 10 });
  });

  it('is one of another program, whether it says so or not (T13)', () => {
    verifies('T13');
    const named = freshPaths();
    raw(named, (db) => {
      db.pragma('application_id = 1234');
      db.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)');
    });
    expect(refused(named)).toEqual({ state: 'foreign_file' });
    const unnamed = freshPaths();
    raw(unnamed, (db) => db.exec('CREATE TABLE theirs (a)'));
    expect(refused(unnamed)).toEqual({ state: 'foreign_file' });
  });

  it('is one of another program with a WAL beside it (T13)', () => {
    verifies('T13');
    const origin = freshPaths();
    const copy = raw(origin, (db) => {
      db.pragma('journal_mode = WAL');
      db.pragma('wal_autocheckpoint = 0');
      db.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)');
      return copyOf(origin);
    });
    expect(refused(copy)).toEqual({ state: 'foreign_file' });
  });

  it('with the right version is opened and does change: the look can fail', () => {
    const paths = furnished();
    const before = hashOf(paths.database);
    const db = open(paths);
    insertRecord(db, 'project', projectRecord(db));
    closeStore(db);
    expect(hashOf(paths.database)).not.toBe(before);
  });
});
