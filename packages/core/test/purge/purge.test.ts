import { existsSync, readdirSync } from 'node:fs';
import { closeStore, connection, openReader, openStore } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';
import { memoryOf } from './purging.ts';

let test: TestCore;
const { filesWith, besidesBackups, expectSound, expectNoUndo, expectUnclearRefused } = memoryOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

async function purge(which: { ids: string[] } | { bin: true }) {
  const { digest } = await test.call('reflection.previewPurge', { which });
  return test.call('reflection.purge', { which, digest });
}

/**
 * Stores a lesson with a unique word in every text, then changes, judges, undoes and redoes it, so that there are copies
 * everywhere.
 */
async function wellUsed(word: string) {
  const fields = {
    taskDescription: `task ${word}`,
    whatWorked: [`worked ${word}`],
    whatDidNotWork: [`failed ${word} ${'x'.repeat(6000)}`],
    text: `text ${word}`,
    nextStrategy: `next ${word}`,
    rootCause: `cause ${word}`,
    tags: [word],
    relatedEntityIds: [`src/${word}.ts`],
    extra: { kept: word },
  };
  const agent = agentIn('/work/shop');
  const { reflection } = await test.call(
    'reflection.store',
    { outcome: 'failure', ...fields },
    agent,
    `store ${reflectionNumber++}`,
  );
  const { id } = reflection;
  const edited = await test.call(
    'reflection.update',
    { id, changes: { text: `edited ${word}` } },
    undefined,
    `edit ${id}`,
  );
  await test.call('memory.feedback', { reflectionId: id, verdict: 'harmful', note: `wrong: ${word}` });
  await test.call('operation.undo', { operationId: edited.operationId ?? '' }, undefined, `undo ${id}`);
  await test.call('operation.redo', { operationId: edited.operationId ?? '' });
  return { id, stored: (await test.call('operation.list', { entityId: id })).items.at(-1)?.id ?? '' };
}
let reflectionNumber = 0;

/** Stores and deletes lessons with a unique word. Each deletion has a key, so that its answer is kept. */
async function fullBin(count: number): Promise<{ ids: string[]; digest: string }> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const lesson = { taskDescription: `binnedword${n}end`, outcome: 'success' } as const;
    const { id } = (await test.call('reflection.store', lesson, person, `store ${n}`)).reflection;
    await test.call('reflection.delete', { id }, person, `delete ${id}`);
    ids.push(id);
  }
  return { ids, digest: (await test.call('reflection.previewPurge', { which: { bin: true } })).digest };
}

