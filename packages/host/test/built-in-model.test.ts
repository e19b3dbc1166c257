import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@twicewise/contract';
import { type Core, createCore } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { type HostProcess, PERSON, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usesBuiltInModel } from '../src/built-in-model.ts';
import { ModelThread } from '../src/model/model-thread.ts';

/** Loading and filling take seconds where several tests share a processor. */
const SOON = { timeout: 60_000, interval: 50 };

describe('a host as a person starts it', () => {
  let host: HostProcess;
  afterEach(() => host.stop());

  const started = async (builtIn: string) => {
    host = await startHost({ spawn: { env: { ...process.env, TWICEWISE_BUILT_IN_MODEL: builtIn } } });
    return host.client;
  };
  const store = (taskDescription: string) =>
    host.client.call('reflection.store', { taskDescription, outcome: 'success', projectId: 'p' });
  const state = async () => (await host.client.call('host.status', {})).vectors.state;

  it('finds by meaning what it was told, without a setting and without a server', async () => {
    verifies('S0-18', 'X8');
    const client = await started('');
    expect((await client.call('settings.get', {})).settings['embedding.provider']).toBe('builtin');
    const { reflection } = await store('People are signed out too early');
    await store('Decode images in a worker thread');
    await expect.poll(state, SOON).toBe('ready');
    const { vectors } = await client.call('host.status', {});
    expect(vectors).toMatchObject({ serving: 'all-MiniLM-L6-v2', done: 2, total: 2, hint: '' });
    const ask = () => client.call('reflection.search', { taskDescription: 'users get logged out too soon' });
    await expect.poll(async () => (await ask()).rankers, SOON).toContain('vector');
    expect((await ask()).hits[0]?.reflection.id).toBe(reflection.id);
  }, 90_000);

  it('does without it where it was started so, and says so', async () => {
    const client = await started('off');
    await store('People are signed out too early');
    const { vectors } = await client.call('host.status', {});
    expect(vectors).toMatchObject({ state: 'off', message: expect.stringContaining('not used here') });
    expect(vectors.hint).toContain('TWICEWISE_BUILT_IN_MODEL');
  });
});

it('is on unless the environment says off', () => {
  const said = [undefined, '', 'on', 'off', ' OFF\n'].map((value) =>
    usesBuiltInModel({ TWICEWISE_BUILT_IN_MODEL: value }),
  );
  expect(said).toEqual([true, true, true, false, false]);
});

