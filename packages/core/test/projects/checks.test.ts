import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Captures } from '../capture/hooked.ts';
import { agentIn, dump, type TestCore } from '../harness.ts';

let captures: Captures;
let test: TestCore;
beforeEach(() => {
  captures = new Captures();
  test = captures.test;
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const SESSION = 'session-1';
const setChecks = (checks: string[]) => test.call('project.setChecks', { id: 'shop', checks }, agent);
const outcomes = async () => (await test.call('attempt.list', { order: 'oldest' })).items.map(({ outcome }) => outcome);

/** Two attempts, if the project names this command as its check; else one that nothing checked. */
const twoTries = () =>
  new TranscriptBuilder()
    .prompt('Make the cart add up')
    .edit('e1', '/work/shop/cart.ts', 'a', 'b')
    .run('c1', 'just gate', 'cart.ts is wrong', true)
    .edit('e2', '/work/shop/cart.ts', 'b', 'c')
    .run('c2', 'just gate', 'fine');

describe('the checks of a project', () => {
  beforeEach(async () => {
    await test.store({ taskDescription: 'Parse CSV', outcome: 'success', nextStrategy: 'the same' }, agent);
  });

  it('are set, each once, undone, and set again to the same without a trace', async () => {
    const before = dump(test);
    const { project, operationId } = await setChecks([' just gate ', './gate.sh', 'just gate']);
    expect(project.checks).toEqual(['just gate', './gate.sh']);
    expect((await test.call('project.list', {})).items[0]?.checks).toEqual(project.checks);
    expect((await setChecks(['just gate', './gate.sh'])).operationId).toBeNull();
    await test.call('operation.undo', { operationId: operationId ?? '' }, agent);
    expect(dump(test)).toBe(before);
  });

  it('are refused when they are several in one, empty, too long or too many, and then nothing changes', async () => {
    const before = dump(test);
    for (const check of ['make a && make b', 'make a | tail', 'make a; make b', '&&']) {
      expect(await test.fail('project.setChecks', { id: 'shop', checks: [check] }, agent)).toMatchObject({
        code: 'invalid_input',
        hint: expect.stringContaining('by itself'),
      });
    }
    for (const checks of [[' '], ['x'.repeat(201)], Array.from({ length: 21 }, (_, n) => `make ${n}`)]) {
      expect((await test.fail('project.setChecks', { id: 'shop', checks }, agent)).code).toBe('invalid_input');
    }
    expect(dump(test)).toBe(before);
  });

  it('delimit the attempts of a session that is captured, also when they are named after it was read', async () => {
    captures.write(SESSION, twoTries());
    await captures.capture(SESSION);
    expect(await outcomes()).toEqual(['unknown']);
    await setChecks(['just gate']);
    await captures.capture(SESSION);
    expect(await outcomes()).toEqual(['failure', 'success']);
    const [first] = (await test.call('attempt.list', { order: 'oldest' })).items;
    const { attempt } = await test.call('attempt.get', { id: first?.id ?? '' });
    expect(attempt.content.checks).toMatchObject([{ kind: 'project_check', verdict: 'fail', command: 'just gate' }]);
    const before = dump(test);
    await captures.capture(SESSION);
    expect(dump(test)).toBe(before);
    // Without them the second is none any more: it goes into the bin.
    await setChecks([]);
    await captures.capture(SESSION);
    expect(await outcomes()).toEqual(['unknown']);
    expect((await test.call('attempt.list', { deleted: 'only' })).items).toHaveLength(1);
  });

  it('delimit the attempts of past sessions of their project that are imported, and of no other', async () => {
    twoTries().write(captures.folder);
    mkdirSync(join(captures.folder, 'other'));
    const other = new TranscriptBuilder({ sessionId: 'session-2', cwd: '/work/other' }, '2026-02-02T10:00:00Z');
    for (const line of twoTries().lines) {
      other.raw(
        line
          .replaceAll('session-1', 'session-2')
          .replaceAll('/work/shop', '/work/other')
          .replaceAll('02-01T', '02-02T'),
      );
    }
    other.write(join(captures.folder, 'other'), 'session-2.jsonl');
    const importing = async () => {
      const { job } = await test.call('import.history', { path: captures.folder });
      await test.ended(job.id);
    };
    await importing();
    expect(await outcomes()).toEqual(['unknown', 'unknown']);
    const [first] = (await test.call('attempt.list', { order: 'oldest' })).items;
    await test.call('project.setChecks', { id: first?.projectId ?? '', checks: ['just gate'] });
    await importing();
    expect(await outcomes()).toEqual(['failure', 'success', 'unknown']);
    const before = dump(test);
    await importing();
    expect(dump(test)).toBe(before);
  });
});