describe('a purge (T36)', () => {
  it('leaves no word of a lesson that was kept, or told apart from others, undone and redone', async () => {
    verifies('T36');
    const lesson = { taskDescription: 'zyxquokka', whatWorked: ['Retry the flaky upload'] };
    const { id } = await test.store(lesson);
    const { id: other } = await test.store({ taskDescription: 'stillhere' });
    const decided = [
      await test.call('reflection.keep', { id }),
      await test.call('reflection.dismissSuspect', { ids: [id, other] }),
      await test.call('reflection.dismissContradiction', { ids: [other, id] }),
    ].map(({ operationId }) => operationId ?? '');
    for (const operationId of decided) await test.call('operation.undo', { operationId });
    for (const operationId of decided) await test.call('operation.redo', { operationId });
    await test.call('reflection.keep', { id: other });
    await test.call('reflection.delete', { id });
    const { rows } = await test.call('reflection.previewPurge', { which: { ids: [id] } });
    const purged = await purge({ ids: [id] });
    expect(purged.rows).toEqual(rows);
    expect(besidesBackups('zyxquokka')).toEqual([]);
    expect(besidesBackups('Kept: stillhere')).not.toEqual([]);
    expectSound();
  });

  it('leaves no byte of the text in any file but backups, and says which backups hold it', async () => {
    verifies('T36');
    const word = 'zyxgoneforever';
    const { id } = await wellUsed(word);
    const kept = await wellUsed('stillhere');
    for (let n = 0; n < 200; n++) await test.store({ taskDescription: `filler ${n}`, text: 'y'.repeat(n * 20) });
    await test.call('reflection.search', { taskDescription: word });
    const backup = await test.call('backup.create', {});
    await test.call('reflection.delete', { id });
    // Deleting does not erase: the same search still finds it.
    expect(besidesBackups(word).length).toBeGreaterThan(0);
    const preview = await test.call('reflection.previewPurge', { which: { ids: [id] } });
    expect(preview).toMatchObject({ lessons: 1, refused: 0, rows: { reflection: 1, feedback: 1, request_key: 3 } });
    expect(preview.backups).toEqual([backup.backup.name]);
    const answer = await purge({ ids: [id] });
    expect(answer).toMatchObject({ purged: 1, rows: preview.rows, isErased: true, backups: preview.backups });
    expect(besidesBackups(word)).toEqual([]);
    expect(filesWith('stillhere').length).toBeGreaterThan(0);
    expect((await test.call('reflection.search', { taskDescription: word })).hits).toEqual([]);
    expect(await test.fail('reflection.get', { id })).toMatchObject({ code: 'not_found' });
    expect((await test.call('reflection.get', { id: kept.id })).reflection.text).toContain('stillhere');
    expectSound();
    expect(readdirSync(test.paths.backups).filter((name) => !name.endsWith('.db'))).toEqual([]);
  });

  it('of many lessons among many leaves none of them in the file', async () => {
    verifies('T36');
    const ids: string[] = [];
    for (let n = 0; n < 300; n++) {
      const { id } = await test.store({ taskDescription: `secretword${n}end`, text: `t${n} `.repeat(n) });
      if (n % 3 === 0) ids.push(id);
    }
    for (const id of ids) await test.call('reflection.update', { id, changes: { nextStrategy: 'n'.repeat(900) } });
    for (const id of ids) await test.call('reflection.delete', { id });
    expect((await purge({ bin: true })).purged).toBe(100);
    const left = Array.from({ length: 300 }, (_, n) => n).filter((n) => filesWith(`secretword${n}end`).length > 0);
    expect(left).toEqual(Array.from({ length: 300 }, (_, n) => n).filter((n) => n % 3 !== 0));
  }, 60_000);

  it('leaves out what is restored while it works, and says how many it purged', async () => {
    const { ids, digest } = await fullBin(250);
    const last = ids.at(-1) ?? '';
    test.events.length = 0;
    const which = { bin: true } as const;
    const purging = test.call('reflection.purge', { which, digest });
    while (!test.events.some((event) => event.changed.reflection))
      await new Promise((resolve) => setImmediate(resolve));
    await test.call('reflection.restore', { id: last });
    expect(await purging).toMatchObject({ purged: 249, rows: { reflection: 249 }, isErased: true });
    expect((await test.call('reflection.list', {})).items.map(({ id }) => id)).toEqual([last]);
    expect((await test.call('reflection.list', { deleted: 'only' })).items).toEqual([]);
    expect(filesWith('binnedword0end')).toEqual([]);
    // A repeated request about a record that still exists gets the same answer as before.
    expect(await test.envelope('reflection.delete', { id: last }, person, `delete ${last}`)).toMatchObject({
      ok: true,
    });
  });

  it('does not wait for a reader of the file, and says that its log still holds something', async () => {
    const { digest } = await fullBin(1);
    const reader = openReader(test.paths.database);
    connection(reader).exec('BEGIN; SELECT * FROM reflection');
    const answer = await test.call('reflection.purge', { which: { bin: true }, digest });
    closeStore(reader);
    expect(answer).toMatchObject({ purged: 1, isErased: false });
    // SQLite would wait for 5 seconds at each try.
  }, 10_000);

  it.each([
    ['with the next upkeep', () => test.core.maintain()],
    ['when the memory is closed', () => test.core.close()],
  ])('empties the log of the file %s, once nothing reads it any more', async (_when, later) => {
    const { digest } = await fullBin(1);
    const reader = openReader(test.paths.database);
    connection(reader).exec('BEGIN; SELECT * FROM reflection');
    expect(await test.call('reflection.purge', { which: { bin: true }, digest })).toMatchObject({ isErased: false });
    await test.core.maintain();
    expect(besidesBackups('binnedword0end')).toContain('memory.db-wal');
    connection(reader).exec('COMMIT');
    await later();
    expect(besidesBackups('binnedword0end')).toEqual([]);
    closeStore(reader);
  });

  it('empties the log of the file after a restart, if a reader outlasted the purge', async () => {
    const { digest } = await fullBin(1);
    const reader = openReader(test.paths.database);
    connection(reader).exec('BEGIN; SELECT * FROM reflection');
    await test.call('reflection.purge', { which: { bin: true }, digest });
    await test.restart();
    expect(besidesBackups('binnedword0end')).not.toEqual([]);
    connection(reader).exec('COMMIT');
    await test.core.maintain();
    expect(besidesBackups('binnedword0end')).toEqual([]);
    closeStore(reader);
  });

  it('that fails half-way leaves no byte of what it has purged', async () => {
    const { ids, digest } = await fullBin(150);
    await test.core.close();
    const opened = openStore(test.paths, 0);
    if (opened.state !== 'ready') throw new Error(opened.state);
    connection(opened.db).exec(`CREATE TRIGGER broken BEFORE DELETE ON reflection WHEN old.id = '${ids.at(-1)}'
      BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END`);
    closeStore(opened.db);
    await test.restart();
    expect(await test.fail('reflection.purge', { which: { bin: true }, digest })).toMatchObject({ code: 'internal' });
    expect(filesWith('binnedword0end')).toEqual([]);
    expect(filesWith('binnedword149end').length).toBeGreaterThan(0);
    const again = await test.envelope(
      'reflection.store',
      { taskDescription: 'binnedword0end', outcome: 'success' },
      person,
      'store 0',
    );
    expect(again).toMatchObject({ ok: false, error: { reason: 'purged' } });
  });

  it('keeps an entry without text that there was such a lesson, and refuses to undo what made or changed it', async () => {
    verifies('T36');
    const { id, stored } = await wellUsed('word');
    await test.call('reflection.delete', { id });
    const { operationId } = await purge({ ids: [id] });
    const { items } = await test.call('operation.list', { entityId: id });
    expect(items[0]).toMatchObject({ id: operationId, name: 'reflection.purge', summary: 'Purged 1 lesson' });
    expect(items.length).toBeGreaterThan(3);
    expect(JSON.stringify(items)).not.toContain('word');
    await expectNoUndo([stored, operationId ?? '']);
  });

  it('lets everything else be undone', async () => {
    const before = dump(test);
    const other = await test.call('reflection.store', { taskDescription: 'other', outcome: 'success', projectId: 'p' });
    const { id } = await test.store({ projectId: 'q' });
    await test.call('reflection.delete', { id });
    await purge({ bin: true });
    await test.call('operation.undo', { operationId: other.operationId });
    expect(test.rows('SELECT id FROM reflection')).toEqual([]);
    expect(JSON.parse(dump(test)).length).toBe(JSON.parse(before).length);
  });

  it('answers a repeated request without the text, and does not do it again', async () => {
    const lesson = { taskDescription: 'unique', outcome: 'success', projectId: 'p' } as const;
    const { reflection } = await test.call('reflection.store', lesson, undefined, 'key');
    await test.call('reflection.delete', { id: reflection.id });
    await purge({ ids: [reflection.id] });
    const failure = await test.fail('reflection.store', lesson, undefined, 'key');
    expect(failure).toMatchObject({ code: 'conflict', reason: 'purged' });
    expect(test.rows('SELECT id FROM reflection')).toEqual([]);
  });

  it('that is repeated says the same of stored answers', async () => {
    const { reflection } = await test.call(
      'reflection.store',
      { taskDescription: 'unique', outcome: 'success' },
      undefined,
      'key',
    );
    await test.call('reflection.delete', { id: reflection.id });
    const which = { ids: [reflection.id] };
    const { digest, rows } = await test.call('reflection.previewPurge', { which });
    const ask = () => test.call('reflection.purge', { which, digest }, undefined, 'once');
    const first = await ask();
    expect(first.rows).toEqual(rows);
    expect(rows.request_key).toBe(1);
    expect((await ask()).rows).toEqual(rows);
  });

  it('takes only what is in the bin, and only what the preview showed', async () => {
    const [one, two] = [await test.store(), await test.store()];
    await test.call('reflection.delete', { id: one.id });
    const which = { ids: [one.id, two.id] };
    expect(await test.call('reflection.previewPurge', { which })).toMatchObject({ lessons: 1, refused: 1 });
    const { digest } = await test.call('reflection.previewPurge', { which: { bin: true } });
    await test.call('reflection.delete', { id: two.id });
    const before = dump(test);
    const failure = await test.fail('reflection.purge', { which: { bin: true }, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    await expectUnclearRefused('reflection', digest, [one.id]);
    expect(await test.fail('reflection.purge', { which: { bin: true } })).toMatchObject({ code: 'invalid_input' });
    expect(dump(test)).toBe(before);
    expect(existsSync(test.paths.database)).toBe(true);
  });
});
