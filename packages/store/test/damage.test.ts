import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkDatabase,
  closeStore,
  connection,
  createBackup,
  episodesWithText,
  findEpisodes,
  findOperations,
  findProjects,
  findReflections,
  findSessions,
  getEpisode,
  insertRecord,
  isDamage,
  listBackups,
  openReader,
  openStore,
  type ReadableDb,
  readSettings,
  type StorePaths,
  sessionTextsAfter,
  transaction,
} from '../src/index.ts';
import { copyOf, freshPaths, furnished, hashOf, NOW, open, raw, removeFolders, seeded } from './harness.ts';

afterAll(removeFolders);

const STATES = ['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined'] as const;

function lessonsOf(db: ReadableDb, deleted: 'exclude' | 'only'): Reflection[] {
  return findReflections(db, { state: [...STATES], deleted }, 500).items;
}

/** Everything that a person can see of a memory. */
function visible(db: ReadableDb): string {
  return JSON.stringify([
    lessonsOf(db, 'exclude'),
    lessonsOf(db, 'only'),
    findProjects(db, 500).items,
    findSessions(db, null, 500).items,
    findOperations(db, {}, 500).items,
    readSettings(db),
  ]);
}

/** What a person sees, or `unreadable` for damage; any other error is a crash. */
function look(db: ReadableDb): string | 'unreadable' {
  try {
    return visible(db);
  } catch (error) {
    if (isDamage(error)) return 'unreadable';
    throw error;
  }
}

let origin: StorePaths;
let truth: string;
beforeAll(() => {
  origin = furnished();
  const db = open(origin);
  createBackup(db, origin, 'scheduled', NOW);
  truth = visible(db);
  closeStore(db);
});

type Verdict = 'found at open' | 'found by the check' | 'harmless' | 'missed';

/** Opens a damaged copy as a host does, and returns what found the damage. */
function judge(paths: StorePaths, check: (db: ReadableDb) => { ok: boolean }): Verdict {
  const damaged = readFileSync(paths.database);
  const opened = openStore(paths, NOW);
  if (opened.state === 'foreign_file' || opened.state === 'newer_schema' || opened.state === 'migration_failed') {
    expect(readFileSync(paths.database).equals(damaged)).toBe(true);
    return 'found at open';
  }
  if (opened.state === 'damaged') {
    expect(opened.setAside).not.toBeNull();
    expect(readFileSync(join(opened.setAside ?? '', 'memory.db')).equals(damaged)).toBe(true);
    expect(existsSync(paths.database)).toBe(false);
    expect(listBackups(paths)).toHaveLength(1);
    return 'found at open';
  }
  const seen = look(opened.db);
  const { ok } = check(opened.db);
  closeStore(opened.db);
  if (!ok) return 'found by the check';
  return seen === truth ? 'harmless' : 'missed';
}

/** A copy with a change that is only in its WAL, as after a kill. */
function withWal(change: (db: Database.Database) => void): StorePaths {
  const source = copyOf(origin);
  return raw(source, (db) => {
    db.pragma('wal_autocheckpoint = 0');
    change(db);
    return copyOf(source);
  });
}

const fullCheck = (db: ReadableDb) => checkDatabase(db, () => 0);

function count(verdicts: readonly Verdict[]): Record<Verdict, number> {
  const counts = { 'found at open': 0, 'found by the check': 0, harmless: 0, missed: 0 };
  for (const verdict of verdicts) counts[verdict]++;
  return counts;
}

/** Copies with one bit of the file flipped in each. */
function* flipped(copies: number, seed: number): Generator<StorePaths> {
  const random = seeded(seed);
  for (let n = 0; n < copies; n++) {
    const paths = copyOf(origin);
    const bytes = readFileSync(paths.database);
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    writeFileSync(paths.database, bytes);
    yield paths;
  }
}

