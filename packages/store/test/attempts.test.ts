import { blankAttemptContent, changedFiles, MAX_RECENT_CHECKS } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkDatabase,
  closeStore,
  connection,
  countReflected,
  type EntityRecord,
  findAttempts,
  getAttempt,
  hasOrdinal,
  insertRecord,
  latestAttempts,
  nextOrdinal,
  nextSeq,
  openStore,
  removeRecord,
  replaceRecord,
  toldBefore,
  transaction,
  type WritableDb,
} from '../src/index.ts';
import { freshPaths, lessonRecord, NOW, open, projectRecord, raw, removeFolders, sessionRecord } from './harness.ts';

const paths = freshPaths();
let db: WritableDb;
let projectId: string;
let sessionId: string;
const lessons: string[] = [];
beforeAll(() => {
  db = open(paths);
  const project = projectRecord(db);
  insertRecord(db, 'project', project);
  projectId = String(project.id);
  const session = sessionRecord(db, projectId);
  insertRecord(db, 'session', session);
  sessionId = String(session.id);
  for (let n = 0; n < 2; n++) {
    const lesson = lessonRecord(db, projectId);
    insertRecord(db, 'reflection', lesson);
    lessons.push(String(lesson.id));
  }
});
afterAll(() => {
  closeStore(db);
  removeFolders();
});

let made = 0;
/** Inserts an attempt, and returns its record. */
function insert(fields: EntityRecord = {}): EntityRecord {
  const n = ++made;
  const record = {
    seq: nextSeq(db),
    id: `atmp_${String(n).padStart(4, '0')}`,
    projectId,
    sessionId,
    task: 'a task',
    taskIdentity: 'task_1',
    ordinal: n,
    outcome: 'failure',
    outcomeSource: 'reported',
    content: blankAttemptContent(),
    lessonIds: [],
    exposureIds: [],
    authorKind: 'agent',
    authorName: 'a',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: n,
    extra: {},
    ...fields,
  };
  transaction(db, () => insertRecord(db, 'attempt', record));
  return record;
}

const listed = (filter: object, order: 'newest' | 'oldest' = 'oldest') =>
  findAttempts(db, { deleted: 'exclude', ...filter }, order, 100).items.map(({ id }) => id);

