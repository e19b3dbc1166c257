import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tempFolder } from '../harness.ts';
import type { EmbeddingServer } from './embedding-server.ts';
import { VectorCore } from './vector-core.ts';

let server: EmbeddingServer;
let test: VectorCore;
let goOn: () => void;

beforeEach(async () => {
  test = await VectorCore.start();
  server = test.server;
  const { promise, resolve } = Promise.withResolvers<void>();
  goOn = resolve;
  server.behaviour.hold = promise;
  server.behaviour.holds = (texts) => texts.some((text) => text.includes('of many')) && !texts.includes('credentials');
});
afterEach(async () => {
  goOn();
  await test.remove();
});

/** Stores 60 lessons. The newest 16, one of them about credentials, get their vectors; the others wait. */
async function partlyFilled(): Promise<string> {
  await test.storeMany(59);
  const { id } = await test.store({ taskDescription: 'credentials' });
  await test.configure();
  await test.until(async () => (await test.vectors()).done === 16);
  return id;
}

async function finished(core: VectorCore): Promise<void> {
  goOn();
  await core.inState('ready');
  expect(core.storedSets()).toEqual([['small', 'serving', 60]]);
}

describe('a first set of vectors that is not complete', () => {
  it('serves what it has: a new lesson is found by meaning while the others wait', async () => {
    const id = await partlyFilled();
    expect(await test.near('signin')).toEqual([id]);
    expect(await test.vectors()).toMatchObject({
      state: 'filling',
      serving: 'small',
      message: '16 of 60 lessons have vectors of small; those are found by meaning already.',
    });
    expect((await test.search('Task number 3 of many')).hits, 'those without a vector by words, as before').not.toEqual(
      [],
    );
    await finished(test);
    expect(await test.near('signin')).toEqual([id]);
  });

  it('asks for as much nearness as the vectors that there are call for', async () => {
    const id = await partlyFilled();
    const relevanceOf = async () => {
      await test.near('signin');
      const { hits } = await test.search('signin');
      return hits.find(({ reflection }) => reflection.id === id)?.relevance as number;
    };
    const among16 = await relevanceOf();
    await finished(test);
    // Among more lessons, the same lesson stands out less.
    expect(await relevanceOf()).toBeLessThan(among16);
  });

  it('serves again after a restart, without asking for what it has', async () => {
    const id = await partlyFilled();
    const sent = test.sent().length;
    await test.restart();
    expect(await test.near('signin')).toEqual([id]);
    expect((await test.vectors()).serving).toBe('small');
    expect(test.sent().length - sent).toBeLessThanOrEqual(16);
    await finished(test);
  });

  it('serves after a kill in the middle', async () => {
    const id = await partlyFilled();
    const killed = tempFolder();
    for (const name of readdirSync(test.folder).filter((one) => /\.db(-wal)?$/.test(one)))
      copyFileSync(join(test.folder, name), join(killed, name));
    const after = test.beside(killed);
    try {
      expect(await after.near('signin')).toEqual([id]);
      await finished(after);
    } finally {
      await after.core.close();
      rmSync(killed, { recursive: true, force: true });
    }
  });

  it('forgets at once what is changed, deleted or purged', async () => {
    const id = await partlyFilled();
    expect(await test.near('signin')).toEqual([id]);
    await test.call('reflection.update', { id, changes: { taskDescription: 'picture' } });
    expect(await test.near('signin')).toEqual([]);
    const [deleted, purged] = (await test.call('reflection.list', {})).items.filter((lesson) => lesson.id !== id);
    for (const lesson of [deleted, purged]) await test.call('reflection.delete', { id: String(lesson?.id) });
    const which = { ids: [String(purged?.id)] };
    const { digest } = await test.call('reflection.previewPurge', { which });
    await test.call('reflection.purge', { which, digest });
    await test.until(async () => (await test.vectors()).total === 58);
    expect((await test.vectors()).done).toBe(13);
    expect(test.storedSets(), 'the newest three had vectors').toEqual([['small', 'filling', 13]]);
    goOn();
    await test.inState('ready');
    expect(await test.near('signin')).toEqual([]);
    expect(await test.near('photo')).toEqual([id]);
    expect(test.storedSets()).toEqual([['small', 'serving', 58]]);
  });

  it('goes on serving what it has when it is cancelled', async () => {
    const id = await partlyFilled();
    const [job] = await test.embedJobs();
    // The next sixteen are being computed.
    await test.until(() => test.sent().length > 16);
    await test.call('job.cancel', { id: String(job?.id) });
    goOn();
    await test.inState('paused');
    // The vectors that were being computed are kept.
    expect((await test.vectors()).message).toBe(
      'Cancelled: 32 of 60 lessons have vectors of small; those are found by meaning already.',
    );
    expect(await test.near('signin')).toEqual([id]);
  });

  it('takes part in nothing before its first vector, nor where no lesson in question has one', async () => {
    server.behaviour.holds = (texts) => texts.some((text) => text.includes('of many'));
    await test.storeMany(20);
    await test.configure();
    await test.until(() => test.sent().length > 0);
    expect(await test.vectors()).toMatchObject({ serving: null, done: 0 });
    expect((await test.vectors()).message).toBe('0 of 20 lessons have vectors of small. Search goes by words.');
    const { projectId } = await test.store({ taskDescription: 'Task number 99 of many', projectId: 'another' });
    goOn();
    await test.inState('ready');
    await test.near('anything');
    expect((await test.search('signin', { projectId })).rankers).toEqual(['lexical', 'vector']);
    expect((await test.search('signin', { projectId: 'nobody' })).rankers).toEqual(['lexical']);
  });
});