describe('a damaged memory', () => {
  it('with a bit flipped anywhere is never shown as good after a check', () => {
    verifies('T9', 'P3');
    const verdicts = [...flipped(60, 1)].map((paths) => judge(paths, fullCheck));
    console.log(`flipped bits: ${JSON.stringify(count(verdicts))}`);
    expect(count(verdicts).missed).toBe(0);
    expect(count(verdicts)['found by the check']).toBeGreaterThan(10);
  });

  it('is missed when only the pages are checked: the harness above can fail', () => {
    const pagesOnly = (db: ReadableDb) => ({ ok: connection(db).pragma('integrity_check', { simple: true }) === 'ok' });
    const verdicts = [...flipped(40, 1)].map((paths) => judge(paths, pagesOnly));
    expect(count(verdicts).missed).toBeGreaterThan(0);
  });

  it('with a page of zeros, or of noise, is found', () => {
    verifies('T9');
    const pages = statSync(origin.database).size / 4096;
    const random = seeded(3);
    const verdicts: Verdict[] = [];
    for (let n = 0; n < 20; n++) {
      const paths = copyOf(origin);
      const bytes = readFileSync(paths.database);
      const page = n < 3 ? n : Math.floor(random() * pages);
      const start = page * 4096;
      for (let i = start; i < start + 4096; i++) bytes[i] = n % 2 === 0 ? 0 : Math.floor(random() * 256);
      writeFileSync(paths.database, bytes);
      verdicts.push(judge(paths, fullCheck));
    }
    console.log(`overwritten pages: ${JSON.stringify(count(verdicts))}`);
    expect(count(verdicts).missed).toBe(0);
    expect(count(verdicts)['found at open']).toBeGreaterThan(0);
  });

  it('that was cut short anywhere is found, at open unless only part of the last page is gone', () => {
    verifies('T9');
    const { size } = statSync(origin.database);
    for (const bytes of [1, 15, 16, 99, 100, 512, 4095, 4096, 8192, size - 4096]) {
      const paths = copyOf(origin);
      truncateSync(paths.database, bytes);
      expect(judge(paths, fullCheck), `${bytes} bytes`).toBe('found at open');
    }
    const paths = copyOf(origin);
    truncateSync(paths.database, size - 1);
    expect(judge(paths, fullCheck)).toBe('found by the check');
  });

  it('that does not begin like SQLite is set aside byte by byte', () => {
    const paths = copyOf(origin);
    const bytes = readFileSync(paths.database);
    bytes.write('GARBAGE', 0);
    writeFileSync(paths.database, bytes);
    const opened = openStore(paths, NOW);
    expect(opened).toMatchObject({ state: 'damaged' });
    if (opened.state === 'damaged')
      expect(readFileSync(join(opened.setAside ?? '', 'memory.db')).equals(bytes)).toBe(true);
  });

  it('is set aside with its WAL, both unchanged', () => {
    verifies('T10', 'P4');
    const paths = withWal((db) => {
      db.exec("UPDATE reflection SET task = task || '!' WHERE seq < 100");
    });
    const bytes = readFileSync(paths.database);
    bytes.fill(0xff, 4096, bytes.length);
    writeFileSync(paths.database, bytes);
    const before = [hashOf(paths.database), hashOf(`${paths.database}-wal`)];
    const opened = openStore(paths, NOW);
    expect(opened.state).toBe('damaged');
    const aside = opened.state === 'damaged' ? (opened.setAside ?? '') : '';
    expect([hashOf(join(aside, 'memory.db')), hashOf(join(aside, 'memory.db-wal'))]).toEqual(before);
  });

  it('has no false alarm: a sound one passes every check', () => {
    verifies('P3');
    const paths = copyOf(origin);
    expect(judge(paths, fullCheck)).toBe('harmless');
    const db = openReader(paths.database);
    expect(fullCheck(db)).toMatchObject({ ok: true, problems: [], rows: 60 });
    closeStore(db);
  });
});

