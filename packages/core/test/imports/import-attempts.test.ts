import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Attempt, resultOf } from '@twicewise/contract';
import { ATTEMPT_RULES } from '@twicewise/ingest';
import { TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { closeStore, type EntityRecord, openStore, readRecord, replaceRecord, transaction } from '@twicewise/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Captures } from '../capture/hooked.ts';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
let folder: string;
beforeEach(() => {
  test = new TestCore();
  folder = join(test.folder, 'projects');
  mkdirSync(join(folder, 'shop'), { recursive: true });
});
afterEach(() => test.remove());

const SESSION = 'shop/session-1.jsonl';
const FAILED = 'Tests  1 failed | 3 passed (4)\nAssertionError: expected 3 to be 4';
const PASSED = 'Tests  4 passed (4)';

async function importing() {
  const { job } = await test.call('import.history', { path: folder });
  return { id: job.id, ...resultOf('history', await test.ended(job.id)) };
}

async function attemptsIn(core: TestCore): Promise<Attempt[]> {
  const { items } = await core.call('attempt.list', { order: 'oldest' });
  return Promise.all(items.map(async ({ id }) => (await core.call('attempt.get', { id })).attempt));
}
const attempts = () => attemptsIn(test);

/** Makes a record what rules before version 1 would have written. */
function asEarlierRules(id: string, fields: EntityRecord): void {
  const opened = openStore(test.paths, test.now);
  if (opened.state !== 'ready') throw new Error(opened.state);
  const record = readRecord(opened.db, 'attempt', id);
  if (record)
    transaction(opened.db, () => replaceRecord(opened.db, 'attempt', { ...record, ...fields, ruleVersion: 0 }));
  closeStore(opened.db);
}

/** An attempt that failed, and one that mended it. */
function twoAttempts(builder = new TranscriptBuilder()): TranscriptBuilder {
  return builder
    .prompt('Make the cart add up')
    .say('The total leaves out the last row, so I include it.')
    .edit('e1', '/work/shop/src/cart.ts', 'a\nb\n', 'a\nc\nd\n')
    .run('t1', 'npm test', FAILED, true)
    .edit('e2', '/work/shop/src/cart.ts', 'c\n', 'e\n')
    .run('t2', 'npm test', PASSED);
}

describe('an import of past sessions, their attempts', () => {
  it('records what was changed and what the checks said, as measured', async () => {
    twoAttempts().write(folder, SESSION);
    expect(await importing()).toMatchObject({ attempts: 2, attemptsChanged: 0, noted: 0 });
    const [first, second] = await attempts();
    expect(first).toMatchObject({
      nativeId: 'claude-code:session-1:2026-02-01T10:00:03.000Z',
      projectName: 'shop',
      sessionNativeId: 'session-1',
      task: 'Make the cart add up',
      ordinal: 1,
      ordinalNative: 1,
      strategy: 'The total leaves out the last row, so I include it.',
      outcome: 'failure',
      outcomeSource: 'measured',
      startedAt: '2026-02-01T10:00:03.000Z',
      endedAt: '2026-02-01T10:00:06.000Z',
      author: { kind: 'importer', name: 'claude-code' },
      agent: 'claude-code',
      sourcePointer: 'lines 3-6',
      ruleVersion: ATTEMPT_RULES,
    });
    expect(first?.content.actor).toMatchObject({
      filesModified: ['src/cart.ts'],
      totalChanges: { filesChanged: 1, linesAdded: 2, linesDeleted: 1 },
    });
    expect(first?.content.checks).toMatchObject([
      { command: 'npm test', kind: 'tests', verdict: 'fail', counts: { passed: 3, failed: 1 } },
    ]);
    expect(first?.content.errors).toMatchObject([
      { signature: 'AssertionError: expected 0 to be 0', type: 'tests', message: FAILED },
    ]);
    expect(second).toMatchObject({
      ordinal: 2,
      outcome: 'success',
      content: { checks: [{ verdict: 'pass' }], errors: [] },
    });
    expect(second?.taskIdentity).toBe(first?.taskIdentity);
  });

  it('has no outcome where nothing was checked, which is not counted as measured', async () => {
    new TranscriptBuilder().prompt('Tidy up').edit('e1', '/work/shop/a.ts', 'a', 'b').write(folder, SESSION);
    await importing();
    expect(await attempts()).toMatchObject([
      { outcome: 'unknown', outcomeSource: 'defaulted', content: { checks: [] } },
    ]);
  });

  it('read again changes nothing, not even after a restart, and by nobody else who reads the same', async () => {
    twoAttempts().write(folder, SESSION);
    await importing();
    const before = dump(test);
    expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 0, noted: 0 });
    await test.restart();
    expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 0 });
    expect(dump(test)).toBe(before);
  });

  it('brings the last one up to date with a transcript that grew, and leaves what is in the bin', async () => {
    const builder = twoAttempts();
    builder.write(folder, SESSION);
    await importing();
    const [first, second] = await attempts();
    await test.call('attempt.delete', { id: first?.id ?? '' });
    builder.run('t3', 'npm test', FAILED, true).edit('e3', '/work/shop/b.ts', 'x', 'y').write(folder, SESSION);
    expect(await importing()).toMatchObject({ attempts: 1, attemptsChanged: 1 });
    expect(await attempts()).toMatchObject([
      {
        id: second?.id,
        ordinal: 2,
        outcome: 'failure',
        content: { checks: [{ verdict: 'pass' }, { verdict: 'fail' }] },
      },
      { ordinal: 3, outcome: 'unknown' },
    ]);
    expect((await test.call('attempt.list', { deleted: 'only' })).items).toMatchObject([
      { id: first?.id, outcome: 'failure' },
    ]);
  });

  it('is not taken back by a copy from before the session went on', async () => {
    const builder = twoAttempts();
    const early = builder.lines.slice(0, 8);
    builder.write(folder, SESSION);
    await importing();
    const before = dump(test);
    mkdirSync(join(folder, 'copy'));
    new TranscriptBuilder().raw(early.join('\n')).write(folder, 'copy/session-1.jsonl');
    expect(await importing()).toMatchObject({ attempts: 0, attemptsChanged: 0 });
    expect(dump(test)).toBe(before);
  });

  it('of a session in two files are kept beside each other', async () => {
    const builder = twoAttempts();
    new TranscriptBuilder().raw(builder.lines.slice(0, 6).join('\n')).write(folder, SESSION);
    await importing();
    mkdirSync(join(folder, 'later'));
    const rest = [builder.lines[0], ...builder.lines.slice(6)].join('\n');
    new TranscriptBuilder().raw(rest).write(folder, 'later/session-1.jsonl');
    expect(await importing()).toMatchObject({ attempts: 1, attemptsChanged: 0 });
    expect((await attempts()).map(({ ordinal, outcome }) => [ordinal, outcome])).toEqual([
      [1, 'failure'],
      [2, 'success'],
    ]);
  });

  it('by rules of an earlier version are brought up to date, and those not found again go into the bin', async () => {
    twoAttempts().write(folder, SESSION);
    await importing();
    const [first, second] = await attempts();
    await test.core.close();
    asEarlierRules(first?.id ?? '', { outcome: 'success', outcomeSource: 'reported' });
    asEarlierRules(second?.id ?? '', { nativeId: 'claude-code:session-1:elsewhen' });
    await test.restart();
    expect(await importing()).toMatchObject({ attempts: 1, attemptsChanged: 1 });
    expect(await attempts()).toMatchObject([
      { id: first?.id, outcome: 'failure', outcomeSource: 'measured', ruleVersion: ATTEMPT_RULES },
      { outcome: 'success', ruleVersion: ATTEMPT_RULES },
    ]);
    expect((await test.call('attempt.list', { deleted: 'only' })).items).toMatchObject([{ id: second?.id }]);
  });

  it('counts on over sessions that ask for the same, and not for words that only go on', async () => {
    twoAttempts().prompt('yes, go on').edit('e4', '/work/shop/c.ts', 'x', 'y').write(folder, SESSION);
    const other = new TranscriptBuilder({ sessionId: 'session-2' }, '2026-02-02T10:00:00Z');
    twoAttempts(other).write(folder, 'shop/session-2.jsonl');
    await importing();
    const found = await attempts();
    expect(found.map(({ sessionNativeId, task, ordinal }) => [sessionNativeId, task, ordinal])).toEqual([
      ['session-1', 'Make the cart add up', 1],
      ['session-1', 'Make the cart add up', 2],
      ['session-1', 'Make the cart add up', 3],
      ['session-2', 'Make the cart add up', 4],
      ['session-2', 'Make the cart add up', 5],
    ]);
  });

  it('keeps no secret of a command, an output or a path', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    new TranscriptBuilder()
      .prompt(`Deploy with ${key}`)
      .edit('e1', `/work/shop/${key}.ts`, 'a', 'b')
      .run('t1', `TOKEN=${key} npm test`, `Tests  1 failed (1)\nError: ${key} is refused`, true)
      .write(folder, SESSION);
    await importing();
    const [only] = await attempts();
    expect(only?.content.checks).toHaveLength(1);
    expect(JSON.stringify(only)).not.toContain(key);
  });

  it('is undone as one with its session', async () => {
    twoAttempts().write(folder, SESSION);
    const { id } = await importing();
    await test.call('operation.undo', { jobId: id });
    expect(await attempts()).toEqual([]);
  });
});

