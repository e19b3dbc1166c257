import { blankLesson, LESSON_LIST_FIELDS, LESSON_SINGLE_TEXTS } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeStore,
  connection,
  ENTITY_TABLES,
  type EntityKind,
  type EntityRecord,
  findOperations,
  findReflections,
  getReflection,
  insertRecord,
  keepKey,
  openQueryOnly,
  openReader,
  openStore,
  readRecord,
  readSettings,
  removeRecord,
  replaceRecord,
  transaction,
  type WritableDb,
} from '../src/index.ts';
import {
  copyOf,
  freshPaths,
  furnished,
  lessonRecord,
  log,
  NOW,
  open,
  projectRecord,
  removeFolders,
  sessionRecord,
} from './harness.ts';

let db: WritableDb;
let projectId: string;
let sessionId: string;
const paths = freshPaths();
beforeAll(() => {
  db = open(paths);
  const project = projectRecord(db);
  insertRecord(db, 'project', project);
  projectId = String(project.id);
  const session = sessionRecord(db, projectId);
  insertRecord(db, 'session', session);
  sessionId = String(session.id);
});
afterAll(() => {
  closeStore(db);
  removeFolders();
});

/** Any text that the contract allows, or that an older file may contain. */
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const json = fc.dictionary(
  fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  { maxKeys: 4 },
);
const outcome = fc.constantFrom('success', 'partial', 'failure', 'unknown');
const lists = fc.array(text, { maxLength: 6 });

/** Random texts for all text fields of a lesson. */
const lessonTexts = {
  ...Object.fromEntries(
    LESSON_SINGLE_TEXTS.map((field) => [field, blankLesson()[field] === null ? maybe(text) : text]),
  ),
  ...Object.fromEntries(LESSON_LIST_FIELDS.map((field) => [field, lists])),
};

const FIELDS: Record<EntityKind, fc.Arbitrary<EntityRecord>> = {
  project: fc.record({ name: text, root: maybe(text), settings: json, extra: json, deletedAt: maybe(text) }),
  source: fc.record({
    system: text,
    path: maybe(text),
    sha256: maybe(text),
    importer: text,
    ruleVersion: fc.nat(),
    extra: json,
  }),
  session: fc.record({
    goal: maybe(text),
    agent: maybe(text),
    outcome,
    metrics: maybe(json),
    workingSummary: maybe(json),
    extra: json,
  }),
  reflection: fc.record({
    ...lessonTexts,
    outcome,
    originalOutcome: maybe(outcome),
    confidence: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    attemptNumber: fc.nat(1_000_000),
    pinned: fc.boolean(),
    extra: json,
  }),
  feedback: fc.record({
    verdict: fc.constantFrom('helpful', 'unhelpful', 'harmful'),
    note: text,
    exposureId: maybe(text),
    sessionRef: maybe(text),
  }),
  episode: fc.record({
    nativeId: maybe(text),
    sourcePointer: maybe(text),
    ruleVersion: maybe(fc.nat()),
    task: text,
    outcome,
    outcomeNative: maybe(text),
    originalOutcome: maybe(outcome),
    occurredAt: maybe(text),
    decisions: fc.array(json, { maxLength: 3 }),
    events: fc.array(json, { maxLength: 3 }),
    links: fc.array(json, { maxLength: 3 }),
    metrics: json,
    lessons: lists,
    memoryRefs: fc.array(json, { maxLength: 2 }),
    extracted: maybe(json),
    extra: json,
    deletedAt: maybe(text),
  }),
  claim: fc.record({
    sourcePointer: maybe(text),
    stance: fc.constantFrom('supports', 'disputes'),
    relation: fc.constantFrom('causes', 'enables', 'prevents', 'correlates', 'precedes'),
    fromKind: text,
    fromText: text,
    toKind: text,
    toText: text,
    basis: fc.constantFrom('asserted_by_agent', 'asserted_by_human', 'textual', 'temporal', 'statistical'),
    note: text,
    extra: json,
    deletedAt: maybe(text),
  }),
  attempt: fc.record({
    nativeId: maybe(text),
    sourcePointer: maybe(text),
    ruleVersion: maybe(fc.nat()),
    task: text,
    ordinalNative: maybe(fc.nat()),
    outcome,
    outcomeNative: maybe(text),
    strategy: maybe(text),
    startedAt: maybe(text),
    endedAt: maybe(text),
    content: json,
    lessonIds: lists,
    exposureIds: lists,
    agent: maybe(text),
    extra: json,
    deletedAt: maybe(text),
  }),
  turn: fc.record({
    nativeId: maybe(text),
    model: maybe(text),
    startedAt: maybe(text),
    endedAt: maybe(text),
    content: json,
    contextBytes: fc.nat(),
    contextTokens: fc.nat(),
    summaries: fc.array(json, { maxLength: 2 }),
    agent: maybe(text),
    extra: json,
    deletedAt: maybe(text),
    prunedAt: maybe(text),
  }),
  setting: fc.record({ value: fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null) }),
};

