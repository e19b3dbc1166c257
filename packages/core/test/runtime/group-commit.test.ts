import { createRedactor } from '@twicewise/redaction';
import { connection, createIds, type JobRecord, openStore, type WritableDb } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleLessons } from '../../src/imports/sample/index.ts';
import { type Chunk, LessonWriter } from '../../src/lessons/lesson-writer.ts';
import { CommitQueue, type WriteRequest } from '../../src/runtime/commit-queue.ts';
import { person, seeded, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const lesson = (taskDescription: string) => ({ taskDescription, outcome: 'success', projectId: 'demo' });

describe('steps of long work', () => {
  const step = (value: string): WriteRequest => ({ ...setTheme(value), isStep: true });

  it('take turns with requests: what comes in during a step goes before the next one', async () => {
    const held = new HeldQueue();
    const order: string[] = [];
    const add = (request: WriteRequest, name: string) => held.queue.run(request).then(() => order.push(name));
    const all = [
      add(step('1'), 'step 1'),
      add(step('2'), 'step 2'),
      add(step('3'), 'step 3'),
      add(setTheme('a'), 'request a'),
      add(setTheme('b'), 'request b'),
    ];
    held.turn();
    await Promise.all(all);
    expect(order).toEqual(['step 1', 'request a', 'request b', 'step 2', 'step 3']);
  });

  it('share no transaction: one that fails takes no other with it', async () => {
    const held = new HeldQueue();
    const failing: WriteRequest = {
      ...step('x'),
      run: () => {
        throw new Error('no');
      },
    };
    const all = [held.queue.run(failing), held.queue.run(step('1')), held.queue.run(setTheme('a'))];
    held.turn();
    expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([false, true, true]);
  });
});

describe('group commit', () => {
  it('serves many stores that arrive together with few commits', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, n) => test.envelope('reflection.store', lesson(String(n)))));
    const stored = test.events.filter((event) => event.changed.reflection);
    expect(stored.length).toBeLessThan(100);
    expect(stored.flatMap((event) => event.changed.reflection)).toHaveLength(200);
    expect(stored.map((event) => event.revision)).toEqual(stored.map((_, index) => index + 1));
  });

  it('leaves the others alone when one request of a batch fails', async () => {
    const answers = await Promise.all([
      test.envelope('reflection.store', lesson('a')),
      test.envelope('reflection.pin', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
      test.envelope('reflection.store', lesson('b')),
    ]);
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, true]);
    expect(test.tasks()).toEqual(['a', 'b']);
  });

  it('answers each of a batch in which one fails, however long the others take when they are tried again', async () => {
    const held = new HeldQueue();
    const slowTheSecondTime = (value: string): WriteRequest => {
      const { run, ...rest } = setTheme(value);
      let runs = 0;
      return {
        ...rest,
        run: (context) => {
          // Longer than a whole batch may take.
          if (runs > 0) held.elapsedMs += 20;
          runs++;
          return run(context);
        },
      };
    };
    const fails: WriteRequest = {
      ...setTheme('dark'),
      run: () => {
        throw new Error('no');
      },
    };
    const requests = [slowTheSecondTime('a'), fails, slowTheSecondTime('b')];
    const answers = Promise.all(requests.map((request) => held.queue.run(request)));
    held.turn();
    const unanswered = new Promise<'unanswered'>((resolve) => setImmediate(resolve, 'unanswered'));
    expect(await Promise.race([answers, unanswered])).toMatchObject([{ ok: true }, { ok: false }, { ok: true }]);
    await held.test.remove();
  });

  it('takes back what a request wrote before it failed, alone or among others, and each other is there once', async () => {
    await test.envelope('reflection.store', { ...lesson('first'), nativeId: 'n' });
    // The session is created before the id of the lesson turns out to be in use.
    const failing = (n: number) => ({ ...lesson(`taken ${n}`), nativeId: 'n', sessionId: `new ${n}` });
    expect(await test.fail('reflection.store', failing(0))).toMatchObject({ reason: 'in_use' });
    const commits = test.events.length;
    const inputs = Array.from({ length: 9 }, (_, n) => (n % 3 === 1 ? failing(n) : lesson(`kept ${n}`)));
    const answers = await Promise.all(inputs.map((input) => test.envelope('reflection.store', input)));
    expect(answers.map(({ ok }) => ok)).toEqual(inputs.map((_, n) => n % 3 !== 1));
    expect(test.tasks()).toEqual(['first', 'kept 0', 'kept 2', 'kept 3', 'kept 5', 'kept 6', 'kept 8']);
    expect(test.rows('SELECT id FROM session')).toEqual([]);
    expect(test.rows('SELECT seq FROM operation')).toHaveLength(7);
    expect(test.events.length - commits).toBeLessThan(6);
  });

  it('keeps the order of stores that arrive in one millisecond (B0-04)', async () => {
    verifies('B0-04');
    const names = Array.from({ length: 40 }, (_, n) => `r${n}`);
    await Promise.all(names.map((name) => test.envelope('reflection.store', { ...lesson(name), sessionId: 's' })));
    const { items } = await test.call('reflection.list', { sessionId: 's' });
    expect(items.map((item) => item.taskDescription)).toEqual([...names].reverse());
    expect(new Set(items.map((item) => item.createdAt)).size).toBe(1);
  });

  it('carries out what waits before it closes', async () => {
    const stores = [1, 2, 3].map((n) => test.envelope('reflection.store', lesson(String(n))));
    await test.core.close();
    expect((await Promise.all(stores)).map((answer) => answer.ok)).toEqual([true, true, true]);
    expect(test.tasks()).toEqual(['1', '2', '3']);
    expect(await test.fail('reflection.store', lesson('late'))).toMatchObject({ code: 'unavailable' });
  });
});