describe('an empty memory', () => {
  it('is made in a new folder', () => {
    expect(openStore(freshPaths(), NOW).state).toBe('ready');
  });

  it('never takes the place of one that is gone while backups exist', () => {
    const paths = copyOf(origin);
    rmSync(paths.database);
    expect(openStore(paths, NOW)).toMatchObject({ state: 'damaged', setAside: null });
    expect(existsSync(paths.database)).toBe(false);
    writeFileSync(paths.database, '');
    expect(openStore(paths, NOW)).toMatchObject({ state: 'damaged' });
    const opened = openStore(paths, NOW, { startEmpty: true });
    expect(opened.state).toBe('ready');
    if (opened.state === 'ready') closeStore(opened.db);
  });

  it('is begun all the same where files stand in the place of its folders', () => {
    const paths = freshPaths();
    for (const folder of [paths.setAside, paths.backups]) writeFileSync(folder, '');
    closeStore(open(paths));
  });

  it('never takes the place of one that was set aside, also after another start', () => {
    const paths = copyOf(origin);
    rmSync(paths.backups, { recursive: true });
    writeFileSync(paths.database, 'x'.repeat(5000));
    const first = openStore(paths, NOW);
    const again = openStore(paths, NOW + 1000);
    expect(first.state).toBe('damaged');
    expect(again).toMatchObject({ state: 'damaged', setAside: first.state === 'damaged' ? first.setAside : '' });
    expect(readdirSync(paths.setAside)).toHaveLength(1);
    expect(openStore(paths, NOW, { startEmpty: true }).state).toBe('ready');
  });

  it('never throws away a WAL whose database is gone', () => {
    const paths = withWal((db) => {
      db.exec("UPDATE reflection SET task = task || '?' WHERE seq < 100");
    });
    rmSync(paths.backups, { recursive: true });
    rmSync(paths.database);
    const wal = hashOf(`${paths.database}-wal`);
    const opened = openStore(paths, NOW);
    expect(opened.state).toBe('damaged');
    const aside = opened.state === 'damaged' ? (opened.setAside ?? '') : '';
    expect(hashOf(join(aside, basename(`${paths.database}-wal`)))).toBe(wal);
  });
});

