import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbedder } from '../../src/vectors/embedder.ts';
import type { EmbeddingFailure } from '../../src/vectors/embedding-failure.ts';
import { ASKED_WAIT_MS, MAX_WAIT_MS, QuestionEmbedder } from '../../src/vectors/question-embedder.ts';
import { EmbeddingServer } from './embedding-server.ts';

let server: EmbeddingServer;
let now: number;
let answers: (EmbeddingFailure | null)[];
let questions: QuestionEmbedder;
beforeEach(async () => {
  server = await new EmbeddingServer().start();
  now = 0;
  answers = [];
  questions = new QuestionEmbedder({
    isLoaded: null,
    embed: createEmbedder({ provider: 'ollama', url: server.url, model: 'small', key: null }),
    dimension: 64,
    prepare: (question) => question.replace('secret', '').trim(),
    answered: (failure) => answers.push(failure),
    log: (error) => {
      throw error;
    },
    clock: () => now,
  });
});
afterEach(async () => {
  questions.close();
  await server.stop();
});

/** Asks repeatedly until the endpoint has answered. */
async function settled(question: string): Promise<Float32Array | null> {
  const before = answers.length;
  const vector = await questions.vectorOf(question);
  while (answers.length === before) await wait(1);
  return vector;
}

describe('vectors of questions', () => {
  it('are not waited for until the endpoint has shown that it is quick', async () => {
    expect(await settled('first')).toBe(null);
    expect(await settled('second')).toHaveLength(64);
    expect(await questions.vectorOf('first'), 'its answer came later and was kept').toHaveLength(64);
    expect(server.texts).toEqual(['first', 'second']);
  });

  it('hold no secret, and nothing is asked when nothing is left', async () => {
    await settled('my secret login');
    await questions.vectorOf('secret');
    expect(server.texts).toEqual(['my  login']);
  });

  it('cost one wait when the endpoint becomes slow, and none until it is quick again', async () => {
    await settled('quick');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    expect(await questions.vectorOf('slow')).toBe(null);
    now += MAX_WAIT_MS + 1;
    // A request is under way, and others do not wait for it.
    expect(await questions.vectorOf('meanwhile')).toBe(null);
    expect(server.texts).toEqual(['quick', 'slow']);
    resolve();
    while (answers.length < 2) await wait(5);
    expect(await settled('again'), 'asked, but not waited for').toBe(null);
    expect(await settled('quick again')).toHaveLength(64);
  });

  it('an answer that took too long does not make the endpoint quick, by the clock', async () => {
    server.behaviour.delayMs = 20;
    const asked = settled('long');
    await wait(5);
    now += MAX_WAIT_MS + 1;
    await asked;
    server.behaviour.delayMs = 0;
    expect(await settled('not waited for')).toBe(null);
  });

  it('are not asked for a while after a failure, longer each time', async () => {
    await settled('quick');
    await server.stop();
    expect(await settled('dead')).toBe(null);
    expect(answers.map((failure) => failure?.kind)).toEqual([undefined, 'unreachable']);
    await server.start();
    now = 4999;
    expect([await questions.vectorOf('a'), server.texts]).toEqual([null, ['quick']]);
    now = 5001;
    await server.stop();
    await settled('still dead');
    await server.start();
    now = 5001 + 9999;
    expect([await questions.vectorOf('a'), server.texts]).toEqual([null, ['quick']]);
    now = 5001 + 10_001;
    await settled('alive');
    expect(await settled('quick again')).toHaveLength(64);
    expect(answers.at(-1)).toBe(null);
  });

  it('of another dimension than the stored ones are a failure', async () => {
    server.behaviour.models = { small: 32 };
    await settled('other');
    expect(answers.map((failure) => failure?.kind)).toEqual(['wrong_dimension']);
  });

  it('keep to eight requests at the same time', async () => {
    await settled('quick');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.hold = promise;
    await Promise.all(Array.from({ length: 20 }, (_, at) => questions.vectorOf(`q${at}`)));
    resolve();
    while (answers.length < 9) await wait(5);
    expect(server.texts).toHaveLength(9);
  });

  it('asked for twice at the same time are sent once', async () => {
    await settled('quick');
    const both = await Promise.all([questions.vectorOf('twice'), questions.vectorOf('twice')]);
    expect(both.map((vector) => vector?.length)).toEqual([64, 64]);
    expect(server.texts).toEqual(['quick', 'twice']);
  });

  it('are not asked for any more after closing', async () => {
    await settled('quick');
    server.behaviour.delayMs = 1000;
    const asked = questions.vectorOf('never');
    questions.close();
    expect([await asked, await questions.vectorOf('after')]).toEqual([null, null]);
    expect(answers).toHaveLength(1);
  });
});

describe('a model of our own', () => {
  /** A model that the first text loads, as slowly as the test wants. */
  function ownModel(loaded: Promise<void>) {
    let isLoaded = false;
    const texts: string[] = [];
    const own = new QuestionEmbedder({
      isLoaded: () => isLoaded,
      embed: async (asked) => {
        texts.push(...asked);
        await loaded;
        isLoaded = true;
        return asked.map(() => Float32Array.of(1, 0));
      },
      dimension: 2,
      prepare: (question) => question,
      answered: () => {},
      log: () => {},
    });
    return { own, texts };
  }

  it('is waited for by who asks and then reads while it is loaded, and by nobody else', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { own } = ownModel(promise);
    expect(await own.vectorOf('a hook')).toBe(null);
    const asked = own.vectorOf('an agent', ASKED_WAIT_MS);
    resolve();
    expect(await asked).toHaveLength(2);
    expect(await own.vectorOf('a hook'), 'kept').toHaveLength(2);
    expect(await own.vectorOf('now it is there')).toHaveLength(2);
  });

  it('is loaded ahead when an agent begins', async () => {
    const { own, texts } = ownModel(Promise.resolve());
    own.load();
    await expect.poll(() => own.vectorOf('a hook')).toHaveLength(2);
    own.load();
    expect(texts).toEqual(['warm-up', 'a hook']);
  });
});