describe('the capture of a session, its attempts', () => {
  it('follows the session turn by turn: the same attempts as one reading at its end', async () => {
    const captures = new Captures();
    const builder = twoAttempts();
    captures.write('session-1', new TranscriptBuilder().raw(builder.lines.slice(0, 6).join('\n')));
    expect((await captures.capture('session-1')).result).toMatchObject({ attempts: 1 });
    captures.write('session-1', builder);
    expect((await captures.capture('session-1', { moment: 'end' })).result).toMatchObject({ attempts: 2 });
    twoAttempts().write(folder, SESSION);
    await importing();
    const of = (found: Attempt[]) =>
      found.map(({ task, ordinal, strategy, outcome, startedAt, endedAt, content }) => {
        return { task, ordinal, strategy, outcome, startedAt, endedAt, content };
      });
    const captured = of(await attemptsIn(captures.test));
    expect(captured).toHaveLength(2);
    expect(captured).toEqual(of(await attempts()));
    await captures.test.remove();
  });

  it('of a session with many attempts is written in short steps, which are one undo', async () => {
    const captures = new Captures();
    const builder = new TranscriptBuilder().prompt('Make all tests pass');
    for (let n = 0; n < 45; n++) {
      builder.edit(`e${n}`, `/work/shop/part${n}.js`, 'a', 'b').run(`t${n}`, `npm test -- part${n}`, PASSED);
    }
    captures.write('session-1', builder);
    const job = await captures.capture('session-1');
    expect(job.result).toMatchObject({ attempts: 45 });
    const { items } = await captures.test.call('operation.list', { limit: 50 });
    const made = items.map(({ changes }) => changes.filter(({ entity }) => entity === 'attempt').length);
    expect(made.reduce((sum, count) => sum + count)).toBe(45);
    expect(Math.max(...made)).toBeLessThanOrEqual(20);
    expect((await captures.test.call('source.list', {})).items).toHaveLength(1);
    await captures.test.call('operation.undo', { jobId: job.id });
    expect(await attemptsIn(captures.test)).toEqual([]);
    await captures.test.remove();
  });
});
