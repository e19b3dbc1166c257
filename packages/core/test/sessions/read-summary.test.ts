import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, SUMMARY_PARTS, type SummaryPart, type WorkingSummary } from '@twicewise/contract';
import { TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import type { JobRecord } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dueAt } from '../../src/capture/capture-job.ts';
import { summaryAfter } from '../../src/sessions/read-summary.ts';
import { Captures, hookOf } from '../capture/hooked.ts';
import { agentIn, dump, type TestCore } from '../harness.ts';

let captures: Captures;
let test: TestCore;
beforeEach(() => {
  captures = new Captures();
  test = captures.test;
});
afterEach(() => test.remove());

const SESSION = 'session-1';
const FAILED = 'Tests  1 failed | 3 passed (4)\nAssertionError: expected 3 to be 4';
const PASSED = 'Tests  4 passed (4)';

const agent = (session = SESSION, overrides: Partial<Caller> = {}) => agentIn('/work/shop', { session, ...overrides });
const list = (builder: TranscriptBuilder, id: string, entries: Record<string, string>) =>
  builder
    .call(id, 'TodoWrite', { todos: Object.entries(entries).map(([content, status]) => ({ content, status })) })
    .result(id, 'Todos have been modified successfully.');

/** A session that has tried something, and has more to do. */
const halfway = (session = SESSION) => {
  const builder = new TranscriptBuilder({ sessionId: session }).prompt('Make the cart add up');
  return list(builder, 'd1', { 'Read rows': 'completed', 'Sum rows': 'in_progress', Round: 'pending' })
    .edit('e1', '/work/shop/src/cart.ts', 'a', 'b')
    .run('t1', 'npm test', FAILED, true);
};
const HALFWAY = {
  goal: 'Make the cart add up',
  progress: 'Last checks: `npm test` failed (3 passed, 1 failed, 0 skipped).\nDone by its list: Read rows.',
  approach: null,
  known: 'Failed at the last check: Tests  1 failed | 3 passed (4) | AssertionError: expected 3 to be 4.',
  next: 'Sum rows (in progress); Round',
  said: [],
};
/** The same session when it has finished. */
const finished = (builder = halfway()) =>
  list(builder.edit('e2', '/work/shop/src/cart.ts', 'b', 'c').run('t2', 'npm test', PASSED), 'd2', {
    'Read rows': 'completed',
    'Sum rows': 'completed',
    Round: 'completed',
  });

/** Writes a transcript and has it captured. */
async function capture(builder: TranscriptBuilder, session = SESSION) {
  captures.write(session, builder);
  return captures.capture(session);
}
async function importing() {
  const { job } = await test.call('import.history', { path: captures.folder });
  return test.ended(job.id);
}
const summary = async (session = SESSION) =>
  (await test.call('session.get', { id: session }, agent(session))).session.workingSummary;
const versions = async () => (await test.call('session.notes', { id: SESSION }, agent())).items;