function complete(kind: EntityKind, fields: EntityRecord, n: number): EntityRecord {
  switch (kind) {
    case 'project':
      return projectRecord(db, fields);
    case 'session':
      return sessionRecord(db, projectId, fields);
    case 'reflection':
      return lessonRecord(db, projectId, { sessionId, ...fields });
    case 'source':
      return { seq: n, id: `src_${n}`, trust: 'unreviewed', createdAt: '2026', revision: n, ...fields };
    case 'feedback': {
      const author = { authorKind: 'agent', authorName: 'a', at: '2026', reflectionId: 'refl_1' };
      return { seq: n, id: `fdbk_${n}`, revision: n, ...author, ...fields };
    }
    case 'episode': {
      // A session has only one episode.
      const session = sessionRecord(db, projectId);
      transaction(db, () => insertRecord(db, 'session', session));
      const author = { authorKind: 'agent', authorName: 'a', createdAt: '2026', updatedAt: '2026' };
      const known = { outcomeSource: 'reported', timeQuality: 'exact', sourceId: null };
      return { seq: n, id: `epis_${n}`, sessionId: session.id, revision: n, ...author, ...known, ...fields };
    }
    case 'claim': {
      const author = { authorKind: 'agent', authorName: 'a', createdAt: '2026', updatedAt: '2026' };
      return { seq: n, id: `clm_${n}`, projectId, sessionId, sourceId: null, revision: n, ...author, ...fields };
    }
    case 'attempt': {
      const author = { authorKind: 'agent', authorName: 'a', createdAt: '2026', updatedAt: '2026' };
      const task = { taskIdentity: 'task_0', ordinal: n, outcomeSource: 'reported' };
      return {
        seq: n,
        id: `atmp_${n}`,
        projectId,
        sessionId,
        sourceId: null,
        revision: n,
        ...author,
        ...task,
        ...fields,
      };
    }
    case 'turn': {
      const author = { authorKind: 'agent', authorName: 'a', createdAt: '2026', updatedAt: '2026' };
      const place = { projectId, sessionId, sourceId: null, number: n, take: 1 };
      return { seq: n, id: `turn_${n}`, revision: n, ...place, ...author, ...fields };
    }
    case 'setting':
      return { key: keepKey(`refl_01ARZ3NDEKTSV4RRFFQ69G${n}`), revision: n, ...fields };
  }
}

/** A value as JSON stores it: -0 becomes 0. */
const asStored = (record: EntityRecord): unknown => JSON.parse(JSON.stringify(record));

describe('a record', () => {
  for (const kind of Object.keys(ENTITY_TABLES) as EntityKind[]) {
    it(`of kind ${kind} comes back as it was written, and as it was replaced, to the order of its lists`, () => {
      let n = 1000;
      fc.assert(
        fc.property(FIELDS[kind], FIELDS[kind], (first, second) => {
          const record = complete(kind, first, n++);
          const id = String(record[ENTITY_TABLES[kind].key]);
          transaction(db, () => insertRecord(db, kind, record));
          expect(asStored(readRecord(db, kind, id) ?? {})).toEqual(asStored(record));
          const next = { ...record, ...second };
          transaction(db, () => replaceRecord(db, kind, next));
          expect(asStored(readRecord(db, kind, id) ?? {})).toEqual(asStored(next));
          transaction(db, () => removeRecord(db, kind, id));
          expect(readRecord(db, kind, id)).toBeNull();
        }),
        { numRuns: 150, seed: 6 },
      );
    });
  }

  it('that is not there cannot be replaced or removed in silence', () => {
    expect(() => replaceRecord(db, 'project', projectRecord(db))).toThrow(/missing/);
    expect(() => removeRecord(db, 'project', 'nobody')).toThrow(/missing/);
  });

  it('reads lists that were never written as empty, not as null (S0-40)', () => {
    verifies('S0-40');
    const lesson = lessonRecord(db, projectId);
    insertRecord(db, 'reflection', lesson);
    const found = getReflection(db, String(lesson.id));
    expect(found).toMatchObject({ whatWorked: [], whatDidNotWork: [], tags: [], relatedEntityIds: [] });
  });
});

