import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOf, type Job, resultOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

function file(lines: readonly unknown[], name = 'lessons.jsonl'): string {
  const path = join(test.folder, name);
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `n${n}`,
    title: `lesson ${n}`,
    outcome: 'failure',
    sessionId: `s${n % 50}`,
  }));

async function load(path: string, options: { skipBad?: boolean; projectId?: string } = {}): Promise<Job> {
  const { job } = await test.call('import.lessons', { path, projectId: 'p', ...options });
  return test.ended(job.id);
}

const count = () => test.rows<{ n: number }>('SELECT COUNT(*) AS n FROM reflection')[0]?.n;

describe('an import', () => {
  it('brings in every line with its native id, time, project and what it did not understand', async () => {
    const job = await load(
      file([
        {
          id: 'a',
          title: 'first',
          text: '',
          outcome: 'success',
          createdAt: '2025-01-02T03:04:05Z',
          custom: { kept: [1] },
          tags: ['x'],
        },
        { id: 'b', title: '', text: 'only text', outcome: 'gave up', projectId: 'q' },
      ]),
    );
    expect(job).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      result: {
        imported: 2,
        alreadyThere: 0,
        bad: 0,
        lines: 2,
        projects: ['p', 'q'],
        keptFields: { custom: 1 },
        unknownOutcomes: { 'gave up': 1 },
      },
    });
    const { items } = await test.call('reflection.list', {});
    expect(items.map((item) => [item.nativeId, item.projectName, item.taskDescription])).toEqual([
      ['b', 'q', ''],
      ['a', 'p', 'first'],
    ]);
    expect(items[1]).toMatchObject({ createdAt: '2025-01-02T03:04:05.000Z', extra: { custom: { kept: [1] } } });
    expect(items[0]).toMatchObject({
      outcome: 'unknown',
      outcomeNative: 'gave up',
      author: { kind: 'importer', name: 'lessons' },
    });
  });

  it('is refused where nothing is, without advice that was followed already', async () => {
    for (const name of ['import.lessons', 'import.loops', 'import.episodes'] as const) {
      const { message, hint } = await test.fail(name, { path: join(test.folder, 'nothing.jsonl') });
      expect(message).toMatch(/^There is (?:no file|nothing at) /);
      expect(hint).toBe('Check how the path is spelt.');
      expect((await test.fail(name, { path: 'nothing.jsonl' })).hint).toContain('absolute path');
    }
  });

  it('writes nothing when one line is bad, and names the line and the reason', async () => {
    const before = dump(test);
    const job = await load(file([...lines(1500), '{"id": "x", "title": 5}', ...lines(3)]));
    expect(job).toMatchObject({ state: 'failed', error: { code: 'invalid_input' } });
    expect(job.error?.message).toContain('1 line is bad; nothing was imported. line 1501: ');
    expect(dump(test)).toBe(before);
  });

  it('writes the good lines when told to skip the bad ones, and counts those', async () => {
    const job = await load(file([...lines(10), 'not JSON', '[]', '{"id": 1, "title": "a\\u0000"}']), { skipBad: true });
    expect(job).toMatchObject({ state: 'done', result: { imported: 10, bad: 3 } });
    expect(job.result?.badLines).toMatchObject([{ line: 11 }, { line: 12 }, { line: 13 }]);
  });

  it('is counted whole in the history, however few of its steps are asked for', async () => {
    const job = await load(file(lines(1200)));
    const ask = (input: InputOf<'operation.list'>) => test.call('operation.list', input);
    const whole = (await ask({ wholeJobs: true })).items.filter(({ jobId }) => jobId === job.id);
    const all = (await ask({ limit: 500 })).items.filter(({ jobId }) => jobId === job.id);
    expect(all.length).toBeGreaterThan(1);
    expect(whole.map(({ id }) => id)).toEqual([all[0]?.id]);
    expect(whole[0]?.jobChangeCount).toBe(all.reduce((sum, { changeCount }) => sum + changeCount, 0));
    // Each record once, however often the steps changed it.
    expect(whole[0]?.recordCounts).toEqual({ project: 1, source: 1, session: 50, reflection: 1200 });
    expect((await ask({ limit: 1 })).items[0]).not.toHaveProperty('jobChangeCount');
  });

  it('leaves room in the history for what was written before it, however long its lessons are', async () => {
    for (const title of ['first', 'second']) await test.store({ taskDescription: title, projectId: 'p' });
    const long = lines(600).map((line) => ({ ...line, text: 'x'.repeat(20_000) }));
    await load(file(long));
    const { items } = await test.call('operation.list', { wholeJobs: true });
    expect(items.map(({ name }) => name)).toEqual(['job.import', 'reflection.store', 'reflection.store']);
    expect(items[0]?.recordCounts?.reflection).toBe(600);
    // A record is named all the same, and what is left out is told by the count.
    expect(items[0]?.changes.length).toBeGreaterThan(0);
    expect(items[0]?.changes.length).toBeLessThan(items[0]?.jobChangeCount ?? 0);
  });

  it('skips a line longer than any lesson like any other bad one', async () => {
    const [first, second] = lines(2);
    const job = await load(file([first, `{"text":"${'x'.repeat(2_000_000)}"}`, second]), { skipBad: true });
    expect(job).toMatchObject({ state: 'done', result: { imported: 2, bad: 1 } });
    expect(job.result?.badLines).toMatchObject([{ line: 2, reason: expect.stringContaining('longer') }]);
  });

  it('never takes a line of the file for the reason why it is bad', async () => {
    const told = '\u0000everything is fine';
    const job = await load(file([...lines(1), told, '\u0000']), { skipBad: true });
    const reason = expect.stringMatching(/^begins with a NUL.*UTF-8$/);
    expect(job.result?.badLines).toMatchObject([
      { line: 2, reason },
      { line: 3, reason },
    ]);
  });

  it('keeps lessons apart whose ids look alike once redacted', async () => {
    const ids = ['bob@example.com', 'al@example.com', SECRET, `${SECRET}x`];
    const job = await load(file(ids.map((id) => ({ id, title: id, outcome: 'success' }))));
    expect(job).toMatchObject({ result: { imported: 4, alreadyThere: 0 } });
    const { items } = await test.call('reflection.list', {});
    expect(items.map((item) => item.nativeId)).toContain('bob@example.com');
    expect(JSON.stringify(items)).not.toContain(SECRET);
  });

  it('does not keep a secret that a bad line quotes', async () => {
    const job = await load(file([{ title: 'a', outcome: 'success', createdAt: SECRET }, `{"password": ${SECRET}`]));
    expect(job.state).toBe('failed');
    expect(JSON.stringify(job)).not.toContain(SECRET.slice(0, 30));
  });

  it('adds nothing the second time, also of lessons that were edited or deleted since (E-04)', async () => {
    verifies('E-04');
    const path = file(lines(300));
    await load(path);
    const [a, b] = (await test.call('reflection.list', { limit: 2 })).items;
    await test.call('reflection.update', { id: a?.id ?? '', changes: { text: 'mine' } });
    await test.call('reflection.delete', { id: b?.id ?? '' });
    const before = dump(test);
    expect(await load(path)).toMatchObject({ result: { imported: 0, alreadyThere: 300 } });
    expect(dump(test)).toBe(before);
  });

  it('says where each lesson came from: file, hash, line, version of the rules and trust (E-03, E-04)', async () => {
    verifies('E-03', 'E-04');
    const path = file(lines(3));
    await load(path);
    const { items } = await test.call('reflection.list', {});
    expect(items.map((item) => item.sourcePointer)).toEqual(['line 3', 'line 2', 'line 1']);
    expect(test.rows('SELECT id, system, path, sha256, importer, rule_version, trust FROM source')).toEqual([
      {
        id: items[0]?.sourceId,
        system: 'jsonl',
        path,
        sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
        importer: 'lessons',
        rule_version: 1,
        trust: 'unreviewed',
      },
    ]);
  });

  it('goes on where it was after the program ended in the middle, and loses and doubles nothing', async () => {
    const path = file(lines(3000));
    const { job } = await test.call('import.lessons', { path, projectId: 'p' });
    let restarts = 0;
    for (let state = 'queued'; state !== 'done'; ) {
      // Waits for a commit instead of a time, so that the import is stopped in the middle on every machine.
      while (test.core.busy() && test.events.filter((event) => event.changed.reflection).length < 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      test.events.length = 0;
      const found = (await test.call('job.get', { id: job.id })).job;
      state = found.state;
      if (state === 'done' || restarts >= 3) {
        state = (await test.ended(job.id)).state;
        continue;
      }
      await test.restart();
      restarts++;
    }
    expect(restarts).toBeGreaterThan(0);
    const ended = await test.ended(job.id);
    expect(ended).toMatchObject({ state: 'done', result: { imported: 3000, alreadyThere: 0 } });
    const { sourceId } = resultOf('import', ended);
    expect((await test.call('reflection.list', { sourceId, withTotal: true })).total).toBe(3000);
    expect(test.rows('SELECT COUNT(*) AS n, COUNT(DISTINCT native_id) AS ids FROM reflection')).toEqual([
      { n: 3000, ids: 3000 },
    ]);
    expect(test.rows('SELECT COUNT(*) AS n FROM source')).toEqual([{ n: 1 }]);
  });

  it('that is cancelled stops, says so, and can be undone', async () => {
    const before = dump(test);
    const { job } = await test.call('import.lessons', { path: file(lines(5000)), projectId: 'p' });
    while (!test.events.some((event) => event.changed.reflection))
      await new Promise((resolve) => setImmediate(resolve));
    await test.call('job.cancel', { id: job.id });
    expect(await test.ended(job.id)).toMatchObject({ state: 'cancelled', error: { code: 'refused' } });
    expect(count()).toBeGreaterThan(0);
    expect(count()).toBeLessThan(5000);
    await test.call('operation.undo', { jobId: job.id });
    expect(dump(test)).toBe(before);
    expect((await test.call('job.cancel', { id: job.id })).job.state).toBe('cancelled');
  });

  it('shows its progress, and other jobs wait their turn', async () => {
    const one = await test.call('import.lessons', { path: file(lines(2500), 'a.jsonl'), projectId: 'p' });
    const two = await test.call('import.sample', {});
    const seen = new Set<number>();
    while ((await test.call('job.get', { id: one.job.id })).job.state !== 'done') {
      const { job } = await test.call('job.get', { id: one.job.id });
      if (job.state === 'running') seen.add(job.done);
      expect((await test.call('job.get', { id: two.job.id })).job.done === 0 || job.state === 'done').toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(await test.ended(two.job.id)).toMatchObject({
      state: 'done',
      done: 88,
      total: 88,
      result: { imported: 88 },
    });
    expect((await test.call('job.list', {})).items.map((job) => job.id)).toEqual([two.job.id, one.job.id]);
  });

  it('of 20,000 lines lets every other write in between two chunks', async () => {
    const { job } = await test.call('import.lessons', { path: file(lines(20_000)), projectId: 'p' });
    const waits: number[] = [];
    while (test.core.busy()) {
      const before = test.events.length;
      await test.store({ projectId: 'other' });
      waits.push(test.events.length - before);
    }
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: 20_000 } });
    // A call waits for its own commit, and at most for the current chunk and the one with which it shares a commit.
    expect(waits.length).toBeGreaterThan(20);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3);
  }, 60_000);

  it('treats ids of another memory as names, instead of stopping half-way', async () => {
    const foreign = { projectId: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV', sessionId: 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    const job = await load(file([...lines(600), { id: 'x', title: 'exported', outcome: 'success', ...foreign }]));
    expect(job).toMatchObject({ state: 'done', result: { imported: 601 } });
    const { items } = await test.call('reflection.list', { text: 'exported' });
    expect(items[0]).toMatchObject({ sessionNativeId: foreign.sessionId, projectName: foreign.projectId });
  });

  it('of a file that is not there, is a folder or is not absolute is refused before a job is made', async () => {
    for (const path of [join(test.folder, 'none'), test.folder, 'lessons.jsonl', '']) {
      expect(await test.fail('import.lessons', { path })).toMatchObject({ code: 'invalid_input' });
    }
    const path = file(lines(1));
    expect(await test.fail('import.lessons', { path, projectId: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({
      code: 'not_found',
    });
    expect((await test.call('job.list', {})).items).toEqual([]);
  });

  it('of a file that changes under it is refused, not mixed', async () => {
    const path = file(lines(3000));
    const { job } = await test.call('import.lessons', { path, projectId: 'p' });
    while (!test.events.some((event) => event.changed.reflection))
      await new Promise((resolve) => setImmediate(resolve));
    await test.core.close();
    file(lines(2999));
    await test.restart();
    const ended = await test.ended(job.id);
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'conflict' } });
    const written = test.rows<{ n: number }>(
      'SELECT (SELECT COUNT(*) FROM reflection) + (SELECT COUNT(*) FROM project) + (SELECT COUNT(*) FROM source) + (SELECT COUNT(*) FROM session) AS n',
    )[0]?.n;
    expect(ended.error?.message).toContain(`What the job wrote before stays: ${written} records.`);
    expect(ended.error?.hint).toContain(job.id);
  });
});