describe('a core with the built-in model', () => {
  let folder: ReturnType<typeof tempFolder>;
  let model: ModelThread;
  let core: Core;
  beforeEach(() => {
    folder = tempFolder('built-in');
  });
  afterEach(async () => {
    await core.close();
    folder.remove();
  });

  const open = (kind = 'letter') => {
    model = new ModelThread({ script: new URL(`./${kind}-model.ts`, import.meta.url), log: () => {} });
    const facts = { pid: 1, epoch: 'test', startedAt: '', dataFolder: folder.path, connections: [] };
    core = createCore({ paths: storePaths(folder.path), hostFacts: () => facts, builtInModel: model });
    return client();
  };
  const client = () => createClient((name, input) => core.dispatch({ name, input, caller: PERSON }));
  const LESSON = { taskDescription: 'People are signed out', outcome: 'success', projectId: 'p' } as const;

  it('loads it for the first lesson and not before, and lets it go when it is switched off', async () => {
    const client = open();
    const state = async () => (await client.call('host.status', {})).vectors.state;
    await expect.poll(state, SOON).toBe('ready');
    await client.call('reflection.search', { taskDescription: 'nothing is there' });
    expect(model.isLoaded).toBe(false);
    await client.call('reflection.store', LESSON);
    await expect.poll(state, SOON).toBe('ready');
    expect(model.isLoaded).toBe(true);
    const { operationId } = await client.call('settings.set', { changes: { 'embedding.provider': 'off' } });
    expect([model.isLoaded, await state()]).toEqual([false, 'off']);
    const { rankers } = await client.call('reflection.search', { taskDescription: 'people' });
    expect([rankers, model.isLoaded]).toEqual([['lexical'], false]);
    await client.call('reflection.store', { ...LESSON, taskDescription: 'Another' });
    await client.call('operation.undo', { operationId: operationId ?? '' });
    await expect.poll(async () => (await client.call('host.status', {})).vectors.done, SOON).toBe(2);
  });

  it('fills what an import brings when that has ended, and not beside it', async () => {
    const client = open();
    const { job } = await client.call('import.sample', {});
    while ((await client.call('job.get', { id: job.id })).job.state !== 'done') {
      expect(model.isLoaded).toBe(false);
      await wait(5);
    }
    await expect.poll(async () => (await client.call('host.status', {})).vectors.state, SOON).toBe('ready');
    const { done, total } = (await client.call('host.status', {})).vectors;
    expect([done, done > 0]).toEqual([total, true]);
  });

  it('is loaded when an agent comes, so that its first question finds it there', async () => {
    await open().call('reflection.store', LESSON);
    const status = async () => (await client().call('host.status', {})).vectors.state;
    await expect.poll(status, SOON).toBe('ready');
    await core.close();
    const again = open();
    await expect.poll(status, SOON).toBe('ready');
    await again.call('reflection.recent', { projectId: 'p' });
    expect(model.isLoaded, 'a person looks').toBe(false);
    const agent = { ...PERSON, author: { kind: 'agent', name: 'tester' } } as const;
    await core.dispatch({ name: 'reflection.recent', input: { projectId: 'p' }, caller: agent });
    await expect.poll(() => model.isLoaded, SOON).toBe(true);
    await core.close();
    open();
    await core.dispatch({ name: 'reflection.recent', input: { projectId: 'p' }, caller: agent });
    await expect.poll(() => model.isLoaded, { ...SOON, message: 'also right after a start' }).toBe(true);
  });

  it('does without the one text that it dies of', async () => {
    const client = open();
    for (const taskDescription of ['One', 'What kills the model', 'Three', 'Four', 'Five']) {
      await client.call('reflection.store', { ...LESSON, taskDescription });
    }
    const vectors = async () => (await client.call('host.status', {})).vectors;
    await expect.poll(async () => (await vectors()).state, SOON).toBe('ready');
    expect(await vectors()).toMatchObject({ done: 4, total: 4, serving: 'all-MiniLM-L6-v2' });
    await client.call('reflection.store', { ...LESSON, taskDescription: 'Six' });
    await expect.poll(async () => (await vectors()).done, SOON).toBe(5);
  });

  it('leaves it alone where a server is set, also after the next start', async () => {
    const client = open();
    const changes = { 'embedding.provider': 'ollama', 'embedding.url': 'http://127.0.0.1:9' } as const;
    await client.call('settings.set', { changes });
    await client.call('reflection.store', LESSON);
    await core.close();
    const again = open();
    await expect.poll(async () => (await again.call('host.status', {})).vectors.state, SOON).toBe('unreachable');
    expect([(await again.call('host.status', {})).vectors.model, model.isLoaded]).toEqual(['nomic-embed-text', false]);
    expect(await again.call('embedding.test', { provider: 'builtin' })).toMatchObject({ ok: true, dimension: 384 });
  });

  it('that is let go while it is tested is not called broken: the settings were changed', async () => {
    const client = open('silent');
    const tested = client.call('embedding.test', {});
    await expect.poll(() => model.isLoaded, SOON).toBe(true);
    await client.call('settings.set', { changes: { 'embedding.provider': 'off' } });
    expect(await tested).toMatchObject({
      ok: false,
      message: 'The built-in model was unloaded before it answered.',
      hint: 'The settings were changed meanwhile: test again.',
    });
  });

  it('says where its packages are missing what to do; words go on, and a test of it says the same', async () => {
    const client = open('absent');
    await client.call('reflection.store', LESSON);
    await expect.poll(async () => (await client.call('host.status', {})).vectors.state, SOON).toBe('unavailable');
    const { vectors } = await client.call('host.status', {});
    const message = 'The packages of the built-in model are not installed.';
    expect(vectors).toMatchObject({ message, hint: expect.stringContaining('npm install') });
    expect(await client.call('embedding.test', {})).toMatchObject({ ok: false, message });
    const { hits, rankers } = await client.call('reflection.search', { taskDescription: 'people signed out' });
    expect([hits.length, rankers]).toEqual([1, ['lexical']]);
  });
});