describe('where a session stands, read from its transcript', () => {
  it('is written with its capture, and with an import of it, in one version (S4-32, X10)', async () => {
    verifies('S4-32', 'X10');
    await capture(halfway());
    const read = await summary();
    expect(read).toMatchObject({ ...HALFWAY, at: '2026-02-01T10:00:07.000Z', readTo: '2026-02-01T10:00:07.000Z' });
    expect(await versions()).toMatchObject([{ kind: 'do', author: { kind: 'importer', name: 'claude-code' } }]);
    await test.call('operation.undo', { jobId: (await test.call('operation.list', {})).items[0]?.jobId ?? '' });
    await importing();
    expect(await summary()).toEqual(read);
  });

  it('changes with the transcript, and one undo takes back all of it with the session', async () => {
    await capture(halfway());
    const job = await capture(finished());
    expect(await summary()).toMatchObject({
      goal: HALFWAY.goal,
      progress:
        'Last checks: `npm test` passed (4 passed, 0 failed, 0 skipped).\nDone by its list: Read rows; Sum rows; Round.',
      known: null,
      next: null,
    });
    expect((await versions()).map(({ summary: one }) => one?.next)).toEqual([null, HALFWAY.next]);
    await test.call('operation.undo', { jobId: job.id });
    expect((await test.call('session.list', {})).items).toEqual([]);
  });

  it('read again writes nothing, and an earlier copy of it takes nothing back', async () => {
    const early = halfway().lines;
    captures.write(SESSION, finished());
    await importing();
    const before = dump(test);
    await importing();
    mkdirSync(join(captures.folder, 'copy'));
    new TranscriptBuilder().raw(early.join('\n')).write(join(captures.folder, 'copy'));
    await importing();
    expect(dump(test)).toBe(before);
  });

  it('fills only the parts that nobody wrote, whoever comes first (S4-32)', async () => {
    verifies('S4-32');
    await test.call('session.note', { sessionId: SESSION, next: 'Ask Ann' }, agent());
    await capture(halfway());
    expect(await summary()).toMatchObject({ ...HALFWAY, next: 'Ask Ann', said: ['next'] });
    await test.call('session.note', { sessionId: SESSION, goal: 'Sell more', progress: 'Half' }, agent());
    expect(await summary()).toMatchObject({ known: HALFWAY.known, said: ['goal', 'progress', 'next'] });
    await capture(finished());
    const { goal, progress, known, next, said } = (await summary()) ?? {};
    expect({ goal, progress, known, next }).toEqual({
      goal: 'Sell more',
      progress: 'Half',
      known: null,
      next: 'Ask Ann',
    });
    expect(said).toEqual(['goal', 'progress', 'next']);
  });

  it('does not take the place of a goal that the session was given at its start', async () => {
    await test.call('session.start', { sessionId: SESSION, goal: 'Cart, second try' }, agent());
    await capture(halfway());
    await test.call('session.note', { sessionId: SESSION, progress: 'Half' }, agent());
    await capture(finished());
    expect(await summary()).toMatchObject({ goal: 'Cart, second try', progress: 'Half', said: ['progress'] });
  });

  it('keeps the whole first request as its goal when something is noted', async () => {
    const request = `Make the cart add up: ${'every row counts, '.repeat(20)}`.trim();
    await capture(new TranscriptBuilder().prompt(request));
    const { session } = await test.call('session.note', { sessionId: SESSION, progress: 'Half' }, agent());
    expect(session.goal?.length).toBeLessThanOrEqual(200);
    expect(session.workingSummary?.goal).toBe(request);
  });

  it('of a part that begins later keeps the goal and what the part says nothing of', async () => {
    await capture(halfway());
    mkdirSync(join(captures.folder, 'later'));
    new TranscriptBuilder({}, '2026-02-02T10:00:00Z').prompt('Now the tax').write(join(captures.folder, 'later'));
    await importing();
    expect(await summary()).toMatchObject({ ...HALFWAY, at: '2026-02-01T10:00:07.000Z' });
  });

  it('keeps no secret', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    await capture(list(new TranscriptBuilder().prompt(`Deploy with ${key}`), 'd1', { [`Send ${key}`]: 'pending' }));
    expect(await summary()).toMatchObject({ goal: expect.any(String), next: expect.any(String) });
    expect(JSON.stringify(await summary())).not.toContain(key);
  });

  it('never loses a part to a reading that says nothing of it, nor a written part to any (S4-32)', () => {
    verifies('S4-32');
    const text = fc.option(fc.constantFrom('one', 'two'), { nil: null });
    const parts = fc.record({ goal: text, progress: text, approach: text, known: text, next: text });
    const said = fc.subarray([...SUMMARY_PARTS]);
    const cleared = fc.subarray<SummaryPart>(['known', 'next']);
    const property = fc.property(parts, said, parts, cleared, (before, written, read, gone) => {
      const known: WorkingSummary = { ...before, said: written, at: '2026-02-01T10:00:00.000Z' };
      const session = { goal: before.goal, startedAt: '2026-02-01T10:00:00.000Z', workingSummary: known };
      const summary = { ...read, cleared: gone.filter((part) => read[part] === null) };
      const reading = { summary, endedAt: '2026-02-02T10:00:00.000Z', startedAt: session.startedAt, title: null };
      const after = summaryAfter(session, reading, known.at);
      for (const part of SUMMARY_PARTS) {
        if (written.includes(part)) expect(after?.[part]).toBe(before[part]);
        else if (read[part] === null && !gone.includes(part)) expect(after?.[part]).toBe(before[part]);
        else if (part !== 'goal') expect(after?.[part]).toBe(read[part]);
      }
      expect(after?.said).toEqual(written);
    });
    fc.assert(property);
  });
});

describe('an agent', () => {
  const start = (session: string, occasion: 'session_start' | 'context_cut' = 'session_start') =>
    test.call('memory.remind', { occasion, branch: 'main' }, hookOf(session));

  it('is told after its context was cut where its session stood by its transcript (S4-32)', async () => {
    verifies('S4-32');
    await capture(halfway(), SESSION);
    const { text } = await start(SESSION, 'context_cut');
    expect(text).toContain('Where your session stood');
    for (const words of [HALFWAY.goal, HALFWAY.next, 'Read rows', 'expected 3 to be 4']) expect(text).toContain(words);
  });

  it('does not wait for that as long as for a turn: the reading takes no rest before', () => {
    const job = { position: { tookMs: 60_000 } } as unknown as JobRecord;
    const NOW = 1_000_000;
    expect(dueAt(NOW, 'compaction', job) - NOW).toBe(2000);
    expect(dueAt(NOW, 'end', job) - NOW).toBe(2000);
    expect(dueAt(NOW, 'turn', job) - NOW).toBeGreaterThan(20_000);
  });

  it('is told what the session before left to do, and of none that finished (S4-32)', async () => {
    verifies('S4-32');
    test.now = Date.parse('2026-02-01T12:00:00Z');
    await capture(halfway());
    expect((await start('second')).text).toContain(HALFWAY.next);
    await capture(finished());
    expect(await start('third')).toMatchObject({ text: null, workingSummary: null });
    // What somebody wrote is told, however the session ended.
    await test.call('session.note', { sessionId: SESSION, known: 'Rows are texts' }, agent());
    expect((await start('fourth')).text).toContain('Rows are texts');
  });

  it('is told of changes that nothing checked, unless they were committed, and not of mere questions', async () => {
    test.now = Date.parse('2026-02-01T12:00:00Z');
    const asked = new TranscriptBuilder().prompt('How does the cart add up?').say('It sums.').prompt('And the tax?');
    await capture(asked);
    expect((await start('second')).text).toBeNull();
    await capture(asked.edit('e1', '/work/shop/src/tax.ts', 'a', 'b'));
    expect((await start('third')).text).toContain('not checked: src/tax.ts');
    await capture(asked.run('c1', 'git commit -am x', '[main 1a2b3c4] Tax\n 1 file changed'));
    expect((await start('fourth')).text).toBeNull();
  });
});