/** A queue on a file of its own, which commits when the test says so. */
class HeldQueue {
  readonly test: TestCore;
  readonly queue: CommitQueue;
  /** How long its batches have taken so far, in milliseconds. Only tests change it. */
  elapsedMs = 0;
  readonly #due: (() => void)[] = [];
  readonly #db: WritableDb;

  constructor(kind: typeof CommitQueue = CommitQueue) {
    this.test = new TestCore();
    const folder = { ...this.test.paths, database: `${this.test.folder}/queue.db` };
    const opened = openStore(folder, 0);
    if (opened.state !== 'ready') throw new Error(opened.state);
    this.#db = opened.db;
    const now = () => this.test.now;
    this.queue = new kind({
      db: opened.db,
      newId: createIds(now, seeded(2)),
      now,
      nextRevision: () => 1,
      log: () => {},
      clockSetBack: () => {},
      committed: () => {},
      later: (run) => this.#due.push(run),
      elapsed: () => this.elapsedMs,
    });
  }

  get db(): WritableDb {
    return this.#db;
  }

  turn(): void {
    // A batch that took too long leaves the rest for another run.
    for (let due = this.#due.splice(0); due.length > 0; due = this.#due.splice(0)) for (const run of due) run();
  }
}

/** Keys of existing settings: others are refused. */
const KEYS: Readonly<Record<string, string>> = { a: 'remind.enabled', b: 'ui.theme', dark: 'ui.theme' };

const setTheme = (value: string): WriteRequest => ({
  name: 'settings.set',
  caller: person,
  run: (context) => {
    const key = KEYS[value] ?? context.newId('view');
    context.record.create('setting', key, { key, value });
    context.record.finish({ name: 'settings.set', summary: value });
    return value;
  },
});

/** Negative control: answers before the commit. */
class EarlyQueue extends CommitQueue {
  override run(request: WriteRequest) {
    void super.run(request);
    return Promise.resolve({ ok: true as const, value: null });
  }
}

async function answersBeforeItIsDurable(kind: typeof CommitQueue): Promise<boolean> {
  const held = new HeldQueue(kind);
  const reader = new TestCore({
    folder: held.test.folder,
    paths: { ...held.test.paths, database: `${held.test.folder}/queue.db` },
  });
  try {
    let durable: unknown[] | null = null;
    const answered = held.queue.run(setTheme('dark')).then(() => {
      durable = reader.rows('SELECT key FROM setting');
    });
    for (let i = 0; i < 5; i++) await Promise.resolve();
    held.turn();
    await answered;
    return JSON.stringify(durable) !== JSON.stringify([{ key: KEYS.dark }]);
  } finally {
    await reader.remove();
    await held.test.remove();
  }
}

/** A request with the effect of a full disk: the whole transaction is rolled back. */
class Spoiler {
  runs = 0;
  readonly request: WriteRequest = {
    name: 'spoil',
    caller: person,
    run: ({ db }) => {
      this.runs++;
      connection(db).exec('ROLLBACK');
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    },
  };
}

describe('acknowledgement', () => {
  it('comes after the commit, as a second connection sees', async () => {
    expect(await answersBeforeItIsDurable(CommitQueue)).toBe(false);
  });

  it('of a queue that answers early is caught by the same harness (T2)', async () => {
    verifies('T2');
    expect(await answersBeforeItIsDurable(EarlyQueue)).toBe(true);
  });

  it('is given once when a commit fails and its requests are tried again one by one', async () => {
    const held = new HeldQueue();
    const spoil = new Spoiler();
    const answers = Promise.all([
      held.queue.run(setTheme('a')),
      held.queue.run(spoil.request),
      held.queue.run(setTheme('b')),
    ]);
    held.turn();
    held.turn();
    const [a, bad, b] = await answers;
    expect([a?.ok, b?.ok, spoil.runs]).toEqual([true, true, 2]);
    expect(bad).toMatchObject({ ok: false, error: { code: 'unavailable', reason: 'disk_full' } });
    const rows = connection(held.db).prepare('SELECT key FROM setting').all();
    expect(rows).toEqual([{ key: KEYS.a }, { key: KEYS.b }]);
    await held.test.remove();
  });

  it('of a part of an import that is tried again covers the same lessons, none left out', async () => {
    const held = new HeldQueue();
    const job = { id: 'job', kind: 'sample', title: 'Sample', input: {}, position: {} } as unknown as JobRecord;
    const origin = {
      system: 'sample',
      path: null,
      sha256: null,
      importer: 'sample',
      ruleVersion: 1,
      projectId: undefined,
    };
    const writer = new LessonWriter(job, origin, createRedactor());
    const waiting = sampleLessons(held.test.now)
      .slice(0, 5)
      .map((lesson, index) => ({ number: index + 1, lesson }));
    let chunk: Chunk | undefined;
    const part: WriteRequest = {
      name: 'job.sample',
      caller: person,
      run: (context) => {
        chunk = writer.write(context, waiting);
        return null;
      },
    };
    const answers = Promise.all([held.queue.run(part), held.queue.run(new Spoiler().request)]);
    held.turn();
    expect((await answers).map((answer) => answer.ok)).toEqual([true, false]);
    expect(writer.position).toBe(0);
    if (chunk) writer.written(chunk);
    expect(connection(held.db).prepare('SELECT COUNT(*) AS n FROM reflection').get()).toEqual({ n: writer.position });
    expect(writer.position).toBeGreaterThan(0);
    await held.test.remove();
  });
});

describe('change events', () => {
  it('come once per commit, with the next revision, the topics and the ids', async () => {
    const first = await test.store();
    const second = await test.store();
    await test.call('reflection.pin', { id: first.id });
    expect(test.events.map((event) => event.revision)).toEqual([1, 2, 3]);
    expect(Object.keys(test.events[0]?.changed ?? {}).sort()).toEqual(['operation', 'project', 'reflection']);
    expect(test.events[1]?.changed.reflection).toEqual([second.id]);
    expect(test.events[2]).toMatchObject({
      changed: { reflection: [first.id] },
      cause: { operation: 'reflection.pin', door: 'inproc', author: person.author },
    });
    expect((await test.call('host.status', {})).revision).toBe(3);
  });

  it('do not come for reads, refusals and writes that change nothing', async () => {
    const { id } = await test.store();
    test.events.length = 0;
    await test.call('reflection.list', {});
    await test.call('reflection.pin', { id, pinned: false });
    await test.fail('reflection.update', { id, changes: { text: 'x' }, expectedRevision: 0 });
    await test.fail('reflection.store', { outcome: 'success' });
    expect(test.events).toEqual([]);
  });

  it('name no ids when there are too many', async () => {
    const { job } = await test.call('import.sample', {});
    await test.ended(job.id);
    await test.call('operation.undo', { jobId: job.id });
    const all = test.events.flatMap((event) => Object.values(event.changed));
    expect(all.every((ids) => ids.length <= 200)).toBe(true);
  });

  it('reach the other listeners when one of them throws, and the answer comes', async () => {
    const heard: number[] = [];
    test.core.subscribe(() => {
      throw new Error('a broken window');
    });
    const stop = test.core.subscribe((event) => heard.push(event.revision));
    await test.store();
    stop();
    await test.store();
    expect(heard).toEqual([1]);
    expect(test.logged.some((line) => line.includes('a broken window'))).toBe(true);
  });
});