describe('attempts', () => {
  it('are listed in both orders, page by page, each once, also where times are equal', () => {
    const identity = { taskIdentity: 'task_paged' };
    const ids = Array.from({ length: 7 }, (_, n) =>
      String(insert({ ...identity, endedAt: `2026-01-0${1 + (n % 3)}T00:00:00.000Z` }).id),
    );
    const sorted = [0, 3, 6, 1, 4, 2, 5].map((n) => ids[n]);
    expect(listed(identity)).toEqual(sorted);
    expect(listed(identity, 'newest')).toEqual(sorted.toReversed());
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = findAttempts(db, { deleted: 'exclude', ...identity }, 'newest', 2, cursor);
      seen.push(...page.items.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(sorted.toReversed());
    expect(() =>
      findAttempts(
        db,
        { deleted: 'exclude' },
        'oldest',
        2,
        Buffer.from('["attempts newest","a",1]').toString('base64url'),
      ),
    ).toThrow(/cursor/);
  });

  it('never share a number at one task of one project', () => {
    const identity = { taskIdentity: 'task_numbered' };
    expect(nextOrdinal(db, projectId, 'task_numbered')).toBe(1);
    insert({ ...identity, ordinal: 1 });
    insert({ ...identity, ordinal: 2, deletedAt: '2026' });
    expect(nextOrdinal(db, projectId, 'task_numbered')).toBe(3);
    expect(hasOrdinal(db, projectId, 'task_numbered', 2)).toBe(true);
    expect(() => insert({ ...identity, ordinal: 2 })).toThrow(/UNIQUE/);
  });

  it('are found by a lesson as long as they name it, whoever writes the row', () => {
    const [one, other] = lessons;
    const record = insert({ lessonIds: [one], exposureIds: ['expo_1'] });
    expect(listed({ lessonId: one })).toEqual([record.id]);
    transaction(db, () => replaceRecord(db, 'attempt', { ...record, lessonIds: [other] }));
    expect([listed({ lessonId: one }), listed({ lessonId: other })]).toEqual([[], [record.id]]);
    transaction(db, () => removeRecord(db, 'attempt', String(record.id)));
    expect(connection(db).prepare('SELECT * FROM attempt_link').all()).toEqual([]);
    expect(toldBefore(db, String(record.id))).toEqual([]);
  });

  it('are counted by what they hold, where nothing was said as well', () => {
    const content = {
      ...blankAttemptContent(),
      errors: [{}, {}],
      checks: [{}],
      reward: 0,
      progress: 'stuck',
      actor: { filesModified: ['a', 'b'], totalChanges: null },
    };
    insert({ taskIdentity: 'task_counted', content });
    insert({ taskIdentity: 'task_counted' });
    const { items } = findAttempts(db, { deleted: 'exclude', taskIdentity: 'task_counted' }, 'oldest', 5);
    expect(items).toMatchObject([
      { errors: 2, checks: 1, calls: 0, files: 2, reward: 0, progress: 'stuck' },
      { errors: 0, checks: 0, calls: 0, files: 0, reward: null, progress: null },
    ]);
  });

  it('show the last checks in their order, and what the change and the answers came to', () => {
    const check = (failed: number | null) => ({
      kind: 'tests',
      verdict: failed === 0 ? 'pass' : 'fail',
      counts: failed === null ? null : { passed: 3, failed },
    });
    const content = {
      ...blankAttemptContent(),
      checks: [...Array.from({ length: MAX_RECENT_CHECKS }, (_, n) => check(n + 1)), check(null), check(0)],
      actor: { filesModified: ['a'], totalChanges: { filesChanged: 1, linesAdded: 12, linesDeleted: 4 } },
      cost: { tokens: 330 },
    };
    insert({ taskIdentity: 'task_shown', content });
    insert({ taskIdentity: 'task_shown' });
    const { items } = findAttempts(db, { deleted: 'exclude', taskIdentity: 'task_shown' }, 'oldest', 5);
    expect(items).toMatchObject([
      { checks: MAX_RECENT_CHECKS + 2, linesAdded: 12, linesDeleted: 4, tokens: 330 },
      { checks: 0, recentChecks: [], linesAdded: null, linesDeleted: null, tokens: null },
    ]);
    expect(items[0]?.recentChecks.map(({ failed }) => failed)).toEqual([3, 4, 5, 6, 7, 8, null, 0]);
    expect(items[0]?.recentChecks.at(-1)).toEqual({ kind: 'tests', verdict: 'pass', passed: 3, failed: 0 });
  });

  it('count what their actions changed where no total is stated, as content that is read whole does', () => {
    const action = (type: string, filePath: string | null, additions: number | null = null) => ({
      type,
      description: '',
      filePath,
      additions,
      deletions: additions === null ? null : 1,
      diff: null,
      command: null,
      at: null,
    });
    const told = [action('code_modification', 'a', 3), action('code_modification', 'a', 4), action('patched', 'b', 5)];
    const untold = [
      action('file_creation', 'c'),
      action('test_execution', 'a.test'),
      action('command_execution', null),
    ];
    const actor = { filesModified: ['d', 'a'], rationale: null, variant: null, totalChanges: null };
    const content = (actions: ReturnType<typeof action>[]) => ({
      ...blankAttemptContent(),
      actor: { ...actor, actions },
    });
    insert({ taskIdentity: 'task_acted', content: { ...content([...told, ...untold]), cost: { ms: 1500 } } });
    insert({ taskIdentity: 'task_acted', content: content(untold) });
    const { items } = findAttempts(db, { deleted: 'exclude', taskIdentity: 'task_acted' }, 'oldest', 5);
    expect(items).toMatchObject([
      { files: 4, linesAdded: 12, linesDeleted: 3, ms: 1500 },
      { files: 3, linesAdded: null, linesDeleted: null, ms: null },
    ]);
    expect(changedFiles(getAttempt(db, items[0]?.id ?? '')?.content.actor ?? null)).toEqual([
      { path: 'd', additions: null, deletions: null },
      { path: 'a', additions: 7, deletions: 2 },
      { path: 'b', additions: 5, deletions: 1 },
      { path: 'c', additions: null, deletions: null },
    ]);
    expect(changedFiles(null)).toEqual([]);
  });

  it('are read whole from the latest on, by either order, up to a size', () => {
    const identity = { taskIdentity: 'task_latest' };
    const filter = { deleted: 'exclude' as const, ...identity };
    const content = (said: string | null, notes = '') => ({
      ...blankAttemptContent(),
      notes,
      reflection: said === null ? null : { text: said, category: 'other' },
    });
    const at = (n: number) => ({ ...identity, endedAt: `2026-01-0${n}T00:00:00.000Z` });
    const [one, two, three] = [
      insert({ ...at(3), content: content('a') }).id,
      insert({ ...at(1), content: content(null, 'x'.repeat(2000)) }).id,
      insert({ ...at(2), content: content('c') }).id,
    ];
    const latest = (by: 'ended' | 'recorded', most: number, maxBytes = 9000, more = {}) =>
      latestAttempts(db, { ...filter, ...more }, { by, most, maxBytes }).map(({ id }) => id);
    expect(latest('recorded', 2)).toEqual([two, three]);
    expect(latest('ended', 2)).toEqual([three, one]);
    expect(latest('ended', 9)).toEqual([two, three, one]);
    expect(latest('recorded', 9, 1500)).toEqual([three]);
    expect(latest('ended', 9, 1)).toEqual([one]);
    expect(latest('recorded', 9, 9000, { withReflection: true })).toEqual([one, three]);
    expect(countReflected(db, filter)).toEqual({ attempts: 3, reflections: 2, categories: 1 });
  });

  it('that are damaged take neither lists nor the reading of one down (B0-16)', () => {
    verifies('B0-16');
    const { id } = insert({ taskIdentity: 'task_spoilt' });
    closeStore(db);
    raw(paths, (file) => {
      file.pragma('ignore_check_constraints = ON');
      file.exec(`UPDATE attempt SET content = '{broken' WHERE id = '${String(id)}'`);
    });
    const opened = openStore(paths, NOW);
    if (opened.state !== 'ready') throw new Error(opened.state);
    db = opened.db;
    expect(listed({ taskIdentity: 'task_spoilt' })).toEqual([id]);
    const spoilt = { deleted: 'exclude' as const, taskIdentity: 'task_spoilt' };
    expect(latestAttempts(db, spoilt, { by: 'ended', most: 5, maxBytes: 99 })).toHaveLength(1);
    expect(countReflected(db, spoilt)).toMatchObject({ attempts: 1, reflections: 0 });
    expect(getAttempt(db, String(id))?.content).toEqual(blankAttemptContent());
    expect(checkDatabase(db, () => 0).problems.join()).toContain('attempt.content');
  });
});
