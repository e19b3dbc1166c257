import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn } from '../harness.ts';
import type { EmbeddingServer } from './embedding-server.ts';
import { VectorCore } from './vector-core.ts';

let server: EmbeddingServer;
let test: VectorCore;
beforeEach(async () => {
  test = await VectorCore.start();
  server = test.server;
});
afterEach(() => test.remove());

describe('without a model', () => {
  it('there is no file, no request, and an answer that names words only', async () => {
    await test.store({ taskDescription: 'Fix the login' });
    const { rankers, hits } = await test.search('login', { explain: true });
    expect([rankers, hits[0]?.rankers, hits[0]?.why?.vector]).toEqual([['lexical'], ['lexical'], null]);
    expect([(await test.vectors()).state, existsSync(join(test.folder, 'vectors.db'))]).toEqual(['off', false]);
    expect(server.asked).toEqual([]);
  });
});

describe('a model', () => {
  it.each(['ollama', 'openai'])('of %s finds a lesson that shares no word with the question', async (provider) => {
    const lesson = await test.store({ taskDescription: 'Scale the photo', nextStrategy: 'image' });
    await test.store({ taskDescription: 'Migrate the orders table' });
    await test.configure({ 'embedding.provider': provider });
    await test.inState('ready');
    const question = 'thumbnail of a picture';
    await test.until(async () => (await test.search(question)).rankers.includes('vector'));
    const { hits, rankers } = await test.search(question, { explain: true });
    expect(rankers).toEqual(['lexical', 'vector']);
    expect(hits[0]?.reflection.id).toBe(lesson.id);
    expect(hits.map(({ reflection }) => reflection.id)).toEqual([lesson.id]);
    const why = hits[0]?.why;
    expect(why?.vector).toBeGreaterThan(0);
    const words = (why?.terms ?? []).reduce((sum, { score }) => sum + score, 0) + (why?.proximity ?? 0);
    const priors = (why?.priors ?? []).reduce((product, { factor }) => product * factor, 1);
    expect((words + (why?.session ?? 0) + (why?.vector ?? 0)) * priors).toBeCloseTo(hits[0]?.score as number, 3);
    expect(server.asked.every(({ authorization }) => authorization === 'Bearer k-1')).toBe(true);
  });

  it('that has not answered in time is said to be late, until it has; one that is off or has failed is not', async () => {
    await test.store({ taskDescription: 'Scale the photo', nextStrategy: 'image' });
    expect((await test.search('thumbnail of a picture')).late).toEqual([]);
    await test.configure();
    await test.inState('ready');
    await test.near('photo of a picture');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    const { rankers, late } = await test.search('thumbnail of a picture');
    expect([rankers, late]).toEqual([['lexical'], ['vector']]);
    // Where words alone are sure, and for the beginning of a word, nothing is waited for.
    expect((await test.search('thu', { prefix: true })).late).toEqual([]);
    resolve();
    await test.near('thumbnail of a picture');
    expect((await test.search('thumbnail of a picture')).late).toEqual([]);
    await server.stop();
    await test.until(async () => (await test.search('thumbnails of pictures')).late.length === 0);
  });

  it('answers nothing when nothing is near', async () => {
    await test.store({ taskDescription: 'Authentication expires' });
    await test.configure();
    await test.inState('ready');
    await test.until(async () => (await test.search('zebra giraffe crocodile')).rankers.includes('vector'));
    expect((await test.search('zebra giraffe crocodile')).hits).toEqual([]);
  });

  it('takes part in briefs, and in what is similar without asking anybody', async () => {
    const one = await test.store({ taskDescription: 'photo scaling' });
    const two = await test.store({ taskDescription: 'picture' });
    await test.store({ taskDescription: 'Migrate the orders table' });
    await test.configure();
    await test.inState('ready');
    const task = 'thumbnail of an image';
    await test.until(async () => (await test.search(task)).rankers.includes('vector'));
    const brief = await test.call('memory.brief', { task, dryRun: true });
    expect(brief.rankers).toEqual(['lexical', 'vector']);
    expect(brief.lessons.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
    await server.stop();
    const similar = await test.call('reflection.similar', { id: one.id });
    expect(similar.rankers).toEqual(['lexical', 'vector']);
    expect(similar.hits.map(({ reflection, rankers }) => [reflection.id, rankers])).toEqual([[two.id, ['vector']]]);
  });

  it('looks where the search looks: an agent in its own project', async () => {
    const agent = agentIn('/work/shop');
    const store = (taskDescription: string, caller: Caller) =>
      test.call('reflection.store', { taskDescription, outcome: 'success', nextStrategy: 'n' }, caller);
    const own = (await store('Authentication expires', agent)).reflection;
    await store('Authentication stale', agentIn('/work/other'));
    await test.configure();
    await test.inState('ready');
    const question = 'credentials timeout';
    await test.until(async () => (await test.search(question, {}, agent)).rankers.includes('vector'));
    const found = async (more: object) =>
      (await test.search(question, more, agent)).hits.map(({ reflection }) => reflection.id);
    expect(await found({})).toEqual([own.id]);
    expect(await found({ everywhere: true })).toHaveLength(2);
    expect(await found({ everywhere: true, outcome: 'failure' })).toEqual([]);
  });

  it('is not asked what words alone leave no doubt about', async () => {
    const { id } = await test.store({ taskDescription: 'Rotate the signing keys' });
    await test.configure();
    await test.inState('ready');
    expect(await test.near('credentials')).toEqual([]);
    const asked = server.texts.length;
    const found = await test.search('rotate the signing keys');
    expect([found.rankers, found.hits.map(({ reflection }) => reflection.id)]).toEqual([['lexical'], [id]]);
    expect(server.texts).toHaveLength(asked);
    await test.search('keys of the other door');
    expect(server.texts.length).toBeGreaterThan(asked);
  });

  it('is not asked about projects that have no vectors', async () => {
    await test.store({ taskDescription: 'Rotate the signing keys' });
    await test.configure();
    await test.inState('ready');
    await test.near('credentials');
    const asked = server.texts.length;
    await test.search('another question', { projectId: 'nowhere' });
    expect(server.texts).toHaveLength(asked);
    await test.search('another question');
    expect(server.texts).toHaveLength(asked + 1);
  });

  it('sees no secret of a question, and not the first letters that are typed', async () => {
    await test.store({ taskDescription: 'Authentication expires' });
    await test.configure();
    await test.inState('ready');
    await test.search('login', { prefix: true });
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    await test.until(async () => (await test.search(`why does ${secret} not work`)).rankers.includes('vector'));
    expect(server.texts.some((text) => text.includes(secret.slice(0, 12)))).toBe(false);
    expect(server.texts.some((text) => text.startsWith('why does'))).toBe(true);
    expect(server.texts).not.toContain('login');
  });
});

describe('a core that closes', () => {
  it('leaves the file closed, whatever is set in the last moment', async () => {
    await test.configure();
    await test.storeMany(5);
    await test.inState('ready');
    let isClosed = false;
    const closing = test.core.close().then(() => {
      isClosed = true;
    });
    const late: Promise<unknown>[] = [];
    for (let turn = 0; turn < 50 && !isClosed; turn++) {
      const changes = { 'ui.theme': turn % 2 === 0 ? ('light' as const) : ('dark' as const) };
      late.push(test.envelope('settings.set', { changes }));
      await Promise.resolve();
    }
    await Promise.all([closing, ...late]);
    // SQLite removes its WAL when the last connection is closed.
    expect(existsSync(join(test.folder, 'vectors.db'))).toBe(true);
    expect(existsSync(join(test.folder, 'vectors.db-wal'))).toBe(false);
    expect(test.logged).toEqual([]);
  });
});

describe('who decides', () => {
  it('an agent can neither change where texts are sent, nor undo or redo such a change', async () => {
    const agent = agentIn('/work/shop');
    const changes = { 'embedding.provider': 'openai', 'embedding.url': 'https://evil.example', 'embedding.model': 'x' };
    for (const [key, value] of Object.entries(changes)) {
      const refused = await test.fail('settings.set', { changes: { [key]: value, 'ui.theme': 'dark' } }, agent);
      expect([refused.code, refused.message.includes(key)]).toEqual(['refused', true]);
    }
    expect((await test.call('settings.get', {})).settings['ui.theme']).toBe('system');
    await test.call('settings.set', { changes: { 'ui.theme': 'dark' } }, agent);
    const { operationId } = await test.configure();
    const undo = { operationId: String(operationId) };
    expect((await test.fail('operation.undo', undo, agent)).code).toBe('refused');
    await test.call('operation.undo', undo);
    expect((await test.fail('operation.redo', undo, agent)).code).toBe('refused');
    expect((await test.vectors()).state).toBe('off');
  });

  it.each([
    'ftp://host',
    'file:///etc/passwd',
    'not an address',
    'http://user:password@host',
    'http://host/v1?api_key=k',
    '',
  ])('the address %j is refused', async (url) => {
    expect((await test.fail('settings.set', { changes: { 'embedding.url': url } })).code).toBe('invalid_input');
  });

  it('the key is nowhere on disk', async () => {
    await test.storeMany(3);
    await test.configure();
    await test.inState('ready');
    await test.core.close();
    for (const name of ['memory.db', 'vectors.db']) {
      expect(readFileSync(join(test.folder, name)).includes('k-1')).toBe(false);
    }
    await test.restart();
  });
});