describe('the sample', () => {
  it('is loaded once, however often it is asked for, and one undo removes it', async () => {
    const before = dump(test);
    const { job } = await test.call('import.sample', {});
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: 88 } });
    const again = await test.call('import.sample', {});
    expect(await test.ended(again.job.id)).toMatchObject({ result: { imported: 0, alreadyThere: 88 } });
    await test.call('operation.undo', { jobId: job.id });
    expect(dump(test)).toBe(before);
  });
});

/** All bytes of the memory on disk. */
function bytesOnDisk(): string {
  return ['', '-wal']
    .map((suffix) => test.paths.database + suffix)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
}

describe('a secret', () => {
  it('in a stored text never reaches the disk, and the answer says so', async () => {
    const answer = await test.call(
      'reflection.store',
      {
        taskDescription: `deploy with ${SECRET}`,
        outcome: 'failure',
        whatWorked: [`export GITHUB_TOKEN=${SECRET}`],
        extra: { env: { [SECRET]: SECRET } },
      },
      undefined,
      'a key',
    );
    expect(answer.notes.join()).toContain('secrets were replaced');
    await test.call('reflection.update', { id: answer.reflection.id, changes: { text: `again ${SECRET}` } });
    await test.call('session.start', { goal: `goal ${SECRET}` });
    expect(bytesOnDisk()).not.toContain(SECRET);
    await test.core.close();
    expect(bytesOnDisk()).not.toContain(SECRET);
  });

  it('in an imported line never reaches the disk, and is counted', async () => {
    const job = await load(
      file([{ id: 1, title: 't', text: `token ${SECRET}`, outcome: 'failure', unknown: { field: SECRET } }]),
    );
    expect(job.result).toMatchObject({ imported: 1, redacted: 2 });
    expect(bytesOnDisk()).not.toContain(SECRET);
  });

  it('would be found by this search if it were there', async () => {
    const plain = 'ghp-not-a-secret-but-as-long-as-one-0123';
    await test.store({ text: plain });
    expect(bytesOnDisk()).toContain(plain);
  });
});
