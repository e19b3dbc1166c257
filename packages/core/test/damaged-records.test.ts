import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage, dump, TestCore } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const FILE = {
  id: 'episode-s1',
  session: 's1',
  timestamp: '2026-01-01T17:00:00Z',
  outcome: 'success',
  task: 'Route',
  decisions: [{ id: 'd001', timestamp: '2026-01-01T17:05:00Z', type: 'design', context: '', chosen: 'Serena-first' }],
  events: [],
  metrics: {},
  lessons: ['Look first'],
};

async function imported(file: object) {
  const path = join(test.folder, 'episode-s1.json');
  writeFileSync(path, JSON.stringify(file));
  const { job } = await test.call('import.episodes', { path, projectId: 'demo' });
  return test.ended(job.id);
}

const DAMAGED = { code: 'unavailable', reason: 'damaged', hint: expect.stringContaining('twicewise doctor') };

describe('a record that is not as it was written', () => {
  it.each([
    ['an unreadable list', `UPDATE episode SET decisions = '[!' || substr(decisions, 3)`],
    ['another text', `UPDATE episode SET task = 'Rouse'`],
  ])('with %s is not written over by its file, and the advice names the command (R14)', async (_what, sql) => {
    verifies('R14');
    expect(await imported(FILE)).toMatchObject({ state: 'done', result: { made: 1 } });
    await damage(test, sql);
    const before = dump(test);
    const job = await imported({ ...FILE, lessons: ['Look first', 'Then leap'] });
    expect(job).toMatchObject({ state: 'failed', error: DAMAGED });
    expect(dump(test)).toBe(before);
    // The check still finds it: the damaged row did not get a new checksum.
    expect((await test.call('host.check', {})).problems.join()).toMatch(
      /the episode epis_\w+ is not as it was written/,
    );
    // An unchanged file changes nothing, so nothing is refused; other sessions are imported normally.
    expect(await imported({ ...FILE, id: 'episode-s2', session: 's2' })).toMatchObject({ state: 'done' });
  });

  it('is neither edited, binned, undone nor corrected, whatever kind it is, and all else is (R14)', async () => {
    verifies('R14');
    const lesson = await test.store({ taskDescription: 'kept as it was' });
    const sound = await test.store({ taskDescription: 'sound' });
    const { operationId } = await test.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'now' } });
    await damage(test, `UPDATE reflection SET task = 'kept as it vas' WHERE id = '${lesson.id}'`);
    const before = dump(test);
    expect(await test.fail('reflection.update', { id: lesson.id, changes: { text: 'x' } })).toMatchObject(DAMAGED);
    expect(await test.fail('reflection.delete', { id: lesson.id })).toMatchObject(DAMAGED);
    expect(await test.fail('reflection.setState', { id: lesson.id, state: 'rejected' })).toMatchObject(DAMAGED);
    expect(await test.fail('operation.undo', { operationId: operationId ?? '' })).toMatchObject(DAMAGED);
    expect(dump(test)).toBe(before);
    expect((await test.call('reflection.get', { id: lesson.id })).reflection.taskDescription).toBe('kept as it vas');
    await test.call('reflection.update', { id: sound.id, changes: { text: 'changed' } });
  });
});

describe('a memory of episodes that cannot be read at all', () => {
  it('answers nothing, names the command, and keeps every byte (R14)', async () => {
    verifies('R14');
    await imported(FILE);
    await test.core.close();
    const bytes = readFileSync(test.paths.database).fill(0x55, 4096);
    writeFileSync(test.paths.database, bytes);
    await test.restart();
    for (const [name, input] of [
      ['causal.graph', {}],
      ['episode.list', {}],
      [
        'causal.assert',
        { from: { kind: 'a', text: 'x' }, to: { kind: 'a', text: 'y' }, relation: 'causes', note: 'n' },
      ],
      ['episode.store', { task: 't', sessionId: 's', outcome: 'success' }],
      ['episode.extract', { path: join(test.folder, 'episode-s1.json') }],
    ] as const) {
      expect(await test.fail(name, input), name).toMatchObject(DAMAGED);
    }
    const { store } = await test.call('host.status', {});
    expect(readFileSync(join(store.setAside ?? '', 'memory.db')).equals(bytes)).toBe(true);
  });
});
