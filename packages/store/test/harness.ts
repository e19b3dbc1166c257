import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blankLesson } from '@twicewise/contract';
import Database from 'better-sqlite3';
import {
  appendOperation,
  closeStore,
  createIds,
  type EntityRecord,
  insertRecord,
  nextSeq,
  type OpenOptions,
  openStore,
  type StorePaths,
  storePaths,
  transaction,
  type WritableDb,
} from '../src/index.ts';

/** The fake clock's time. */
export const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const AT = new Date(NOW).toISOString();

/** Random numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const folders: string[] = [];

/** Paths in a new folder, in memory if the system has such a place. */
export function freshPaths(): StorePaths {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tw-store-'));
  folders.push(folder);
  return storePaths(folder);
}

/** Removes every folder that was created here. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Opens a memory; throws if that fails. */
export function open(paths: StorePaths, options?: OpenOptions): WritableDb {
  const opened = openStore(paths, NOW, options);
  if (opened.state !== 'ready') throw new Error(`${opened.state}: ${'problem' in opened ? opened.problem : ''}`);
  return opened.db;
}

/** Hash of a file, or null if it does not exist. */
export function hashOf(path: string): string | null {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null;
}

/** A copy of a memory, including its WAL, as a kill would leave it. */
export function copyOf(paths: StorePaths): StorePaths {
  const copy = freshPaths();
  for (const suffix of ['', '-wal']) {
    if (existsSync(paths.database + suffix)) cpSync(paths.database + suffix, copy.database + suffix);
  }
  if (existsSync(paths.backups)) {
    mkdirSync(copy.backups, { recursive: true });
    cpSync(paths.backups, copy.backups, { recursive: true });
  }
  return copy;
}

/** Works on a second connection without our pragmas, to do what the store itself never does. */
export function raw<T>(paths: StorePaths, work: (db: Database.Database) => T): T {
  const db = new Database(paths.database);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const newId = createIds(() => NOW, seeded(11));

/** A complete project record. */
export function projectRecord(db: WritableDb, fields: EntityRecord = {}): EntityRecord {
  const seq = nextSeq(db);
  return {
    seq,
    id: newId('project'),
    nativeId: `p${seq}`,
    name: `project ${seq}`,
    gitCommonDir: null,
    root: null,
    settings: {},
    createdAt: AT,
    revision: seq,
    extra: {},
    deletedAt: null,
    ...fields,
  };
}

/** A complete session record. */
export function sessionRecord(db: WritableDb, projectId: string, fields: EntityRecord = {}): EntityRecord {
  const seq = nextSeq(db);
  return {
    seq,
    id: newId('session'),
    nativeId: `s${seq}`,
    projectId,
    sourceId: null,
    parentId: null,
    goal: null,
    agent: null,
    mode: null,
    branch: null,
    startedAt: AT,
    endedAt: null,
    outcome: 'unknown',
    outcomeSource: 'defaulted',
    metrics: null,
    workingSummary: null,
    createdAt: AT,
    timeQuality: 'exact',
    revision: seq,
    extra: {},
    deletedAt: null,
    ...fields,
  };
}

/** A complete lesson record. */
export function lessonRecord(db: WritableDb, projectId: string, fields: EntityRecord = {}): EntityRecord {
  const seq = nextSeq(db);
  return {
    seq,
    id: newId('reflection'),
    nativeId: null,
    projectId,
    sessionId: null,
    sourceId: null,
    sourcePointer: null,
    ...blankLesson(),
    taskDescription: `task ${seq}`,
    outcome: 'failure',
    outcomeSource: 'reported',
    outcomeNative: null,
    originalOutcome: null,
    state: 'accepted',
    pinned: false,
    agent: null,
    authorKind: 'person',
    authorName: 'test',
    contentHash: 'hash',
    createdAt: AT,
    observedAt: null,
    timeQuality: 'exact',
    updatedAt: AT,
    revision: seq,
    extra: {},
    deletedAt: null,
    ...fields,
  };
}

/** Fills a memory with projects, sessions, lessons and a log, including unusual ones. */
export function furnish(db: WritableDb, lessons = 60): void {
  const awkward = [
    '',
    'Ünïcode \u{1f600}',
    'a\nb\tc',
    'quote \' and " and \\',
    'x'.repeat(9000),
    '\u2028',
    '{"not": "json"',
  ];
  transaction(db, () => {
    const project = projectRecord(db, { extra: { deep: { list: [1, null] } } });
    insertRecord(db, 'project', project);
    const session = sessionRecord(db, String(project.id), { metrics: { tests: 0 } });
    insertRecord(db, 'session', session);
    for (let n = 0; n < lessons; n++) {
      const text = awkward[n % awkward.length] ?? '';
      const lesson = lessonRecord(db, String(project.id), {
        sessionId: n % 2 === 0 ? session.id : null,
        nativeId: n % 3 === 0 ? `native ${n}` : null,
        taskDescription: `task ${n} ${text}`,
        text,
        whatWorked: n % 2 === 0 ? [text, 'b'] : [],
        whatDidNotWork: n % 4 === 0 ? ['c', text] : [],
        tags: n % 3 === 0 ? ['z', 'a', 'z'] : [],
        relatedEntityIds: n % 5 === 0 ? ['src/a.ts'] : [],
        confidence: n % 2 === 0 ? n / lessons : null,
        extra: { n, text },
        deletedAt: n % 10 === 9 ? AT : null,
      });
      insertRecord(db, 'reflection', lesson);
      log(db, lesson);
    }
    insertRecord(db, 'setting', { key: 'window.session', value: 20, revision: nextSeq(db) });
  });
}

/** Writes the creation of records into the log, as one operation. */
export function log(db: WritableDb, ...records: [EntityRecord, ...EntityRecord[]]): void {
  const [record] = records;
  appendOperation(db, {
    seq: nextSeq(db),
    id: newId('operation'),
    name: 'reflection.store',
    kind: 'do',
    at: AT,
    author: { kind: 'person', name: 'test' },
    door: 'inproc',
    client: null,
    sessionId: null,
    projectId: String(record.projectId),
    summary: `Stored ${String(record.id)}`,
    jobId: null,
    reverses: null,
    changes: records.map((one) => ({
      entity: 'reflection',
      entityId: String(one.id),
      before: null,
      after: one as never,
    })),
  });
}

/** A closed memory with contents. */
export function furnished(lessons?: number): StorePaths {
  const paths = freshPaths();
  const db = open(paths);
  furnish(db, lessons);
  closeStore(db);
  return paths;
}