describe('a corrupt JSON cell', () => {
  function spoiled(sql: string): StorePaths {
    const paths = copyOf(origin);
    raw(paths, (db) => {
      db.pragma('ignore_check_constraints = ON');
      db.exec(sql);
    });
    return paths;
  }

  it('does not take a list down, and the check reports it (B0-16)', () => {
    verifies('B0-16');
    for (const [sql, where] of [
      ["UPDATE reflection SET extra = '{broken' WHERE seq IN (SELECT seq FROM reflection LIMIT 3)", 'reflection.extra'],
      ["UPDATE session SET extra = '{broken'", 'session.extra'],
      ["UPDATE session SET metrics = 'nan'", 'session.metrics'],
      ["UPDATE project SET extra = '{'", 'project.extra'],
      ["UPDATE setting SET value = '{'", 'setting.value'],
      ["UPDATE operation_change SET after = '{' WHERE operation_seq % 2 = 0", 'operation_change.after'],
    ] as const) {
      const paths = spoiled(sql);
      const db = open(paths);
      expect(lessonsOf(db, 'exclude').length + lessonsOf(db, 'only').length).toBe(60);
      expect(findSessions(db, null, 10).items).toHaveLength(1);
      expect(findOperations(db, {}, 100).items).toHaveLength(60);
      expect(readSettings(db)['window.session']).toBe(20);
      expect(fullCheck(db).problems.join()).toContain(where);
      closeStore(db);
    }
  });

  it('of an episode takes neither lists nor the search of sessions down', () => {
    for (const cell of ['decisions', 'events', 'lessons'] as const) {
      const paths = copyOf(origin);
      const db = open(paths);
      const [session] = findSessions(db, null, 1).items;
      const author = { authorKind: 'agent', authorName: 'a', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026' };
      const said = { task: 'Route', outcome: 'unknown', outcomeSource: 'defaulted', timeQuality: 'unknown' };
      const lists = { decisions: [], events: [], links: [], lessons: [], memoryRefs: [], metrics: {}, extra: {} };
      const record = { seq: 900_000, id: 'epis_1', sessionId: session?.id, revision: 1, ...author, ...said, ...lists };
      transaction(db, () => insertRecord(db, 'episode', record));
      closeStore(db);
      raw(paths, (file) => {
        file.pragma('ignore_check_constraints = ON');
        file.exec(`UPDATE episode SET ${cell} = '[{broken'`);
      });
      const spoilt = open(paths);
      expect(findEpisodes(spoilt, { deleted: 'exclude' }, 10).items).toHaveLength(1);
      expect(getEpisode(spoilt, 'epis_1')?.[cell]).toEqual([]);
      expect(episodesWithText(spoilt, [900_000], 'route')).toEqual([900_000]);
      expect(sessionTextsAfter(spoilt, 0, 10)[0]?.episode?.task).toBe('Route');
      expect(fullCheck(spoilt).problems.join()).toContain(`episode.${cell}`);
      closeStore(spoilt);
    }
  });
});

describe('the check', () => {
  it('finds rows that point to nothing, a counter behind the rows, unknown settings and changed texts', () => {
    for (const [sql, word] of [
      ["UPDATE reflection SET project_id = 'nowhere' WHERE seq = (SELECT MAX(seq) FROM reflection)", 'missing project'],
      ["UPDATE counter SET value = 1 WHERE name = 'seq'", 'counter'],
      ["DELETE FROM counter WHERE name = 'seq'", 'counter'],
      ["INSERT INTO setting VALUES ('odd', '1', 1, 0)", 'odd'],
      ["UPDATE reflection SET what_worked = json_insert(what_worked, '$[#]', 'x')", 'not as it was written'],
      ["UPDATE reflection SET root_cause = '' WHERE root_cause IS NULL", 'not as it was written'],
      ["UPDATE operation SET summary = 'changed'", 'operation'],
    ] as const) {
      const paths = copyOf(origin);
      raw(paths, (db) => {
        db.pragma('foreign_keys = OFF');
        db.exec(sql);
      });
      const db = openReader(paths.database);
      const result = fullCheck(db);
      closeStore(db);
      expect(result.ok).toBe(false);
      expect(result.problems.join()).toContain(word);
      expect(result.problems.length).toBeLessThanOrEqual(20);
      expect(result.total).toBeGreaterThanOrEqual(result.problems.length);
    }
  });

  it('names what was altered first and of every kind, and counts all of it', () => {
    const paths = copyOf(origin);
    raw(paths, (db) => {
      for (let n = 0; n < 25; n++) db.exec(`INSERT INTO setting VALUES ('odd ${n}', '1', 1, 0)`);
      db.exec("UPDATE operation SET summary = summary || '!' WHERE seq IN (SELECT seq FROM operation LIMIT 30)");
      db.exec("UPDATE reflection SET task = task || '!' WHERE seq = (SELECT MAX(seq) FROM reflection)");
    });
    const db = openReader(paths.database);
    const { ok, total, problems } = fullCheck(db);
    closeStore(db);
    expect([ok, total, problems.length]).toEqual([false, 25 + 25 + 30 + 1, 20]);
    for (const kind of ['reflection', 'operation', 'setting'])
      expect(problems.filter((problem) => problem.startsWith(`the ${kind} `)).length, kind).toBeGreaterThan(0);
    const altered = problems.map((problem) => problem.endsWith('is not as it was written'));
    expect(altered).toEqual([...Array(19).fill(true), false]);
  });

  it('knows every kind of key that can be written: another one is refused when it is', () => {
    const db = open(copyOf(origin));
    const write = (key: string) =>
      transaction(db, () => insertRecord(db, 'setting', { key, value: { at: '2026' }, revision: 1 }));
    const [one, other] = [1, 2].map((n) => `refl_01ARZ3NDEKTSV4RRFFQ69G5FA${n}`);
    for (const key of [`keep:${one}`, `both:${one}:${other}`, `apart:${one}:${other}`, 'ui.theme']) write(key);
    expect(fullCheck(db)).toMatchObject({ ok: true, total: 0 });
    for (const key of [
      'odd',
      'keep:',
      `keep:${one}:${other}`,
      `both:${one}`,
      'view_x',
      `aside:${one}`,
      '__proto__',
      'constructor',
    ])
      expect(() => write(key), key).toThrow('no kind of setting');
    closeStore(db);
  });
});
