import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf, OperationName } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../../harness.ts';
import { scansOf, type Work, workOf } from './work.ts';

const opened: TestCore[] = [];
afterEach(async () => {
  for (const test of opened.splice(0)) await test.remove();
});

const agent = agentIn('/work/shop');

/** A session like many others, but with some unique words. */
const sessionNo = (n: number): InputOf<'episode.store'> => ({
  sessionId: `session-${String(n).padStart(4, '0')}`,
  task: `Make part ${n} of the importer resumable`,
  outcome: n % 2 === 0 ? 'success' : 'failure',
  decisions: [
    {
      id: 'd1',
      context: `How part ${n} goes on`,
      chosen: `Keep position ${n}`,
      rationale: 'r'.repeat(400),
      effects: ['e1'],
    },
  ],
  events: [{ id: 'e1', type: 'error', content: `Position ${n} was of another file` }],
  lessons: [`A position ${n} is durable only with what it stands for`],
});

async function memoryOf(count: number): Promise<TestCore> {
  const test = new TestCore();
  opened.push(test);
  for (let n = 1000; n < 1000 + count; n++) await test.call('episode.store', sessionNo(n), agent);
  await caughtUp(test);
  return test;
}

/**
 * Waits for the indexes in memory, which are built and follow each commit in the background, so that only later work is measured.
 * What agents were shown is stored first, and a person asks: otherwise the wait itself would end with a commit to follow.
 */
async function caughtUp(test: TestCore): Promise<void> {
  await test.accounted();
  await test.call('causal.nodes', { text: 'Position' }, person);
  await test.call('memory.search', { text: 'position' }, person);
  await test.call('pattern.list', {}, person);
}

const SESSION = 'session-1005';
/** Questions of an agent about episodes, the same for each memory. */
const ASKED: readonly [OperationName, object][] = [
  ['episode.get', { sessionId: SESSION }],
  ['episode.decisions', { sessionId: SESSION }],
  ['episode.digest', { sessionId: SESSION }],
  ['episode.list', { limit: 10 }],
  ['episode.list', { outcome: 'failure', since: '2026-01-01T00:00:00Z', limit: 10 }],
  ['causal.why', { of: 'Position 1005 was of another file' }],
  ['causal.path', { from: 'Keep position 1005', to: 'Position 1005 was of another file' }],
  ['causal.whatIf', { decision: 'Keep position 1005', alternative: 'Start again' }],
  ['causal.graph', { around: 'Keep position 1005' }],
  ['memory.search', { text: 'part 1005 resumable', kinds: ['session'], limit: 5 }],
  ['memory.brief', { task: 'Make part 1005 resumable' }],
  ['memory.remind', { occasion: 'tool_failure', text: 'Position 1005 was of another file' }],
];

/** The smallest of several measurements: sometimes an index follows a commit, or maintenance runs, in the middle of one. */
async function least(test: TestCore, ask: (n: number) => Promise<unknown>): Promise<Work> {
  let found: Work | null = null;
  // The first calls prepare statements and cache names.
  for (let n = 0; n < 5; n++) {
    const work = await workOf(test.paths.database, () => ask(n));
    if (found === null || work.statements < found.statements) found = work;
    await caughtUp(test);
  }
  if (found === null) throw new Error('nothing was measured');
  return found;
}

const measured = (test: TestCore, name: OperationName, input: object) =>
  least(test, () => test.call(name, input as never, agent));

describe('what an agent asks of episodes while it works (S1-06)', () => {
  it('costs the same statements, rows and bytes among 40 sessions and among 400, and reads no table whole', async () => {
    verifies('S1-06');
    const [few, many] = [await memoryOf(40), await memoryOf(400)];
    for (const [name, input] of ASKED) {
      const [small, large] = [await measured(few, name, input), await measured(many, name, input)];
      const says = `${name} ${JSON.stringify(input)}`;
      expect(large.statements, says).toBeLessThanOrEqual(small.statements + 2);
      expect(large.statements, says).toBeLessThan(60);
      expect(large.rows, says).toBeLessThanOrEqual(small.rows + 20);
      expect(large.bytes, says).toBeLessThan(small.bytes * 1.5 + 2000);
      expect(scansOf(many.paths.database, large.sql), says).toEqual([]);
    }
  }, 60_000);

  it('is recorded with as much work in a large memory as in a small one, about three times its own size', async () => {
    verifies('S1-06');
    const [few, many] = [await memoryOf(40), await memoryOf(400)];
    const stored = (test: TestCore) => least(test, (n) => test.call('episode.store', sessionNo(2000 + n), agent));
    const [small, large] = [await stored(few), await stored(many)];
    expect(large.statements).toBeLessThanOrEqual(small.statements);
    expect(large.rows).toBeLessThanOrEqual(small.rows);
    expect(large.bytes).toBeLessThan(small.bytes * 1.1);
    expect(large.bytes).toBeLessThan(Buffer.byteLength(JSON.stringify(sessionNo(2001))) * 3 + 6000);
    expect(scansOf(many.paths.database, large.sql)).toEqual([]);
  }, 60_000);

  it('is told apart from a query that reads everything: the harness above can fail', async () => {
    const test = await memoryOf(40);
    const sql = 'SELECT * FROM episode WHERE task = ?';
    // Does not count the opening of the test's own connection.
    test.rows('SELECT 1');
    const work = await workOf(test.paths.database, async () => test.rows(sql, ['x']));
    expect(work).toMatchObject({ statements: 1, rows: 0 });
    expect(scansOf(test.paths.database, work.sql)).toEqual(['SCAN episode']);
    const whole = await workOf(test.paths.database, async () => test.rows('SELECT * FROM episode'));
    expect(whole.rows).toBe(40);
    expect(whole.bytes).toBeGreaterThan(40 * 600);
  });

  it('waits for one file at most while a folder of logs is read', async () => {
    verifies('S1-06');
    const test = await memoryOf(10);
    const folder = join(test.folder, 'logs');
    mkdirSync(folder);
    for (let n = 100; n < 160; n++) {
      const log = { session: { number: n, objective: `Part ${n}` }, decisions: [{ decision: `Keep part ${n}` }] };
      writeFileSync(join(folder, `2026-01-02-session-${n}.json`), JSON.stringify(log));
    }
    const { job } = await test.call('episode.extract', { path: folder, projectId: 'demo' });
    const seen: number[] = [];
    for (;;) {
      const { job: now } = await test.call('job.get', { id: job.id });
      if (now.state !== 'queued' && now.state !== 'running') break;
      await test.call('episode.get', { sessionId: SESSION }, agent);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(now.done);
    }
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { made: 60 } });
    const steps = seen.slice(1).map((done, at) => done - (seen[at] ?? 0));
    expect(seen.length).toBeGreaterThan(30);
    expect(Math.max(...steps)).toBeLessThanOrEqual(2);
  });
});
