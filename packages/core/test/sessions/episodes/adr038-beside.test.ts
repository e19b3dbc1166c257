import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../../harness.ts';
import { FILES, filesOf, NOTED } from './adr038-files.ts';

let test: TestCore;
const { folder, imported, fileOf } = filesOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** A session log. */
const LOG = { session: { objective: 'Another' }, decisions: ['Yes, do it'] };

describe('files of ADR-038 beside others', () => {
  it('whose item was reworded keep its name, its links and what nobody knows (R11)', async () => {
    verifies('R11');
    const path = folder(FILES);
    await imported({ path });
    const { episode } = await fileOf('2026-01-01-session-001');
    const link = { from: 'd001', to: 'e002', relation: 'enables' as const };
    await test.call('episode.update', {
      id: episode.id,
      changes: { links: [...episode.links.map(({ from, to, relation }) => ({ from, to, relation })), link] },
    });
    const file = FILES['plain.json'];
    const [first, ...others] = file.decisions;
    const next = { ...file, decisions: [{ ...first, chosen: 'Lexical, then vectors', mark: 7 }, ...others] };
    folder({ 'plain.json': next });
    expect(await imported({ path })).toMatchObject({ changed: 1 });
    const now = await fileOf('2026-01-01-session-001');
    expect(now.episode.decisions.map(({ id, chosen }) => [id, chosen])).toEqual([
      ['d001', 'Lexical, then vectors'],
      ['d002', 'Keep the old store'],
    ]);
    expect(now.episode.links).toContainEqual({ ...link, basis: 'asserted_by_human' });
    await test.call('episode.update', { id: episode.id, changes: { links: [] } });
    expect((await fileOf('2026-01-01-session-001')).file).toMatchObject({
      decisions: [{ id: 'd001', mark: 7, chosen: 'Lexical, then vectors' }, others[0]],
    });
  });

  it('are read as what they are when a folder of logs is read, so none is stored twice', async () => {
    verifies('E-04');
    const bare = { id: 'episode-bare', session: 'bare', task: 'T', decisions: [{ id: 'd1', chosen: 'A queue' }] };
    const files = { ...FILES, ...NOTED, 'bare.json': bare };
    const path = folder({ ...files, 'session-9.json': LOG });
    const logs = async () => {
      const { job } = await test.call('episode.extract', { path, projectId: 'demo' });
      return resultOf('episodes', await test.ended(job.id));
    };
    const count = Object.keys(files).length;
    expect(await logs()).toMatchObject({ made: count + 1, bad: 0 });
    expect(await imported({ path })).toMatchObject({ made: 0, changed: 0, unchanged: count, bad: 1 });
    expect(await logs()).toMatchObject({ made: 0, changed: 0, unchanged: count + 1 });
    expect((await fileOf('2026-01-01-session-001')).file).toEqual(FILES['plain.json']);
    expect((await test.call('episode.list', {})).total).toBe(count + 1);
  });

  it('are left as they are where an earlier version read them as logs, until that session is deleted', async () => {
    verifies('E-04');
    const name = 'episode-was-log.json';
    const logs = async (file: unknown) => {
      const { job } = await test.call('episode.extract', { path: folder({ [name]: file }), projectId: 'demo' });
      return resultOf('episodes', await test.ended(job.id));
    };
    await logs(LOG);
    const before = dump(test);
    const file = { ...FILES['plain.json'], session: 'was-log' };
    for (let n = 0; n < 2; n++) {
      const { made, unchanged, notedFiles } = await logs(file);
      expect([made, unchanged, notedFiles[0]?.reason]).toEqual([
        0,
        1,
        expect.stringContaining('as a session log before'),
      ]);
    }
    expect(dump(test)).toBe(before);
    const [known] = (await test.call('episode.list', {})).items;
    await test.call('episode.delete', { id: known?.id ?? '' });
    expect(await logs(file)).toMatchObject({ made: 1, noted: 0 });
    expect((await fileOf('was-log')).file).toEqual(file);
  });

  it('leave an episode alone that came from somewhere else, and say so; both orders, again and again (R15)', async () => {
    verifies('R15');
    const path = folder({ 'x.json': FILES['nulls.json'] });
    await imported({ path });
    const log = join(test.folder, 'logs');
    mkdirSync(log);
    writeFileSync(join(log, 'x.json'), JSON.stringify(LOG));
    const before = dump(test);
    for (let n = 0; n < 2; n++) {
      const { job } = await test.call('episode.extract', { path: log, projectId: 'demo' });
      const result = resultOf('episodes', await test.ended(job.id));
      expect(result).toMatchObject({ made: 0, changed: 0, unchanged: 1, noted: 1 });
      expect(result.notedFiles[0]?.reason).toMatch(/has an episode already, from [^/]+\/x\.json$/);
      expect(await imported({ path })).toMatchObject({ changed: 0, unchanged: 1, noted: 0 });
    }
    expect(dump(test)).toBe(before);
    expect((await fileOf('x')).file).toEqual(FILES['nulls.json']);
  });

  it('with an id that is taken are kept without it, and are written again with it', async () => {
    const twin = { ...FILES['nulls.json'], session: 'other' };
    const result = await imported({ path: folder({ 'a.json': FILES['nulls.json'], 'b.json': twin }) });
    expect(result).toMatchObject({ made: 2, noted: 1 });
    expect((await fileOf('other')).episode.nativeId).toBeNull();
    expect((await fileOf('other')).file).toEqual(twin);
  });

  it('of persons with an address for a name are of a session each', async () => {
    const of = (name: string) => ({ id: `e-${name}`, session: `${name}@example.org`, task: name });
    expect(await imported({ path: folder({ 'a.json': of('alice'), 'b.json': of('bob') }) })).toMatchObject({ made: 2 });
    expect((await test.call('episode.list', {})).total).toBe(2);
  });

  it.each<[string, object]>([
    ['too many options', { decisions: [{ id: 'd', chosen: 'x', options: Array(101).fill('o') }] }],
    ['a blank for a type', { events: [{ id: 'e', type: ' ' }] }],
    ['an escape character', { lessons: ['a\u001b[31mb'] }],
    ['half a surrogate pair in a field that is only kept', { note: '\ud800' }],
    [
      'more text than an episode may have',
      { lessons: Array.from({ length: 9 }, (_, n) => `${n}`.padEnd(65_000, 'x')) },
    ],
  ])('with %s are bad: a memory must be able to leave again', async (_what, fields) => {
    const result = await imported({ path: folder({ 'x.json': { id: 'x', session: 'x', ...fields } }) });
    expect(result).toMatchObject({ made: 0, bad: 1 });
  });

  it('know the day that was written, whatever the zone (R9)', async () => {
    verifies('R9');
    await imported({ path: folder({ 'x.json': { id: 'x', session: 'x', timestamp: '2026-01-02T00:00:00+02:00' } }) });
    expect((await fileOf('x')).episode).toMatchObject({ occurredAt: '2026-01-02T00:00:00.000Z', timeQuality: 'day' });
    const { session } = await test.call('session.get', { id: 'x', projectId: 'demo' });
    expect(session).toMatchObject({ startedAt: '2026-01-02T00:00:00.000Z', timeQuality: 'day' });
  });

  it('are not overwritten over what an agent recorded itself', async () => {
    await test.call('episode.store', { sessionId: 'x', projectId: 'demo', task: 'mine' });
    expect(await imported({ path: folder({ 'nulls.json': FILES['nulls.json'] }) })).toMatchObject({
      unchanged: 1,
      noted: 1,
    });
    expect((await fileOf('x')).episode.task).toBe('mine');
  });
});
