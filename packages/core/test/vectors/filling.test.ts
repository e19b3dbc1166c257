import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connection, modelSets } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNRELATED_LESSONS } from '../../src/vectors/unrelated-texts.ts';
import { EmbeddingServer } from './embedding-server.ts';
import { VectorCore } from './vector-core.ts';

let server: EmbeddingServer;
let test: VectorCore;
beforeEach(async () => {
  test = await VectorCore.start();
  server = test.server;
});
afterEach(() => test.remove());

describe('filling', () => {
  it('is a job with progress, and goes on where it was after a restart', async () => {
    verifies('S0-18');
    await test.storeMany(80);
    server.behaviour.delayMs = 40;
    await test.configure();
    await test.until(() => test.sent().length >= 32);
    const before = test.sent().length;
    const [running] = await test.embedJobs();
    expect([running?.state, running?.title]).toEqual(['running', 'Vectors of small']);
    expect((await test.vectors()).state).toBe('filling');
    await test.restart();
    await test.inState('ready');
    expect(await test.vectors()).toMatchObject({ done: 80, total: 80, model: 'small', serving: 'small' });
    const [done, ...more] = await test.endedJobs();
    expect([done?.id, done?.state, done?.done, done?.total, more]).toEqual([running?.id, 'done', 80, 80, []]);
    // Texts that were being sent when the core was closed may be sent again, but none with a stored vector.
    expect(test.sent().length).toBeLessThanOrEqual(80 + 16);
    expect(before).toBeGreaterThanOrEqual(32);
    expect(server.texts.filter((text) => text === UNRELATED_LESSONS[0])).toHaveLength(1);
    expect(test.storedSets()).toEqual([['small', 'serving', 80]]);
  });

  it('never holds up a store, and follows edits, the bin, and undo', async () => {
    verifies('E-10');
    await test.store({ taskDescription: 'Task one' });
    await test.configure();
    await test.inState('ready');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    const lesson = await test.store({ taskDescription: 'Task of credentials' });
    expect((await test.vectors()).done).toBe(1);
    resolve();
    await test.until(async () => (await test.vectors()).done === 2);
    expect(await test.embedJobs(), 'so little is no job').toHaveLength(1);
    const near = async () => {
      await test.until(async () => (await test.search('signin')).rankers.includes('vector'));
      return (await test.search('signin')).hits.map(({ reflection }) => reflection.id);
    };
    await test.call('reflection.update', { id: lesson.id, changes: { taskDescription: 'Task about zebras' } });
    expect(await near(), 'not by the words it had').toEqual([]);
    const edit = await test.call('reflection.update', { id: lesson.id, changes: { taskDescription: 'login' } });
    await test.until(async () => (await near()).includes(lesson.id));
    await test.call('reflection.delete', { id: lesson.id });
    expect(await near()).toEqual([]);
    await test.until(async () => (await test.vectors()).total === 1);
    await test.call('reflection.restore', { id: lesson.id });
    await test.until(async () => (await near()).includes(lesson.id));
    await test.call('operation.undo', { operationId: String(edit.operationId) });
    expect(await near()).toEqual([]);
    await test.inState('ready');
    expect(test.storedSets()).toEqual([['small', 'serving', 2]]);
  });

  it('announces that what is near may have changed, once the vector of a changed lesson is there, and only then', async () => {
    const lesson = await test.store({ taskDescription: 'Task login' });
    await test.configure();
    await test.inState('ready');
    const announced: string[] = [];
    const stop = test.core.subscribe(({ changed }) => announced.push(...Object.keys(changed)));
    const sent = server.texts.length;
    await test.call('reflection.update', { id: lesson.id, changes: { taskDescription: 'Task picture' } });
    expect(announced).not.toContain('vector');
    await test.until(() => announced.includes('vector'));
    expect(server.texts.length).toBeGreaterThan(sent);
    expect(await test.near('thumbnail')).toEqual([lesson.id]);
    await test.call('reflection.pin', { id: lesson.id, pinned: true });
    await test.inState('ready');
    expect(announced.filter((topic) => topic === 'vector')).toHaveLength(1);
    stop();
  });

  it('stores no vector of a text that was changed while it was computed', async () => {
    await test.storeMany(1);
    await test.configure();
    await test.inState('ready');
    await test.near('anything');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    const lesson = await test.store({ taskDescription: 'Task picture' });
    await test.until(() => server.texts.includes('Task picture'));
    await test.call('reflection.update', { id: lesson.id, changes: { taskDescription: 'Task login' } });
    // Long enough that the change is compared before the vector arrives.
    await wait(50);
    resolve();
    await test.inState('ready');
    expect(await test.near('photo')).toEqual([]);
    expect(await test.near('signin')).toEqual([lesson.id]);
    expect(server.texts).toContain('Task login');
  });

  it('follows lessons into another project, where they are found from then on', async () => {
    const { id } = await test.store({ taskDescription: 'credentials', projectId: 'one' });
    await test.store({ taskDescription: 'zebra', projectId: 'two' });
    await test.configure();
    await test.inState('ready');
    expect(await test.near('signin', { projectId: 'two' })).toEqual([]);
    await test.call('project.merge', { from: 'one', into: 'two' });
    await test.until(async () => (await test.near('signin', { projectId: 'two' })).includes(id));
    expect(await test.vectors()).toMatchObject({ state: 'ready', done: 2, total: 2 });
    expect(test.storedSets()).toEqual([['small', 'serving', 2]]);
  });

  it('waits for a dead endpoint and goes on when it is back; nothing else waits', async () => {
    verifies('E-10');
    await test.storeMany(3);
    await server.stop();
    await test.configure();
    await test.inState('unreachable');
    const status = await test.vectors();
    expect([status.message, status.hint]).toEqual([
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('embedding.url'),
    ]);
    const { job } = await test.call('import.sample', {});
    expect((await test.ended(job.id)).state).toBe('done');
    expect((await test.embedJobs()).map(({ state }) => state)).toEqual(['running']);
    await test.until(() => !test.core.busy());
    expect((await test.search('Task number')).rankers).toEqual(['lexical']);
    await server.start();
    await test.inState('ready');
    expect((await test.endedJobs()).map(({ state }) => state)).toEqual(['done']);
    expect(test.logged).toEqual([]);
  });

  it('says which key is missing, which model is not there, and what else is wrong', async () => {
    await test.storeMany(1);
    for (const [behaviour, hint] of [
      [{ status: 401 }, 'TWICEWISE_EMBEDDING_KEY'],
      [{ models: {} }, 'ollama pull'],
      [{ status: 500 }, 'log of the embedding server'],
      [{ body: '{}' }, 'embedding.provider'],
    ] as const) {
      server.behaviour = { ...new EmbeddingServer().behaviour, ...behaviour };
      await test.configure({ 'embedding.provider': 'off' });
      await test.configure();
      await test.inState('unreachable');
      expect((await test.vectors()).hint).toContain(hint);
    }
  });

  it('can be cancelled, and begins again with the next start', async () => {
    await test.storeMany(40);
    server.behaviour.delayMs = 60;
    await test.configure();
    await test.until(() => test.sent().length > 0);
    const [job] = await test.embedJobs();
    await test.call('job.cancel', { id: String(job?.id) });
    expect((await test.ended(String(job?.id))).state).toBe('cancelled');
    const count = server.asked.length;
    await test.storeMany(1, 'another');
    await wait(100);
    expect([server.asked.length, (await test.vectors()).state]).toEqual([count, 'paused']);
    server.behaviour.delayMs = 0;
    await test.restart();
    await test.inState('ready');
    expect((await test.endedJobs()).map(({ state }) => state)).toEqual(['done', 'cancelled']);
  });

  it('cancels also while the endpoint is dead', async () => {
    await test.storeMany(3);
    await server.stop();
    await test.configure();
    await test.inState('unreachable');
    const [job] = await test.embedJobs();
    await test.call('job.cancel', { id: String(job?.id) });
    expect((await test.ended(String(job?.id))).state).toBe('cancelled');
    await server.start();
  });

  // The second status is what llama.cpp returns for a text that is longer than its batch.
  it.each([400, 500])('does without the texts that the model refuses with %d, one by one', async (refusal) => {
    verifies('B0-10');
    server.behaviour.refusal = refusal;
    await test.storeMany(20);
    const { id } = await test.store({ taskDescription: 'Tune the espresso machine', text: 'too long' });
    server.behaviour.refuses = (text) => text.includes('too long');
    await test.configure();
    await test.inState('ready');
    const [job] = await test.endedJobs();
    expect([job?.state, job?.result]).toEqual(['done', { embedded: 20, skipped: 1 }]);
    expect((await test.vectors()).done).toBe(20);
    // Found by its words where vectors are asked too: words that are certain alone ask none.
    expect(await test.near('machine photo')).toEqual([id]);
  });

  it('takes a model that refuses everything for what it is', async () => {
    await test.storeMany(20);
    await test.configure();
    await test.inState('ready');
    server.behaviour.refuses = () => true;
    await test.storeMany(20, 'another');
    await test.until(async () => (await test.vectors()).total === 40);
    await test.inState('unreachable');
    expect(await test.vectors()).toMatchObject({ done: 20, serving: 'small' });
  });
});

