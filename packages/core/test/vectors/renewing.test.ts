import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNRELATED_LESSONS } from '../../src/vectors/unrelated-texts.ts';
import { agentIn, tempFolder } from '../harness.ts';
import type { EmbeddingServer } from './embedding-server.ts';
import { VectorCore } from './vector-core.ts';

let server: EmbeddingServer;
let test: VectorCore;
beforeEach(async () => {
  test = await VectorCore.start();
  server = test.server;
});
afterEach(() => test.remove());

describe('a test of an embedding server', () => {
  const typed = () => ({ provider: 'ollama' as const, url: server.url, model: 'small' });

  it('says what came back, and sends nothing of the memory', async () => {
    await test.storeMany(3);
    const answer = await test.call('embedding.test', typed());
    expect(answer).toMatchObject({ ok: true, dimension: 64, hint: '' });
    expect(answer.message).toMatch(/^small answered with 64 numbers in \d+ ms\.$/);
    expect(answer.milliseconds).toBeGreaterThanOrEqual(0);
    expect(server.asked).toEqual([
      { path: '/api/embed', model: 'small', texts: [UNRELATED_LESSONS[0]], authorization: 'Bearer k-1' },
    ]);
    expect((await test.vectors()).state, 'nothing is set by it').toBe('off');
    expect((await test.call('operation.list', { name: 'embedding.test' })).items).toEqual([]);
  });

  it('asks the server that is set where nothing is typed', async () => {
    await test.configure();
    await test.inState('ready');
    expect(await test.call('embedding.test', {})).toMatchObject({ ok: true, dimension: 64 });
    expect(await test.call('embedding.test', { model: 'unheard of' })).toMatchObject({ ok: false, dimension: null });
    expect((await test.vectors()).state, 'a test is no failure of what is set').toBe('ready');
  });

  it('says what is wrong and what to do, without the key', async () => {
    const said = async (what: object = {}) => {
      const { ok, message, hint } = await test.call('embedding.test', { ...typed(), ...what });
      expect(ok).toBe(false);
      expect(`${message} ${hint}`).not.toContain('k-1');
      return [message, hint];
    };
    expect(await said({ model: 'large' })).toEqual([
      `The embedding server at ${server.url} does not know the model, or is not an embedding server (HTTP 404).`,
      expect.stringContaining('ollama pull'),
    ]);
    server.behaviour.status = 401;
    expect((await said())[1]).toContain('TWICEWISE_EMBEDDING_KEY');
    server.behaviour.status = 500;
    expect((await said())[1]).toBe('Look into the log of the embedding server.');
    server.behaviour = { ...server.behaviour, status: null, body: '{"hello": 1}' };
    expect((await said())[0]).toContain('holds no embeddings');
    await server.stop();
    expect((await said())[0]).toContain('cannot be reached');
    expect(test.logged.join('\n')).not.toContain('k-1');
    await server.start();
  });

  it('is for a person only, takes the same addresses as the setting, and needs a server', async () => {
    const agent = agentIn('/work/shop');
    expect(await test.fail('embedding.test', typed(), agent)).toMatchObject({ code: 'refused' });
    expect(await test.fail('embedding.renew', {}, agent)).toMatchObject({ code: 'refused' });
    for (const url of ['file:///etc/passwd', 'http://me:secret@127.0.0.1', 'http://127.0.0.1/?key=1']) {
      expect(await test.fail('embedding.test', { ...typed(), url })).toMatchObject({ code: 'invalid_input' });
    }
    expect(await test.fail('embedding.test', {})).toMatchObject({ code: 'invalid_input' });
    expect(server.asked).toEqual([]);
  });
});

describe('computing all vectors again', () => {
  it('is a job that sends every lesson anew, and search goes by words until the first are back', async () => {
    verifies('S0-18');
    await test.storeMany(20);
    const { id } = await test.store({ taskDescription: 'credentials' });
    await test.configure();
    await test.inState('ready');
    expect(await test.near('signin')).toEqual([id]);
    const before = test.sent().length;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    const { job } = await test.call('embedding.renew', {});
    expect([job.kind, job.title]).toEqual(['embed', 'Vectors of small']);
    expect(await test.vectors()).toMatchObject({ serving: null, done: 0 });
    expect((await test.search('signin')).rankers).toEqual(['lexical']);
    resolve();
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', done: 21, total: 21 });
    expect(test.sent().length - before).toBe(20);
    expect(await test.near('signin')).toEqual([id]);
    expect(test.storedSets()).toEqual([['small', 'serving', 21]]);
  });

  it('begins anew while it is at work, in the same job, and a repeated request does not', async () => {
    await test.storeMany(80);
    server.behaviour.delayMs = 20;
    await test.configure();
    await test.until(() => test.sent().length >= 32);
    const [first] = await test.embedJobs();
    const { job } = await test.call('embedding.renew', {}, undefined, 'a key');
    expect(job.id).toBe(first?.id);
    await test.until(async () => (await test.vectors()).done >= 16);
    const repeated = await test.call('embedding.renew', {}, undefined, 'a key');
    expect(repeated.job.id).toBe(job.id);
    expect((await test.vectors()).done).toBeGreaterThanOrEqual(16);
    await test.inState('ready');
    expect(test.storedSets()).toEqual([['small', 'serving', 80]]);
  });

  it('is done after a kill between the request and the discarding', async () => {
    await test.storeMany(20);
    await test.configure();
    await test.inState('ready');
    const killed = tempFolder();
    // What a kill leaves behind: the files as they are right after the commit.
    const stop = test.core.subscribe((event) => {
      if (!event.changed.job || readdirSync(killed).length > 0) return;
      for (const name of readdirSync(test.folder).filter((one) => /\.db(-wal)?$/.test(one)))
        copyFileSync(join(test.folder, name), join(killed, name));
    });
    const { job } = await test.call('embedding.renew', {});
    stop();
    await test.ended(job.id);
    const before = test.sent().length;
    const after = test.beside(killed);
    try {
      expect(await after.ended(job.id)).toMatchObject({ state: 'done', done: 20, total: 20 });
      expect(test.sent().length - before).toBe(20);
      await after.inState('ready');
      expect(after.storedSets()).toEqual([['small', 'serving', 20]]);
    } finally {
      await after.core.close();
      rmSync(killed, { recursive: true, force: true });
    }
  });

  it('is cancelled, says so, and can be asked for again', async () => {
    await test.storeMany(80);
    await test.configure();
    await test.inState('ready');
    server.behaviour.delayMs = 20;
    const { job } = await test.call('embedding.renew', {});
    await test.until(async () => (await test.vectors()).done >= 16);
    await test.call('job.cancel', { id: job.id });
    expect(await test.ended(job.id)).toMatchObject({ state: 'cancelled' });
    await test.inState('paused');
    const again = await test.call('embedding.renew', {});
    expect(again.job.id).not.toBe(job.id);
    await test.inState('ready');
    expect(test.storedSets()).toEqual([['small', 'serving', 80]]);
  });

  it('is refused without a model', async () => {
    expect(await test.fail('embedding.renew', {})).toMatchObject({ code: 'refused' });
  });
});