describe('the schema', () => {
  const sql = (statement: string) => () => connection(db).exec(statement);

  it('refuses an outcome, state, confidence or JSON that is none (B0-15)', () => {
    verifies('B0-15');
    const lesson = lessonRecord(db, projectId);
    insertRecord(db, 'reflection', lesson);
    const set = (change: string) => sql(`UPDATE reflection SET ${change} WHERE id = '${String(lesson.id)}'`);
    for (const change of [
      "outcome = 'failed'",
      "state = 'good'",
      'confidence = 1.5',
      "extra = '{'",
      'pinned = 2',
      "outcome = ''",
    ]) {
      expect(set(change), change).toThrow(/CHECK/);
    }
    expect(set("task = x'00'")).toThrow(/BLOB|TEXT/);
    expect(set("outcome = 'partial'")).not.toThrow();
  });

  it('refuses rows that point to nothing (B0-14)', () => {
    verifies('S0-29', 'B0-14');
    expect(() => insertRecord(db, 'reflection', lessonRecord(db, 'proj_nowhere'))).toThrow(/FOREIGN KEY/);
    expect(() => insertRecord(db, 'reflection', lessonRecord(db, projectId, { sessionId: 'sess_nowhere' }))).toThrow(
      /FOREIGN KEY/,
    );
    expect(() => insertRecord(db, 'session', sessionRecord(db, 'proj_nowhere'))).toThrow(/FOREIGN KEY/);
    expect(() => removeRecord(db, 'project', projectId)).toThrow(/FOREIGN KEY/);
  });

  it('never gives a number of the one order twice, also after the newest row is gone (B0-01)', () => {
    verifies('B0-01');
    const lesson = lessonRecord(db, projectId, { text: 'soon gone' });
    insertRecord(db, 'reflection', lesson);
    removeRecord(db, 'reflection', String(lesson.id));
    const next = lessonRecord(db, projectId);
    insertRecord(db, 'reflection', next);
    expect(Number(next.seq)).toBeGreaterThan(Number(lesson.seq));
    expect(findReflections(db, { deleted: 'exclude', text: 'soon gone' }, 10).items).toEqual([]);
  });

  it('is set up as it must be on every connection', () => {
    const pragma = (name: string) => connection(db).pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('secure_delete')]).toEqual([
      'wal',
      2,
      1,
      1,
    ]);
    expect([pragma('trusted_schema'), pragma('cell_size_check'), pragma('busy_timeout')]).toEqual([0, 1, 5000]);
  });
});

describe('settings', () => {
  it('that this program does not understand fall back to their defaults', () => {
    insertRecord(db, 'setting', { key: 'window.session', value: 'many', revision: 1 });
    connection(db).exec("INSERT INTO setting VALUES ('from the future', '1', 1, 0)");
    expect(readSettings(db)['window.session']).toBe(20);
  });
});

describe('a copy for reading only (T8)', () => {
  verifies('T8');
  it('answers queries and refuses every write', () => {
    const opened = openQueryOnly(copyOf(furnished(10)).database);
    if (opened.state !== 'ready') throw new Error(opened.state);
    expect(findReflections(opened.db, { deleted: 'exclude' }, 50).items).toHaveLength(9);
    expect(() => insertRecord(opened.db, 'setting', { key: 'ui.theme', value: 'dark', revision: 1 })).toThrow(
      /readonly/,
    );
    closeStore(opened.db);
    const reader = openReader(paths.database);
    expect(() =>
      insertRecord(reader as WritableDb, 'setting', { key: 'ui.theme', value: 'dark', revision: 1 }),
    ).toThrow(/readonly/);
    closeStore(reader);
  });

  it('of a newer memory is refused', () => {
    const copy = furnished(1);
    const file = openStore(copy, NOW);
    if (file.state !== 'ready') throw new Error(file.state);
    connection(file.db).pragma('user_version = 999');
    closeStore(file.db);
    expect(openQueryOnly(copy.database)).toEqual({ state: 'newer_schema', version: 999 });
  });
});

describe('an operation with more changes than a list shows', () => {
  it('is listed for each of its records with the change of that record', () => {
    const [first, ...rest] = Array.from({ length: 60 }, () => lessonRecord(db, projectId));
    if (first === undefined) throw new Error('there are sixty');
    transaction(db, () => log(db, first, ...rest));
    for (const { id } of [first, ...rest]) {
      const [operation] = findOperations(db, { entityId: String(id) }, 1).items;
      expect(operation).toMatchObject({ changeCount: 60, changes: { length: 50 } });
      expect(operation?.changes[0]?.entityId).toBe(id);
      expect(new Set(operation?.changes.map(({ entityId }) => entityId)).size).toBe(50);
    }
  });
});