describe('another model', () => {
  it('serves only when it is complete; the old one serves until then, over a restart', async () => {
    verifies('B0-11');
    const lesson = await test.store({ taskDescription: 'credentials' });
    await test.storeMany(60);
    server.behaviour.models = { small: 64, large: 128 };
    await test.configure();
    await test.inState('ready');
    await test.until(async () => (await test.search('signin')).rankers.includes('vector'));
    server.behaviour.delayMs = 30;
    await test.configure({ 'embedding.model': 'large' });
    await test.until(() => server.asked.some(({ model, texts }) => model === 'large' && texts[0]?.startsWith('Task')));
    await test.restart();
    server.behaviour.delayMs = 10;
    await test.until(async () => (await test.search('signin')).rankers.includes('vector'));
    const meanwhile = await test.vectors();
    expect(meanwhile).toMatchObject({ model: 'large', serving: 'small', state: 'filling' });
    expect((await test.search('signin')).hits.map(({ reflection }) => reflection.id)).toEqual([lesson.id]);
    await test.inState('ready');
    expect((await test.vectors()).serving).toBe('large');
    expect(test.storedSets()).toEqual([['large', 'serving', 61]]);
    await test.until(async () => (await test.search('signin')).rankers.includes('vector'));
    expect(server.asked.filter(({ texts }) => texts[0] === 'signin').at(-1)?.model).toBe('large');
  });

  it('that is changed again before it is complete leaves nothing behind', async () => {
    await test.storeMany(40);
    server.behaviour.models = { small: 64, large: 128, third: 32 };
    await test.configure();
    await test.inState('ready');
    server.behaviour.delayMs = 30;
    await test.configure({ 'embedding.model': 'large' });
    await test.until(() => server.asked.some(({ model }) => model === 'large'));
    await test.configure({ 'embedding.model': 'third' });
    await test.inState('ready');
    expect(test.storedSets()).toEqual([['third', 'serving', 40]]);
    expect((await test.endedJobs()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    await test.configure({ 'embedding.model': 'small' });
    await test.inState('ready');
    expect(test.storedSets()).toEqual([['small', 'serving', 40]]);
  });

  it('behind the same name, known by its dimension, is computed anew while the old vectors stay', async () => {
    await test.storeMany(20);
    await test.configure();
    await test.inState('ready');
    server.behaviour.models = { small: 48 };
    await test.storeMany(5, 'another');
    await test.until(() =>
      test.inFile(modelSets).some(({ dimension, state }) => dimension === 48 && state === 'serving'),
    );
    expect(test.inFile((db) => modelSets(db).map(({ dimension }) => dimension))).toEqual([48]);
    await test.inState('ready');
    expect((await test.vectors()).done).toBe(25);
  });

  it('at another address is asked there only', async () => {
    await test.storeMany(5);
    await test.configure();
    await test.inState('ready');
    await test.near('before');
    const other = await new EmbeddingServer().start();
    try {
      const count = server.asked.length;
      await test.configure({ 'embedding.url': other.url });
      await test.store({ taskDescription: 'Task of the new address' });
      await test.inState('ready');
      await test.until(async () => (await test.search('anything at all')).rankers.includes('vector'));
      expect(server.asked.length).toBe(count);
      expect(other.texts.filter((text) => text.startsWith('Task'))).toEqual(['Task of the new address']);
    } finally {
      await other.stop();
    }
  });

  it('of another kind of server is never asked the old way: words answer until it has vectors of its own', async () => {
    await test.storeMany(5);
    await test.configure();
    await test.inState('ready');
    await test.near('before');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    const count = server.asked.length;
    await test.configure({ 'embedding.provider': 'openai' });
    await test.until(() => server.asked.length > count);
    expect((await test.vectors()).serving).toBe(null);
    expect((await test.search('meanwhile')).rankers).toEqual(['lexical']);
    resolve();
    await test.inState('ready');
    await test.near('after');
    expect(server.asked.slice(count).every(({ path }) => path === '/v1/embeddings')).toBe(true);
  });

  it('off: nothing is asked any more, and what is deleted leaves the file all the same', async () => {
    const lesson = await test.store({ taskDescription: 'Task one' });
    await test.store({ taskDescription: 'Task two' });
    await test.configure();
    await test.inState('ready');
    await test.near('anything at all');
    await test.configure({ 'embedding.provider': 'off' });
    const count = server.asked.length;
    expect((await test.search('anything at all')).rankers).toEqual(['lexical']);
    await test.restart();
    await test.call('reflection.delete', { id: lesson.id });
    await test.until(() => test.storedSets()[0]?.[2] === 1);
    expect([server.asked.length, (await test.vectors()).state]).toEqual([count, 'off']);
  });
});

describe('the file', () => {
  it('that was deleted, damaged or swapped while the host was down is filled again', async () => {
    verifies('T11');
    await test.storeMany(5);
    await test.configure();
    await test.inState('ready');
    const path = join(test.folder, 'vectors.db');
    for (const damage of [
      () => writeFileSync(path, readFileSync(path).subarray(0, 20_000)),
      () => writeFileSync(path, 'no database at all'),
    ]) {
      await test.core.close();
      damage();
      await test.restart();
      await test.inState('ready');
      expect(await test.vectors()).toMatchObject({ done: 5, serving: 'small' });
    }
  });

  it('that turns out damaged in use is computed again; searches go on by words meanwhile', async () => {
    await test.storeMany(5);
    const lesson = await test.store({ taskDescription: 'credentials' });
    await test.configure();
    await test.inState('ready');
    await test.until(async () => (await test.search('signin')).rankers.includes('vector'));
    test.inFile((db) => connection(db).exec(`DELETE FROM vectors_1_vector_chunks00`));
    const answer = await test.search('signin');
    expect([answer.rankers, answer.hits]).toEqual([['lexical'], []]);
    await test.until(async () => (await test.search('signin')).hits[0]?.reflection.id === lesson.id);
    expect(test.logged.filter((line) => line.includes('damaged'))).toHaveLength(1);
  });

  it('follows a restored backup', async () => {
    await test.store({ taskDescription: 'Task one' });
    await test.configure();
    await test.inState('ready');
    const { backup } = await test.call('backup.create', {});
    await test.store({ taskDescription: 'Task two' });
    await test.until(async () => (await test.vectors()).done === 2);
    await test.call('backup.restore', { name: backup.name });
    await test.until(async () => (await test.vectors()).state === 'ready' && (await test.vectors()).total === 1);
    expect(test.storedSets()).toEqual([['small', 'serving', 1]]);
  });
});
